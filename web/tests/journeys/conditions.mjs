// Journeys with conditions beside the board: they are a line of the query, and neither the board nor the text takes them away.

import { counts, ended, write } from "../bench.mjs";

const text = async (page) => (await page.locator(".cm-line").allTextContents()).join("\n").trim();
const square = (page, name) => page.locator(`.ask-board [data-square="${name}"]`);
const field = (page, name) => page.locator(".conditions").getByLabel(name, { exact: true });

async function opened(page) {
  await page.locator(".conditions > summary").click();
  await field(page, "Player").waitFor();
}

/** Searches, and expects that the query has no error. */
async function searches(page, assert) {
  await page.locator(".query-actions .primary").click();
  await ended(page);
  assert.equal(await page.locator(".diagnostic.error").count(), 0, await text(page));
  assert.equal(await page.locator(".answers .problem").count(), 0, await text(page));
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
    // The query with which the page begins is nobody's, so that the condition takes its place.
    await says(page, assert, 'player "Morphy" // conditions');
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
    await page.getByRole("button", { name: "No conditions" }).click();
    await page.waitForFunction(() => !document.querySelector(".cm-content").textContent.includes("Morphy"));
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

  async "conditions on the pieces of each kind"({ assert, open, picture }) {
    const page = await open();
    await write(page, "mate");
    await opened(page);
    const both = field(page, "Also for the other colour");
    await page.locator(".conditions-part summary").click();
    assert.ok(await both.isDisabled(), "nothing is asked yet that it could be about");
    await field(page, "white queen: at least").fill("1");
    await says(page, assert, "Q>=1 // conditions\nmate");
    await field(page, "white queen: at most").fill("1");
    await says(page, assert, "Q==1 // conditions\nmate");
    await field(page, "black rook: at most").fill("2x");
    await field(page, "white pawn: at least").fill("3");
    await field(page, "white pawn: at most").fill("7");
    await says(page, assert, "Q==1 P>=3 P<=7 r<=2 // conditions\nmate");
    await searches(page, assert);
    await both.click();
    await field(page, "Material").selectOption("white");
    await field(page, "Year: from").fill("1800");
    await says(
      page,
      assert,
      "year>=1800 flipcolor {power A-power a>=1 Q==1 P>=3 P<=7 r<=2} // conditions\nmate",
    );
    assert.ok(await both.isChecked());
    await picture(page, "conditions-pieces");
    await searches(page, assert);
    // What is written is what the fields say.
    await write(page, "flipcolor {N==2 b<=0} // conditions\nmate");
    await page.waitForFunction(
      () => document.querySelector("[aria-label='black bishop: at most']").value === "0",
    );
    assert.equal(await field(page, "white knight: at least").inputValue(), "2");
    assert.equal(await field(page, "white queen: at least").inputValue(), "");
    await both.click();
    await says(page, assert, "N==2 b<=0 // conditions\nmate");
    await searches(page, assert);
    await page.getByRole("button", { name: "No conditions" }).click();
    await says(page, assert, "mate");
  },

  async "conditions are chosen by their pictures"({ assert, open, picture }) {
    const page = await open();
    await write(page, "mate");
    await opened(page);
    const opener = page.getByRole("button", { name: "Structure or theme" });
    const dialog = page.getByRole("dialog", { name: "Structures and themes" });
    const tile = (name) => dialog.getByRole("button", { name, exact: true });
    await opener.click();
    await tile("Isolated queen's pawn").locator(".piece-wK").waitFor();
    // What is far from the screen, or in a chapter that is closed, is not drawn.
    assert.ok((await dialog.locator(".picture").count()) < 40);
    await picture(page, "conditions-themes");
    await tile("Isolated queen's pawn").click();
    await dialog.waitFor({ state: "detached" });
    const isolated = "{flipcolor { Pd4 & isolatedpawns not pd1-8 Q q [RBN] >= 4 }}";
    await says(page, assert, `${isolated} // conditions\nmate`);
    const chosen = page.getByRole("list", { name: "Structures and themes" }).getByRole("listitem");
    assert.match(await chosen.textContent(), /Isolated queen's pawn/);
    await chosen.locator(".piece-wK").waitFor();
    // Another one, with the keyboard alone.
    assert.ok(await opener.evaluate((button) => button === document.activeElement));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.matches(".pictures input"));
    await page.keyboard.insertText("pair knights");
    await tile("Bishop pair against knights").waitFor();
    assert.equal(await dialog.locator(".picture-tile").count(), 1);
    await tile("Bishop pair against knights").focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await chosen.count(), 2);
    await picture(page, "conditions-chosen");
    assert.ok((await text(page)).startsWith(`${isolated} {flipcolor {`), await text(page));
    await field(page, "Year: from").fill("1800");
    // To format the query leaves the line alone: it would be too long.
    const line = (await text(page)).split("\n")[0];
    await write(page, `${line}\nQ   or  q`);
    await page.getByRole("button", { name: "Format" }).click();
    await says(page, assert, `${line}\nQ or q`);
    await write(page, `${line}\nQ`);
    await searches(page, assert);
    assert.equal(await page.getByRole("button", { name: "Format" }).count(), 0);
    await page.getByRole("button", { name: "Remove Bishop pair against knights" }).click();
    await says(page, assert, `year>=1800 ${isolated} // conditions\nQ`);
    // One that is chosen is taken away where it was chosen; a dialog that is left changes nothing.
    await opener.click();
    assert.equal(await tile("Isolated queen's pawn").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await says(page, assert, `year>=1800 ${isolated} // conditions\nQ`);
    await opener.click();
    await tile("Isolated queen's pawn").click();
    await says(page, assert, "year>=1800 // conditions\nQ");
    await write(page, "{mate or check} // conditions\nQ");
    await page.locator(".conditions-note code", { hasText: "{mate or check}" }).waitFor();
    // A recipe beside the games shows the same position.
    await page.locator(".recipes summary", { hasText: "Structures" }).click();
    await page.locator(".recipes").getByRole("button", { name: "Isolated queen's pawn" }).click();
    await page.locator(".recipe-about .picture .piece-wK").waitFor();
    await picture(page, "recipe-picture");
  },
};
