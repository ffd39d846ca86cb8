// A game as PGN, from the tree that the viewer has: tags, moves, variations, comments, signs, clocks and evaluations.

import type { GameTree, TreeNode } from "../api/types";
import { allMoves, type Item, type Tree, tagOf } from "./tree";

const WIDTH = 80;
/** Signs that readers of PGN know after a move; others are numbers there. */
const SUFFIXES = new Set(["!", "?", "!!", "??", "!?", "?!"]);
const NUMBERS: Readonly<Record<string, number>> = {
  "□": 7,
  "=": 10,
  "∞": 13,
  "⩲": 14,
  "⩱": 15,
  "±": 16,
  "∓": 17,
  "+−": 18,
  "−+": 19,
  "+-": 18,
  "-+": 19,
  "⨀": 22,
  "○": 26,
  "⟳": 32,
  "↑": 36,
  "→": 40,
  "⇆": 132,
  "⊕": 138,
  N: 146,
};

export function toPgn(game: GameTree, tree: Tree): string {
  const tags = game.tags.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]`);
  const result = tagOf(game, "Result") || "*";
  const words = [...commentOf(game.nodes[0]?.comment), ...movesOf(allMoves(tree), game.nodes), result];
  return `${tags.join("\n")}\n\n${wrapped(words)}\n`;
}

function movesOf(items: readonly Item[], nodes: readonly TreeNode[]): string[] {
  const words: string[] = [];
  let needsNumber = true;
  for (const item of items) {
    if (item.kind === "variations") {
      for (const line of item.lines) {
        const inner = movesOf(line, nodes);
        inner[0] = `(${inner[0] ?? ""}`;
        inner.push(`${inner.pop() ?? ""})`);
        words.push(...inner);
      }
      needsNumber = true;
      continue;
    }
    const node = nodes[item.node];
    if (!node) continue;
    const before = commentOf(node.before);
    words.push(...before);
    const isBlack = node.number?.endsWith("...") ?? false;
    if (node.number && (!isBlack || needsNumber || before.length)) words.push(node.number);
    const signs = node.nags ?? [];
    words.push(`${node.san ?? "--"}${signs.find((sign) => SUFFIXES.has(sign)) ?? ""}`);
    const others = signs.filter((sign) => !SUFFIXES.has(sign)).map(numberOf);
    words.push(...others.filter((each) => each !== undefined));
    const after = commentOf(
      [node.clock && `[%clk ${node.clock}]`, node.eval && `[%eval ${node.eval}]`, node.comment]
        .filter(Boolean)
        .join(" "),
    );
    words.push(...after);
    needsNumber = after.length > 0;
  }
  return words;
}

function numberOf(sign: string): string | undefined {
  if (/^\$\d+$/.test(sign)) return sign;
  const number = NUMBERS[sign];
  return number === undefined ? undefined : `$${number}`;
}

/** The words of a comment in braces; it cannot have a closing one. */
function commentOf(text: string | undefined): string[] {
  const plain = text?.replace(/\}/g, ")").trim();
  if (!plain) return [];
  return `{${plain}}`.split(/\s+/);
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + 1 + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join("\n");
}
