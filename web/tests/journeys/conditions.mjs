// Journeys with conditions beside the board: they are a line of the query, and neither the board nor the text takes them away.

import { counts, ended, write } from "../bench.mjs";

const text = async (page) => (await page.locator(".cm-line").allTextContents()).join("\n").trim();
const square = (page, name) => page.locator(`.ask-board [data-square="${name}"]`);
const field = (page, name) => page.locator(".conditions").getByLabel(name, { exact: true });

async function opened(page) {
  await page.locator(".conditions summary").click();
  await field(page, "Player").waitFor();
}

/** Waits until the query's text is a text. */
async function says(page, assert, wanted) {
  for (let turn = 0; turn < 80 && (await text(page)) !== wanted; turn += 1) await page.waitForTimeout(50);
  assert.equal(await text(page), wanted);
}

export const journeys = {
  async "conditions and a board are one question"({ assert, open, picture }) {
    const page = await open();
    await opened(page);
    await field(page, "Player").fill("Morphy");
    await says(page, assert, 'player "Morphy" // conditions\nmate');
    // The board takes the place of the query with which the page begins, and not that of the conditions.
    await page.locator(".palette").getByRole("button", { name: "white king", exact: true }).click();
    await square(page, "c1").click();
    await says(page, assert, 'player "Morphy" // conditions\nKc1');
    await field(page, "Result").selectOption("1-0");
    await says(page, assert, 'player "Morphy" result 1-0 // conditions\nKc1');
    await page.waitForSelector('[data-square="c1"] .piece-wK');
    await page.locator(".palette").getByRole("button", { name: "black king", exact: true }).click();
    await square(page, "e8").click();
    await says(page, assert, 'player "Morphy" result 1-0 // conditions\nKc1 ke8');
    await field(page, "Year: from").fill("1850");
    await field(page, "Year: to").fill("1870x");
    await says(page, assert, 'player "Morphy" result 1-0 year>=1850 year<=1870 // conditions\nKc1 ke8');
    await picture(page, "conditions");
    await page.locator(".ask-search").click();
    await ended(page);
    assert.equal(await counts(page), "11 matches in 1 game");
    // Clearing the board leaves the conditions, clearing the conditions the board.
    await page.getByRole("button", { name: "Clear the board" }).click();
    await says(page, assert, 'player "Morphy" result 1-0 year>=1850 year<=1870 // conditions');
    await page.getByRole("button", { name: "One answer for each game" }).click();
    await says(page, assert, 'player "Morphy" result 1-0 year>=1850 year<=1870 // conditions\ninitial');
    await page.getByRole("button", { name: "No conditions" }).click();
    await says(page, assert, "initial");
  },

  async "conditions show what the text says, and keep what is written around them"({ assert, open }) {
    const page = await open();
    await opened(page);
    await write(page, "mate  or\nstalemate // both");
    await field(page, "Material").selectOption("white");
    await field(page, "Ahead by pawns").fill("3");
    await says(page, assert, "power A-power a>=3 // conditions\nmate  or\nstalemate // both");
    await write(page, 'year>=1990 site "Riga" // conditions\nKe1');
    await page.waitForFunction(() => document.querySelector("[aria-label='Year: from']").value === "1990");
    // The board's part is read beside the conditions.
    await page.waitForSelector('[data-square="e1"] .piece-wK');
    await page.locator(".conditions-note code", { hasText: 'site "Riga"' }).waitFor();
    await field(page, "ECO begins with").fill("b9x");
    assert.equal(await field(page, "ECO begins with").inputValue(), "B9");
    await says(page, assert, 'year>=1990 eco "B9" site "Riga" // conditions\nKe1');
    // Everything that can be chosen is CQL.
    await write(page, "mate");
    await field(page, "Player").fill("x");
    await field(page, "Plays").selectOption("black");
    await field(page, "Both rated from").fill("2000");
    for (const name of ["Year", "Move number", "Moves in the game"]) {
      await field(page, `${name}: from`).fill("1");
      await field(page, `${name}: to`).fill("40");
    }
    await field(page, "Name of the opening").fill("Najdorf");
    await field(page, "Event").fill("Riga");
    await field(page, "Pieces at most").fill("7");
    for (const result of ["1-0", "0-1", "1/2-1/2", "decided", "won", "lost"]) {
      await field(page, "Result").selectOption(result);
      for (const ahead of ["white", "black", "equal"]) {
        await field(page, "Material").selectOption(ahead);
        await page.waitForFunction(
          (wanted) => document.querySelector(".conditions [disabled]") !== null || wanted !== "equal",
          ahead,
        );
      }
      assert.match(await text(page), /\/\/ conditions\nmate$/);
      await page.keyboard.press("Control+Enter");
      await ended(page);
      assert.equal(await page.locator(".diagnostic.error").count(), 0, await text(page));
      assert.equal(await page.locator(".answers .problem").count(), 0, await text(page));
    }
  },
};
