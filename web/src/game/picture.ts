// A position as a picture in a file. Its pieces are those of the page, so nothing is loaded from elsewhere.

import type { Arrow, Mark } from "../api/types";
import { arrowPath } from "../board/arrows";
import { COLOURS, colourName } from "../board/colours";
import { pieceFile } from "../board/look";
import { isLight, place, placement, type Side, squareIndex } from "../board/squares";

const SQUARE = 90;
const LAST = "#e8d44d99";

interface Shown {
  fen: string;
  side: Side;
  last: readonly string[];
  squares: readonly Mark[];
  arrows: readonly Arrow[];
}

/** The board as PNG, 720 pixels wide. */
export async function pictureOf({ fen, side, last, squares, arrows }: Shown): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = 8 * SQUARE;
  canvas.height = 8 * SQUARE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("canvas");
  const at = (square: number) => place(square, side).map((each) => each * SQUARE) as [number, number];
  const style = getComputedStyle(document.documentElement);
  const [light, dark] = ["--light-square", "--dark-square"].map((name) => style.getPropertyValue(name));
  for (let square = 0; square < 64; square += 1) {
    context.fillStyle = (isLight(square) ? light : dark) ?? "";
    context.fillRect(...at(square), SQUARE, SQUARE);
  }
  const tint = (name: string, colour: string) => {
    const square = squareIndex(name);
    if (square < 0) return;
    context.fillStyle = colour;
    context.fillRect(...at(square), SQUARE, SQUARE);
  };
  for (const square of last) tint(square, LAST);
  for (const { square, colour } of squares) tint(square, `${COLOURS[colourName(colour)]}99`);
  for (const [square, letter] of placement(fen)) {
    const image = await loaded(pieceFile(letter));
    context.drawImage(image, ...at(squareIndex(square)), SQUARE, SQUARE);
  }
  context.scale(SQUARE, SQUARE);
  for (const { from, to, colour } of arrows) {
    const path = arrowPath(from, to, side);
    if (path === undefined) continue;
    context.fillStyle = COLOURS[colourName(colour)] ?? "";
    context.globalAlpha = 0.9;
    context.fill(new Path2D(path));
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("canvas"))), "image/png"),
  );
}

const images = new Map<string, Promise<HTMLImageElement>>();

function loaded(address: string): Promise<HTMLImageElement> {
  const known = images.get(address);
  if (known) return known;
  const image = new Image(SQUARE, SQUARE);
  image.src = address;
  const done = image.decode().then(() => image);
  images.set(address, done);
  return done;
}
