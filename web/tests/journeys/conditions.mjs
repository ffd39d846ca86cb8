// Journeys with conditions: they are chips above the text, and neither the board nor the text takes them away.

import { counts, ended, query, write } from "../bench.mjs";
import { found, piece, words } from "../words.mjs";

const text = async (page) => (await page.locator(".cm-line").allTextContents()).join("\n").trim();
const chips = (page) =>
  page.getByRole("list", { name: words("conditions.title"), exact: true }).getByRole("listitem");
const square = (page, name) => page.locator(`.ask-board [data-square="${name}"]`);
const field = (page, name) => page.locator(".conditions").getByLabel(name, { exact: true });

/** Waits until a field has a value. */
async function holds(field, wanted) {
  const handle = await field.elementHandle();
  await field.page().waitForFunction(([input, value]) => input.value === value, [handle, wanted]);
}

async function opened(page) {
  await page.locator(".conditions > summary").click();
  await field(page, words("conditions.player")).waitFor();
}

/** Searches, and expects that the query has no error. */
async function searches(page, assert) {
  await page.locator(".query-actions .primary").click();
  await ended(page);
  assert.equal(await page.locator(".diagnostic.error").count(), 0, await text(page));
  assert.equal(await page.locator(".answers .problem").count(), 0, await text(page));
}

/** Waits until the whole query is a text, or fits one. */
async function says(page, assert, wanted) {
  const fits = (said) => (typeof wanted === "string" ? said === wanted : wanted.test(said));
  for (let turn = 0; turn < 160 && !fits(await query(page)); turn += 1) await page.waitForTimeout(50);
  if (typeof wanted === "string") assert.equal(await query(page), wanted);
  else assert.match(await query(page), wanted);
}

