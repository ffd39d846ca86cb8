// Journeys with sequences that are asked for in any order, almost, and with parameters.

import { counts, ended, number, search, sent, write } from "../bench.mjs";
import { wording, words } from "../words.mjs";

const text = (page) => page.locator(".cm-content").textContent();
const square = (page, name) => page.locator(`.ask-board [data-square="${name}"]`);

/** Waits until the query's text has the form of a pattern. */
const says = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector(".cm-content")?.textContent ?? ""),
    pattern.source,
  );

/** Draws the arrows of a manoeuvre. */
async function draw(page, ...arrows) {
  await page.locator('.ask-choice [data-value="path"]').click();
  await page.getByLabel(words("ask.gaps")).waitFor();
  for (const [number, [from, to]] of arrows.entries()) {
    await square(page, from).dragTo(square(page, to));
    await page.waitForFunction(
      (count) => document.querySelectorAll(".ask-moves li").length === count,
      number + 1,
    );
  }
}

/** Slides to a number of differences. */
async function slide(page, differences) {
  await page.locator(".ask-almost input").fill(String(differences));
}

const PLAN = `[White "Plan"]\n[Result "1-0"]\n\n1. h4 a6 2. g4 a5 3. f4 a4 1-0\n\n`;
const TURNED = `[White "Turned"]\n[Result "1-0"]\n\n1. f4 a6 2. h4 a5 3. g4 a4 1-0\n\n`;
const SHORT = `[White "Short"]\n[Result "1-0"]\n\n1. h4 a6 2. f4 a5 3. Nf3 a4 1-0\n\n`;

export const journeys = {
  async "a manoeuvre in any order, and almost"({ assert, file, open, picture, serve }) {
    const page = await open({ at: await serve([file("plans.pgn", PLAN + TURNED + SHORT)]) });
    const found = async () => {
      await page.locator(".ask-search").click();
      await ended(page);
      return page.locator(".list-window .cell.white").allTextContents();
    };
    await draw(page, ["h2", "h4"], ["g2", "g4"], ["f2", "f4"]);
    await page.getByLabel(words("ask.gaps")).check();
    await says(page, /^path\s+h2--h4 --\* g2--g4 --\* f2--f4$/);
    assert.deepEqual(await found(), ["Plan"]);
    await page.getByLabel(words("ask.anyOrder")).check();
    await says(page, /^path shortest anyorder\s*\(\(h2--h4 --\*\)\s*\(g2--g4 --\*\)\s*\(f2--f4 --\*\)\)$/);
    assert.deepEqual(await found(), ["Plan", "Turned"]);
    // The text is read back, and the slider writes into it.
    await page.getByLabel(words("ask.almost")).waitFor();
    await slide(page, 1);
    await says(page, /^path shortest almost 1 anyorder/);
    assert.match(await page.textContent(".ask-almost output"), wording("ask.almostSome", { n: 1 }));
    assert.ok((await found()).includes("Short"));
    await picture(page, "any-order");
    await page.getByLabel(words("ask.anyOrder")).uncheck();
    await says(page, /^path almost 1\s+h2--h4 --\* g2--g4 --\* f2--f4$/);
    await write(page, "path almost 2 h2--h4 --* g2--g4 --* f2--f4");
    await page.waitForFunction(() => document.querySelector(".ask-almost input")?.value === "2");
    await slide(page, 0);
    await says(page, /^path\s+h2--h4 --\* g2--g4 --\* f2--f4$/);
    assert.deepEqual(await found(), ["Plan"]);
  },

  async "where an almost match differs is marked, on the page and in the report"({
    assert,
    file,
    open,
    picture,
    report,
    serve,
    visit,
  }) {
    const games = file("almost.pgn", '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n');
    const page = await open({ at: await serve([games]) });
    const almost = "path almost 1 --e4 --c5 --f3 --c6";
    await search(page, almost);
    await page.locator(".moves button.differs").waitFor();
    assert.deepEqual(await page.locator(".moves button.differs").allTextContents(), ["e5"]);
    assert.equal(await page.locator(".timeline-differs").count(), 1);
    await page.locator(".legend-differs").click();
    await page.locator(".moves .current.differs").waitFor();
    await page.locator(".match-differs", { hasText: words("game.differsWords") }).waitFor();
    await picture(page, "differs");
    await search(page, "path --e4 --e5 --f3 --c6");
    await page.locator(".legend-item").first().waitFor();
    assert.equal(await page.locator(".moves button.differs, .legend-differs").count(), 0);
    const path = report("almost", ["-e", almost], [games]);
    const told = await visit(path);
    await told.locator(".moves button.differs").first().waitFor();
    assert.deepEqual(await told.locator(".moves button.differs").allTextContents(), ["e5"]);
    await picture(told, "differs-report");
  },

  async "the page asks for the parameters of a query"({ assert, open, picture }) {
    const page = await open();
    await write(page, 'parameter MIN 2 "fewest pieces of White"\nparameter WHO "a name"\n#A <= MIN');
    await page.locator(".parameter").nth(1).waitFor();
    assert.deepEqual(await page.locator(".parameter label").allTextContents(), [
      "MIN fewest pieces of White",
      "WHO",
    ]);
    const min = page.locator(".parameter input").first();
    assert.equal(await min.inputValue(), "2");
    await page.locator(".query-actions .primary").click();
    await ended(page);
    const few = number(await counts(page));
    await picture(page, "parameters");
    await min.fill("16");
    const asked = await sent(page, "api/searches");
    await min.press("Enter");
    assert.deepEqual((await asked()).settings, { MIN: "16" });
    await ended(page);
    const many = number(await counts(page));
    assert.ok(many > few, `${many} > ${few}`);
    assert.match(await text(page), /parameter MIN 2 /);
    // A link holds it, and the way back leads to the other.
    await page.waitForFunction(() => /set=MIN%3D16/.test(location.hash));
    await page.reload();
    await ended(page);
    assert.equal(number(await counts(page)), many);
    await page.locator(".parameter .button").click();
    await page.waitForFunction(() => !document.querySelector(".parameter .button"));
    assert.equal(await min.inputValue(), "2");
    await page.locator(".query-actions .primary").click();
    await ended(page);
    assert.equal(number(await counts(page)), few);
    // What is no number is not taken.
    await min.fill("many");
    await min.press("Tab");
    assert.equal(await min.inputValue(), "2");
    await write(page, "mate");
    await page.waitForFunction(() => !document.querySelector(".parameters"));
  },
};
