// Journeys about what leaves the page with answers: the sheet on paper, and the study for Lichess.

import { readFileSync } from "node:fs";
import { pagesOf, SAMPLE, search } from "../bench.mjs";
import { words } from "../words.mjs";
import { violations } from "./train.mjs";

async function choose(page, name) {
  await page.click(".export summary");
  await page.getByRole("button", { name }).click();
}

/** What is seen on paper: the heads of the pages, and the number of diagrams. */
async function onPaper(page, picture, name) {
  await page.emulateMedia({ media: "print" });
  await picture(page, name, { fullPage: true });
  const seen = await page.evaluate(() => {
    const shown = (element) => element.getClientRects().length > 0;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    return {
      app: all("#app, dialog").length,
      heads: all(".sheet-page header").map((head) => head.textContent),
      diagrams: all(".diagram").length,
      solutions: all(".sheet-solutions li").map((each) => each.textContent),
      tall: all(".sheet-page:not(.sheet-solutions)").some(
        (each) => each.scrollHeight > each.clientHeight + 1,
      ),
    };
  });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.emulateMedia({ media: "screen" });
  return { ...seen, pdf };
}

export const journeys = {
  async "print: a sheet with diagrams, and solutions on a page of their own"({
    assert,
    open,
    picture,
    serve,
    say,
  }) {
    const page = await open({ at: await serve([SAMPLE]), dark: true });
    await search(page, "mate");
    await choose(page, words("items.print"));
    await page.waitForSelector(".print-view .diagram");
    await page.getByLabel(words("print.heading")).fill("Mates of old");
    assert.equal(await page.locator(".print-view .diagram").count(), 20);
    await picture(page, "print");
    assert.deepEqual(await violations(page), []);
    const six = await onPaper(page, picture, "print-six");
    assert.equal(six.app, 0);
    assert.equal(six.diagrams, 20);
    assert.equal(six.tall, false);
    assert.deepEqual(six.heads, [
      ...[1, 2, 3, 4].map((number) => `Mates of old${words("print.page", { number })}`),
      words("print.solutions"),
    ]);
    assert.equal(six.solutions.length, 20);
    assert.match(six.solutions[0], /^\d+\.+ \S+# .+ – .+/);
    assert.equal(pagesOf(six.pdf), 5);
    // What is printed is asked for with the browser's own means.
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "yes");
    });
    await page.getByRole("button", { name: words("print.print"), exact: true }).click();
    assert.equal(await page.getAttribute("body", "data-printed"), "yes");
    await page.getByLabel(words("print.perPage")).selectOption("12");
    await page.waitForFunction(() => document.querySelectorAll(".paper .sheet-page").length === 3);
    const twelve = await onPaper(page, picture, "print-twelve");
    assert.equal(pagesOf(twelve.pdf), 3);
    assert.equal(twelve.tall, false);
    await page.getByLabel(words("print.show")).selectOption("match");
    await page.waitForFunction(() => !document.querySelector(".paper .sheet-solutions"));
    const match = await onPaper(page, picture, "print-match");
    assert.equal(match.solutions.length, 0);
    assert.equal(pagesOf(match.pdf), 2);
    await page.locator(".print").getByLabel(words("results.perGame.positions")).fill("5");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll(".print-view .diagram").length === 5);
    say(`six on a page: ${six.pdf.length} bytes of PDF`);
    // Without the dialog the page prints as it did.
    await page.getByRole("button", { name: words("app.close"), exact: true }).click();
    await page.waitForFunction(() => !document.querySelector(".paper, .has-paper"));
  },

  async "study: a chapter for each answer, read again by the program"({
    assert,
    file,
    open,
    picture,
    serve,
  }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await search(page, "mate Q attacks k");
    const found = await page.locator(".list-window .list-row").count();
    assert.ok(found > 1);
    await choose(page, words("items.study"));
    const text = page.getByLabel(words("study.text"));
    await text.waitFor();
    const { width } = await text.boundingBox();
    assert.ok(width > 800, `the text of the study is ${width} px wide`);
    await picture(page, "study");
    assert.deepEqual(await violations(page), []);
    const positions = await text.inputValue();
    assert.equal(positions.match(/\[ChapterName "\d+\. .* – .*#"\]/g).length, found);
    assert.equal(positions.match(/\[FEN "/g).length, found);
    assert.match(positions, /\[%c[as]l [GRBY]/);
    await page.getByLabel(words("study.begin")).selectOption("game");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.click(`text=${words("study.save")}`),
    ]);
    assert.match(saved.suggestedFilename(), /\.pgn$/);
    const games = readFileSync(await saved.path(), "utf8");
    // One of the games has a position of its own to begin with.
    assert.equal(games.match(/\[FEN "/g).length, 1);
    assert.match(games, /# \{(\[%csl\s[^\]]+\]\s)?\[%cal\s[^\]]+\]\s/);
    // The program finds the same mates in both.
    for (const [name, pgn] of Object.entries({ positions, games })) {
      const other = await open({ at: await serve([file(`study-${name}.pgn`, pgn)]) });
      await search(other, "mate");
      assert.equal(await other.locator(".list-window .list-row").count(), found, name);
    }
  },
};
