// The colours of marks. A mark names its colour; what the board does not know is drawn in the usual one.

/** The names of the colours, and what each is on squares and for arrows. */
export const COLOURS: Readonly<Record<string, string>> = {
  green: "#1f7a43",
  red: "#c2321f",
  blue: "#1f63b5",
  yellow: "#b98900",
  orange: "#c96a11",
  cyan: "#0f8a93",
  magenta: "#a3328f",
  purple: "#6b46b8",
  grey: "#5c5c5c",
};

/** The colours of constituents, by the names of their arrows: the same on light and dark paper, with text near them and never on them. */
export const SPAN_COLOURS: Readonly<Record<string, string>> = Object.fromEntries(
  ["2a7de1", "d9692b", "2b9a5b", "b0479e", "b98a00", "1499a5", "d1435b", "7a63d2"].map((hex, at) => [
    `span${at}`,
    `#${hex}`,
  ]),
);

const SHORT: Readonly<Record<string, string>> = {
  g: "green",
  r: "red",
  b: "blue",
  y: "yellow",
  o: "orange",
  c: "cyan",
  m: "magenta",
  gray: "grey",
};

/** The name of a colour of the style sheet for the colour that a mark names. */
export function colourName(given: string | undefined): string {
  const plain = (given ?? "").trim().toLowerCase();
  const name = SHORT[plain] ?? plain;
  return Object.hasOwn(COLOURS, name) ? name : "green";
}
