// A position as the book writes it, drawn: `FEN | mark e4 d5 | arrow e2e4`.

import { Picture } from "./picture";

export function Diagram({ text, label }: { text: string; label: string }) {
  const [fen = "", ...parts] = text.split("|").map((part) => part.trim());
  const named = (word: string) =>
    parts.filter((part) => part.startsWith(`${word} `)).flatMap((part) => part.split(/\s+/).slice(1));
  const squares = named("mark").map((square) => ({ square, colour: "red" }));
  const arrows = named("arrow").map((both) => ({
    from: both.slice(0, 2),
    to: both.slice(2),
    colour: "green",
  }));
  return <Picture fen={fen} squares={squares} arrows={arrows} label={label} />;
}
