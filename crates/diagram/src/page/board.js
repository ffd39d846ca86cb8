// Draws chess boards as SVG elements. The module stands by itself: it needs the drawings of the pieces (`page::pieces`) in
// the document and the style sheet board.css, and it knows no rules of chess.

const SVG = "http://www.w3.org/2000/svg";

/** The length of the side of a square, in the units of the drawings of the pieces. */
const SIDE = 45;

/** A board is a string of 64 characters, a1, b1, ... h8: the letter of a piece as in FEN, or a dot. */
export const EMPTY_BOARD = ".".repeat(64);

const DARK_SQUARES = (() => {
  let path = "";
  for (let square = 0; square < 64; square += 1) {
    const [x, y] = [square % 8, 7 - Math.floor(square / 8)];
    if ((x + y) % 2 === 1) path += `M${x * SIDE} ${y * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`;
  }
  return path;
})();

/** The index of a square by its name: 0 for a1, 63 for h8. */
export function squareIndex(name) {
  return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Draws a board.
 *
 * @param {string} board the pieces
 * @param {object} options
 *   `flipped`: true to put Black at the bottom;
 *   `lastMove`: the squares of the last move, by their names;
 *   `marks`: further squares to be marked;
 *   `arrows`: `{from, to, kind}`, the kind being a class of the style sheet: `last` or `line`;
 *   `names`: true to write the names of files and ranks;
 *   `label`: the text for readers who cannot see the picture.
 * @returns {SVGElement}
 */
export function drawBoard(board, options = {}) {
  const { flipped = false, lastMove = [], marks = [], arrows = [], names = false, label = "" } = options;
  const corner = (square) => {
    const [file, rank] = [square % 8, Math.floor(square / 8)];
    return flipped ? [(7 - file) * SIDE, rank * SIDE] : [file * SIDE, (7 - rank) * SIDE];
  };
  const picture = svg("svg", { viewBox: `0 0 ${8 * SIDE} ${8 * SIDE}`, class: "board", role: "img" });
  if (label) picture.setAttribute("aria-label", label);
  picture.append(
    svg("rect", { class: "board-light", width: 8 * SIDE, height: 8 * SIDE }),
    svg("path", { class: "board-dark", d: DARK_SQUARES }),
  );
  for (const name of new Set(lastMove)) {
    const [x, y] = corner(squareIndex(name));
    picture.append(svg("rect", { class: "board-last", x, y, width: SIDE, height: SIDE }));
  }
  for (const name of new Set(marks)) {
    const [x, y] = corner(squareIndex(name));
    const size = SIDE - 4;
    picture.append(svg("rect", { class: "board-mark", x: x + 2, y: y + 2, width: size, height: size, rx: 4 }));
  }
  if (names) picture.append(squareNames(flipped));
  picture.append(pieces(board, corner));
  for (const { from, to, kind } of arrows) {
    if (from !== to) picture.append(arrow(corner(squareIndex(from)), corner(squareIndex(to)), kind));
  }
  return picture;
}

/** The pieces of both sides. */
function pieces(board, corner) {
  const sides = { white: svg("g", { class: "board-white" }), black: svg("g", { class: "board-black" }) };
  for (let square = 0; square < 64; square += 1) {
    const letter = board[square];
    if (letter === ".") continue;
    const [x, y] = corner(square);
    const role = letter.toLowerCase();
    sides[letter === role ? "black" : "white"].append(svg("use", { href: `#tabiya-${role}`, x, y }));
  }
  return svg("g", {}, sides.white, sides.black);
}

/** The names of the ranks in the squares on the left, those of the files in the squares at the bottom. */
function squareNames(flipped) {
  const group = svg("g", { class: "board-names", "aria-hidden": "true" });
  for (let i = 0; i < 8; i += 1) {
    const shade = (onDark) => (onDark ? "on-dark" : "on-light");
    const rank = svg("text", { x: 2.5, y: i * SIDE + 11, class: shade(i % 2 === 1) });
    rank.textContent = flipped ? i + 1 : 8 - i;
    const file = svg("text", {
      x: (i + 1) * SIDE - 2.5,
      y: 8 * SIDE - 3.5,
      "text-anchor": "end",
      class: shade(i % 2 === 0),
    });
    file.textContent = "abcdefgh"[flipped ? 7 - i : i];
    group.append(rank, file);
  }
  return group;
}

/** A line that begins a little off the middle of one square and ends with a head in the middle of another. */
function arrow([x1, y1], [x2, y2], kind) {
  const half = SIDE / 2;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along, aside) =>
    `${(x1 + half + dx * along - dy * aside).toFixed(1)} ${(y1 + half + dy * along + dx * aside).toFixed(1)}`;
  const [start, neck, tip] = [12, length - 17, length - 2];
  const corners = [
    [start, -3],
    [neck, -3],
    [neck, -9],
    [tip, 0],
    [neck, 9],
    [neck, 3],
    [start, 3],
  ];
  const path = corners.map(([along, aside]) => point(along, aside)).join("L");
  return svg("path", { class: `board-arrow ${kind}`, d: `M${path}z` });
}
