// Journeys about queries that outlast a search: running ones, Back and Forward, history, names, files.

import { readFileSync } from "node:fs";
import { copies, counts, ended, SAMPLE, SLOW, search } from "../bench.mjs";
import { found, wording, words } from "../words.mjs";

const text = (page) => page.textContent(".cm-content");
const kept = (page, name) => page.locator(".queries .kept", { hasText: name });

export const journeys = {
  async "Back and Forward go from search to search"({ assert, open, serve }) {
    const page = await open({ at: await serve([SAMPLE]) });
    const asked = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/searches")) asked.push(request.url());
    });
    const shows = async (query, told) => {
      await page.waitForFunction(
        ([text, heading]) =>
          document.querySelector(".cm-content").textContent === text &&
          document.querySelector("#answers-heading").textContent === heading,
        [query, told],
      );
    };
    const rest = () => page.waitForTimeout(500);
    await search(page, "mate");
    const first = await counts(page);
    await rest();
    await page.keyboard.press("Escape");
    await page.click(".list-window .list-row >> nth=3");
    await rest();
    const game = await page.textContent(".game-heading h3");
    await search(page, "stalemate");
    const second = await counts(page);
    assert.notEqual(second, first);
    await rest();
    await page.goBack();
    await shows("mate", first);
    await page.waitForFunction(
      (name) => document.querySelector(".game-heading h3")?.textContent === name,
      game,
    );
    await rest();
    await page.goForward();
    await shows("stalemate", second);
    await page.goBack();
    await shows("mate", first);
    // They are the searches of before, not others.
    assert.equal(asked.length, 2);
    // After the page was loaded again they are searched for again.
    await page.reload();
    await ended(page);
    await page.goForward();
    await shows("stalemate", second);
  },

  async "what was searched, and queries with names, are kept"({ assert, open, picture, serve }) {
    const at = await serve([SAMPLE]);
    const page = await open({ at });
    await search(page, "mate");
    await search(page, "stalemate");
    await page.locator(".queries summary", { hasText: words("queries.asked") }).click();
    await kept(page, /^mate20 matches · sample.pgn/).waitFor();
    await page.fill(`[aria-label='${words("queries.name")}']`, "No move");
    await page.click(`.queries button:has-text('${words("queries.save")}')`);
    await kept(page, "No movestalemate").waitFor();
    await picture(page, "queries");
    await page.goto("about:blank");
    await page.goto(at);
    await page.waitForSelector(".cm-content");
    assert.equal(await text(page), "mate");
    await kept(page, "No move").locator(".kept-line").click();
    await ended(page);
    assert.equal(await text(page), "stalemate");
    await page.locator(".queries summary", { hasText: words("queries.asked") }).click();
    await kept(page, /^mate20 matches/)
      .locator(".kept-line")
      .click();
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent === "mate");
    await ended(page);
    assert.equal(await counts(page), found(20, 20));
    // A file takes them to another browser.
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.click(`text=${words("queries.export")}`),
    ]);
    const path = await file.path();
    assert.equal(JSON.parse(readFileSync(path, "utf8")).saved[0].name, "No move");
    const other = await open({ at });
    // The first search of a page may still be listed as one that runs.
    assert.equal(await other.locator(".kept:not(.running .kept)").count(), 0);
    await other.setInputFiles(".queries-files input", SAMPLE);
    await other.locator(".notice", { hasText: words("queries.noFile") }).waitFor();
    await other.setInputFiles(".queries-files input", path);
    await kept(other, "No move").waitFor();
    await other.locator(".notice", { hasText: words("queries.imported", { n: 1 }) }).waitFor();
    await other.click(`[aria-label='${words("queries.remove", { name: "No move" })}']`);
    await other.waitForFunction(() => !document.querySelector(".queries")?.textContent.includes("No move"));
  },

  async "searches that run are listed and cancelled, those of other pages too"({
    assert,
    file,
    open,
    serve,
  }) {
    const at = await serve([file("large.pgn", copies(2000))], ["--threads", "1"]);
    const one = await open({ at });
    await search(one, SLOW, { wait: false });
    await one.locator(".running .kept", { hasText: "matches" }).waitFor();
    const other = await open({ at });
    await search(other, `${SLOW} // other`, { wait: false });
    const foreign = other.locator(".running .kept", { hasText: words("queries.elsewhere") });
    await foreign.waitFor();
    await foreign.locator(".button").click();
    await ended(one);
    assert.match(await one.textContent(".ending"), wording("results.status.cancelled"));
    await foreign.waitFor({ state: "detached" });
    await other.locator(".running .button").click();
    await ended(other);
    assert.match(await other.textContent(".ending"), wording("results.status.cancelled"));
    assert.equal(await other.locator(".running").count(), 0);
  },

  async "the server keeps for every address what the page keeps"({ assert, disconnect, file, open, serve }) {
    const memory = file("memory/old", "").replace(/old$/, "memory.sqlite");
    const page = await open({ at: await serve([SAMPLE], ["--memory", memory]) });
    const other = await open({ at: page.url().split("#")[0] });
    await search(page, "mate");
    await page.getByLabel(words("app.theme")).selectOption("dark");
    await kept(page, "mate").first().waitFor({ state: "attached" });
    // The other page sees it when its reader comes back to it.
    await page.waitForTimeout(300);
    await other.evaluate(() => dispatchEvent(new Event("focus")));
    await kept(other, "mate").first().waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    for (const each of [page, other]) await each.close();
    disconnect();
    // A new server has another port and another key, and the browser knows nothing of them.
    const again = await open({ at: await serve([SAMPLE], ["--memory", memory]) });
    await kept(again, "mate").first().waitFor({ state: "attached" });
    assert.equal(await again.evaluate(() => document.documentElement.dataset.theme), "dark");
  },
};