export const journeys = {
  async "conditions and a board are one question"({ assert, open, picture }) {
    const page = await open();
    await opened(page);
    // Names of the games are offered, with their numbers.
    await field(page, words("conditions.player")).fill("Morp");
    const offered = page.locator("#known-player option").first();
    await offered.waitFor({ state: "attached" });
    assert.match(await offered.textContent(), /^Morphy, Paul · \d+ games$/);
    await field(page, words("conditions.opening")).fill("evans");
    const opening = page.locator("#known-opening option[value=C52]").first();
    await opening.waitFor({ state: "attached" });
    assert.match(await opening.textContent(), /Evans.*\(C52\) · \d+ games?$/);
    // It is chosen by its code, since the games need not have its name.
    await field(page, words("conditions.opening")).fill("C52");
    await says(page, assert, 'player "Morp" eco "C52" // conditions');
    assert.equal(await field(page, words("conditions.opening")).inputValue(), "");
    await field(page, words("conditions.eco")).fill("");
    await field(page, words("conditions.player")).fill("Morphy");
    // The query with which the page begins is nobody's, so that the condition takes its place.
    await says(page, assert, 'player "Morphy" // conditions');
    await page
      .locator(".palette")
      .getByRole("button", { name: piece("white", "k"), exact: true })
      .click();
    await square(page, "c1").click();
    await says(page, assert, 'player "Morphy" // conditions\nKc1');
    await field(page, words("conditions.result")).selectOption("1-0");
    await says(page, assert, 'player "Morphy" result 1-0 // conditions\nKc1');
    await page.waitForSelector('[data-square="c1"] .piece-wK');
    await page
      .locator(".palette")
      .getByRole("button", { name: piece("black", "k"), exact: true })
      .click();
    await square(page, "e8").click();
    await says(page, assert, 'player "Morphy" result 1-0 // conditions\nKc1 ke8');
    await field(page, words("conditions.yearFrom")).fill("1850");
    await field(page, words("conditions.yearTo")).fill("1870x");
    await says(page, assert, 'player "Morphy" result 1-0 year>=1850 year<=1870 // conditions\nKc1 ke8');
    await picture(page, "conditions");
    await page.locator(".ask-search").click();
    await ended(page);
    assert.equal(await counts(page), found(11, 1));
    // Clearing the board leaves the conditions, clearing the conditions the board.
    await page.getByRole("button", { name: words("ask.clearAll") }).click();
    await says(page, assert, 'player "Morphy" result 1-0 year>=1850 year<=1870 // conditions');
    await page.getByRole("button", { name: words("conditions.clear") }).click();
    await says(page, assert, "");
  },

  async "conditions are chips, and the text is what was typed"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve() });
    await opened(page);
    await write(page, "mate");
    await field(page, words("conditions.yearFrom")).fill("1850");
    await field(page, words("conditions.result")).selectOption("1-0");
    await page.locator(".conditions > summary").click();
    await page.locator(".query-actions .primary").click();
    await ended(page);
    const both = await counts(page);
    assert.equal(await text(page), "mate");
    assert.deepEqual(await page.locator(".chip-words").allTextContents(), [
      "1-0",
      `${words("conditions.year")} 1850–`,
    ]);
    await page.getByRole("checkbox", { name: words("conditions.use", { name: "1-0" }) }).uncheck();
    await says(page, assert, "year>=1850 // conditions\nmate");
    await page.locator(".query-actions .primary").click();
    await ended(page);
    assert.notEqual(await counts(page), both);
    // What is switched off is there after the page was loaded again, and can be switched on.
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("off") === "result 1-0");
    await page.reload();
    await page.waitForSelector(".chips .off");
    await picture(page, "chips");
    await page.getByRole("checkbox", { name: words("conditions.use", { name: "1-0" }) }).check();
    await says(page, assert, "result 1-0 year>=1850 // conditions\nmate");
    // A chip leads to its fields.
    await page.locator(".chip-words", { hasText: words("conditions.year") }).click();
    await page.locator(`:focus[aria-label='${words("conditions.yearFrom")}']`).waitFor();
    await page
      .getByRole("button", {
        name: words("conditions.themes.remove", { name: `${words("conditions.year")} 1850–` }),
      })
      .click();
    await says(page, assert, "result 1-0 // conditions\nmate");
    // All of it can be taken back, step by step, wherever the focus is.
    await page.keyboard.press("Control+z");
    await says(page, assert, "result 1-0 year>=1850 // conditions\nmate");
    await page.keyboard.press("Control+z");
    await says(page, assert, "year>=1850 // conditions\nmate");
    assert.equal(await page.locator(".chips .off").count(), 1);
    await page.keyboard.press("Control+Shift+z");
    await says(page, assert, "result 1-0 year>=1850 // conditions\nmate");
    // A query that is pasted brings its conditions along; a header stays first, and places are those of the text.
    await write(page, "year<=1900 // conditions\nstalema");
    await page.locator(".diagnostic .place", { hasText: "1:1" }).waitFor();
    assert.deepEqual(await page.locator(".chip-words").allTextContents(), [
      `${words("conditions.year")} –1900`,
    ]);
    assert.equal(await page.locator(".fault-error").textContent(), "stalema");
    await write(page, "cql(variations)\nmate");
    await says(page, assert, "cql(variations)\nyear<=1900 // conditions\nmate");
    await page.waitForFunction(() => document.querySelectorAll(".token-word").length > 0);
    await page.waitForSelector(".diagnostic.error", { state: "detached" });
    await page.keyboard.press("Control+Enter");
    await page.locator("#answers-heading", { hasText: words("results.matches", { n: 5 }) }).waitFor();
  },

  async "what is chosen beside the text is taken back as the text is"({ assert, open }) {
    const page = await open();
    const [variations, dialect] = ["variations", "dialect"].map((name) =>
      page.getByLabel(words(`query.${name}`), { exact: true }),
    );
    const least = page.locator(".parameter input");
    const asked = 'parameter MIN 2 "pieces"\n#A <= MIN';
    await write(page, asked);
    await least.waitFor();
    await variations.check();
    await dialect.selectOption("6");
    // A check of the text that ends meanwhile does not replace a value that is being typed.
    await least.fill("9");
    await least.press("Tab");
    await page.locator(".parameter .button").waitFor();
    await variations.focus();
    const step = async (keys, wanted) => {
      await page.keyboard.press(keys);
      const now = [await least.inputValue(), await dialect.inputValue(), await variations.isChecked()];
      assert.deepEqual(now, wanted);
    };
    await step("Control+z", ["2", "6", true]);
    await step("Control+z", ["2", "", true]);
    await step("Control+z", ["2", "", false]);
    assert.equal(await text(page), asked);
    await step("Control+Shift+z", ["2", "", true]);
    await step("Control+Shift+z", ["2", "6", true]);
    await step("Control+Shift+z", ["9", "6", true]);
  },

  async "conditions show what the text says, and keep what is written around them"({ assert, open }) {
    const page = await open();
    await opened(page);
    await write(page, "mate  or\nstalemate // both");
    await field(page, words("conditions.ahead")).selectOption("white");
    await field(page, words("conditions.by")).fill("3");
    await says(page, assert, "power A-power a>=3 // conditions\nmate  or\nstalemate // both");
    await write(page, 'year>=1990 site "Riga" // conditions\nKe1');
    await holds(field(page, words("conditions.yearFrom")), "1990");
    // The board's part is read beside the conditions.
    await page.waitForSelector('[data-square="e1"] .piece-wK');
    assert.equal(await text(page), "Ke1");
    await chips(page).filter({ hasText: 'site "Riga"' }).waitFor();
    await field(page, words("conditions.eco")).fill("b9x");
    assert.equal(await field(page, words("conditions.eco")).inputValue(), "B9");
    await says(page, assert, 'year>=1990 eco "B9" site "Riga" // conditions\nKe1');
    // Everything that can be chosen is CQL.
    await page.getByRole("button", { name: words("conditions.clear") }).click();
    await write(page, "mate");
    await field(page, words("conditions.player")).fill("x");
    await field(page, words("conditions.colour")).selectOption("black");
    await field(page, words("conditions.elo")).fill("2000");
    for (const name of [words("conditions.year"), words("conditions.move"), words("conditions.length")]) {
      await field(page, words("conditions.from", { name })).fill("1");
      await field(page, words("conditions.to", { name })).fill("40");
    }
    await field(page, words("conditions.opening")).fill("Najdorf");
    await field(page, words("conditions.event")).fill("Riga");
    await field(page, words("conditions.pieces")).fill("7");
    for (const result of ["1-0", "0-1", "1/2-1/2", "decided", "won", "lost"]) {
      await field(page, words("conditions.result")).selectOption(result);
      for (const ahead of ["white", "black", "equal"]) {
        await field(page, words("conditions.ahead")).selectOption(ahead);
        await page.waitForFunction(
          (wanted) => document.querySelector(".conditions [disabled]") !== null || wanted !== "equal",
          ahead,
        );
      }
      await says(page, assert, /\/\/ conditions\nmate$/);
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
    const both = field(page, words("conditions.eitherSide"));
    await page.locator(".conditions-part summary").click();
    assert.ok(await both.isDisabled(), "nothing is asked yet that it could be about");
    await field(page, words("conditions.least", { name: piece("white", "q") })).fill("1");
    await says(page, assert, "Q>=1 // conditions\nmate");
    await field(page, words("conditions.most", { name: piece("white", "q") })).fill("1");
    await says(page, assert, "Q==1 // conditions\nmate");
    await field(page, words("conditions.most", { name: piece("black", "r") })).fill("2x");
    await field(page, words("conditions.least", { name: piece("white", "p") })).fill("3");
    await field(page, words("conditions.most", { name: piece("white", "p") })).fill("7");
    await says(page, assert, "Q==1 P>=3 P<=7 r<=2 // conditions\nmate");
    await searches(page, assert);
    await both.click();
    await field(page, words("conditions.ahead")).selectOption("white");
    await field(page, words("conditions.yearFrom")).fill("1800");
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
    await holds(field(page, words("conditions.most", { name: piece("black", "b") })), "0");
    assert.equal(
      await field(page, words("conditions.least", { name: piece("white", "n") })).inputValue(),
      "2",
    );
    assert.equal(
      await field(page, words("conditions.least", { name: piece("white", "q") })).inputValue(),
      "",
    );
    await both.click();
    await says(page, assert, "N==2 b<=0 // conditions\nmate");
    await searches(page, assert);
    await page.getByRole("button", { name: words("conditions.clear") }).click();
    await says(page, assert, "mate");
  },

  async "conditions are chosen by their pictures"({ assert, open, picture }) {
    const page = await open();
    await write(page, "mate");
    await opened(page);
    const opener = page.getByRole("button", { name: words("conditions.themes.add") });
    const dialog = page.getByRole("dialog", { name: words("recipes.title") });
    const tile = (name) => dialog.getByRole("button", { name, exact: true });
    const choose = async (name, use = "add") => {
      await tile(name).click();
      await dialog.getByRole("button", { name: words(`recipes.${use}`) }).click();
    };
    await opener.click();
    await tile("Isolated queen's pawn").locator(".piece-wK").waitFor();
    // What is far from the screen, or in a chapter that is closed, is not drawn.
    assert.ok((await dialog.locator(".picture").count()) < 40);
    await picture(page, "conditions-themes");
    await choose("Isolated queen's pawn");
    await dialog.waitFor({ state: "detached" });
    const isolated = "{flipcolor { Pd4 & isolatedpawns not pd1-8 Q q [RBN] >= 4 }}";
    await says(page, assert, `${isolated} // conditions\nmate`);
    assert.match(await chips(page).textContent(), /Isolated queen's pawn/);
    // Another one, with the keyboard alone.
    assert.ok(await opener.evaluate((button) => button === document.activeElement));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.matches(".gallery-of-recipes input"));
    await page.keyboard.insertText("pair knights");
    await tile("Bishop pair against knights").waitFor();
    assert.equal(await dialog.locator(".recipe").count(), 1);
    await dialog.getByRole("button", { name: words("recipes.add") }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await chips(page).count(), 2);
    await picture(page, "conditions-chosen");
    await field(page, words("conditions.yearFrom")).fill("1800");
    await says(page, assert, /^year>=1800 \{flipcolor \{ Pd4.* \{flipcolor \{/);
    // To format the query leaves the conditions alone.
    const line = (await query(page)).split("\n")[0];
    await write(page, `${line}\nQ   or  q`);
    await page.getByRole("button", { name: words("query.format") }).click();
    await says(page, assert, `${line}\nQ or q`);
    await write(page, `${line}\nQ`);
    await searches(page, assert);
    assert.equal(await page.getByRole("button", { name: words("query.format") }).count(), 0);
    await page
      .getByRole("button", {
        name: words("conditions.themes.remove", { name: "Bishop pair against knights" }),
      })
      .click();
    await says(page, assert, `year>=1800 ${isolated} // conditions\nQ`);
    // One that is chosen is taken away where it was chosen; a dialog that is left changes nothing.
    await opener.click();
    await dialog.getByRole("button", { name: words("recipes.remove") }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await says(page, assert, `year>=1800 ${isolated} // conditions\nQ`);
    await opener.click();
    await choose("Isolated queen's pawn", "remove");
    await says(page, assert, "year>=1800 // conditions\nQ");
    await write(page, "{mate or check} // conditions\nQ");
    await chips(page).filter({ hasText: "{mate or check}" }).waitFor();
    // A recipe beside the games shows the same position.
    await page.locator(".recipes button", { hasText: "Structures" }).click();
    await page.locator(".recipe-about .picture .piece-wK").waitFor();
    await picture(page, "recipe-picture");
  },
};
