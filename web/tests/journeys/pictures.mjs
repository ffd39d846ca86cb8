// A journey about the pictures of the README: they are made again, and are still those of this program.

import { readFileSync } from "node:fs";
import { PICTURES } from "../pictures.mjs";

/** The mean difference of the colours, of 255, that other fonts make, and what another layout exceeds. */
const ALIKE = 12;

/** Both pictures in few pixels, in which letters do not count; and whether they have the same size. */
const compared = async ([one, other]) => {
  const read = async (bytes) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${bytes}`;
    await picture.decode();
    const [width, height] = [96, 64];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, width, height);
    return { size: [picture.width, picture.height], pixels: context.getImageData(0, 0, width, height).data };
  };
  const [first, second] = [await read(one), await read(other)];
  const sum = first.pixels.reduce((sum, value, i) => sum + Math.abs(value - second.pixels[i]), 0);
  return { sizes: [first.size, second.size], differs: sum / first.pixels.length };
};

export const journeys = {
  async "pictures: those of the README show what the program shows"(tools) {
    const { assert, file, say, visit } = tools;
    const blank = await visit(file("blank.html", "<!doctype html><title>blank</title>"));
    for (const [name, make] of Object.entries(PICTURES)) {
      const made = await make(tools);
      const known = readFileSync(new URL(`../../../docs/pictures/${name}.png`, import.meta.url));
      const { sizes, differs } = await blank.evaluate(compared, [
        made.toString("base64"),
        known.toString("base64"),
      ]);
      say(`${name}: ${differs.toFixed(1)} of 255`);
      // Lines of a terminal are as high as its font is.
      if (name !== "list") assert.deepEqual(sizes[0], sizes[1], name);
      assert.ok(
        differs < ALIKE,
        `${name} differs by ${differs}: make the pictures again with web/tests/pictures.mjs`,
      );
    }
  },
};
