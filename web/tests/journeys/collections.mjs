// Journeys about collections: positions with notes that the browser keeps, files of them, and a way back.

import { readFileSync } from "node:fs";
import { SAMPLE, search } from "../bench.mjs";
import { wording, words } from "../words.mjs";
import { violations } from "./train.mjs";

const side = (page, text) => page.locator(".collections .kept", { hasText: text });
const star = (page) =>
  page.locator(".game-heading").getByRole("button", { name: wording("collections.keep") });
/** Waits for so many entries in the list. */
const entries = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".collection-item").length === count, count);

async function download(page, text) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(text)]);
  return readFileSync(await file.path(), "utf8");
}

/** The entry of the first collection, with `n` positions. */
const mine = (n) => `${words("collections.first")}${words("collections.count", { n })}`;

export const journeys = {
  async "collections: a star keeps a position, with a note, and what is removed comes back"({
    assert,
    open,
    picture,
    serve,
  }) {
    const at = await serve([SAMPLE]);
    const page = await open({ at });
    await search(page, "mate");
    await star(page).click();
    await side(page, mine(1)).waitFor();
    const game = await page.textContent(".game-heading h3");
    // The same again is not kept twice.
    await page.getByRole("button", { name: wording("collections.known") }).click();
    await page.keyboard.press("Escape");
    await page.locator(".game-heading h3").click();
    await page.keyboard.press("n");
    await star(page).click();
    await side(page, mine(2)).waitFor();
    await page.fill(`[aria-label='${words("collections.name")}']`, "Endings");
    await page.click(`.collections button:has-text('${words("collections.add")}')`);
    await side(page, `Endings${words("collections.count", { n: 0 })}`).waitFor();
    await side(page, words("collections.first")).locator("button").click();
    await page.waitForSelector(".collection-item");
    await entries(page, 2);
    await page.locator(".collection-item textarea").first().fill("Remember this one");
    await page.keyboard.press("Tab");
    await page
      .locator(`.collection-item [aria-label^='${words("collections.remove", { name: "" })}']`)
      .nth(1)
      .click();
    await page.locator(".collection-undo").waitFor();
    await entries(page, 1);
    await page.click(".collection-undo button");
    await entries(page, 2);
    await page.waitForTimeout(200);
    await picture(page, "collection");
    assert.deepEqual(await violations(page), []);
    const json = await download(page, `text=${words("collections.json")}`);
    assert.equal(JSON.parse(json).collections[0].kept[0].note, "Remember this one");
    await page.click(`text=${words("collections.drop")}`);
    await entries(page, 0);
    await page.click(".collection-undo button");
    await entries(page, 2);
    // It outlasts the page and the file that it came from.
    const other = await serve([]);
    await page.goto("about:blank");
    await page.goto(at);
    await side(page, mine(2)).locator("button").click();
    assert.equal(await page.locator("textarea").first().inputValue(), "Remember this one");
    await page
      .locator(".collection")
      .getByRole("button", { name: words("train.open"), exact: true })
      .click();
    await page.locator(".train-task").waitFor();
    await page.keyboard.press("Escape");
    const there = await open({ at: other });
    await there.setInputFiles(".collections input[type=file]", {
      name: "mine.json",
      mimeType: "application/json",
      buffer: Buffer.from(json),
    });
    await side(there, mine(2)).waitFor();
    await side(there, words("collections.first")).locator("button").click();
    await there
      .getByRole("button", { name: words("collections.show") })
      .first()
      .click();
    await there.waitForFunction(
      (name) => document.querySelector(".game-heading h3")?.textContent === name,
      game,
    );
    await there.locator(".moves .current", { hasText: "#" }).waitFor();
    await there.locator(".source", { hasText: `${words("collections.first")}.pgn` }).waitFor();
  },

  async "collections: PGN goes out and comes in, on a phone in the dark too"({
    assert,
    open,
    picture,
    serve,
  }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await search(page, "mate Q attacks k");
    await star(page).click();
    await side(page, mine(1)).locator("button").click();
    await page
      .locator(".collection")
      .getByRole("button", { name: words("items.study") })
      .click();
    await page.getByLabel(words("study.begin")).selectOption("game");
    const pgn = await download(page, `text=${words("study.save")}`);
    const phone = await open({ at: await serve([]), phone: true, dark: true });
    await phone.click(`.panels button:has-text('${words("app.panel.games")}')`);
    const input = ".collections input[type=file]";
    await phone.setInputFiles(input, {
      name: "package.pgn",
      mimeType: "text/plain",
      buffer: Buffer.from("no games"),
    });
    await phone.locator(".notice", { hasText: words("collections.noFile") }).waitFor();
    await phone.setInputFiles(input, { name: "study.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
    await side(phone, `study${words("collections.count", { n: 1 })}`)
      .locator("button")
      .click();
    await phone.locator(".collection-item h3", { hasText: "#" }).waitFor();
    assert.equal(await phone.locator(".collection-item textarea").inputValue(), words("study.match"));
    await picture(phone, "collection-phone");
    assert.deepEqual(await violations(phone), []);
    assert.ok(await phone.evaluate(() => document.querySelector(".collection").scrollWidth <= innerWidth));
    // The file is not left behind as games to search.
    assert.equal(await phone.locator(".source", { hasText: "study.pgn" }).count(), 0);
  },
};
