// Journeys about searching: the first visit, files, errors, cancelling, links, statistics, exports.

import { readFileSync } from "node:fs";
import { browse, copies, counts, ended, number, SAMPLE, SLOW, search, sent, write } from "../bench.mjs";
import { found, wording, words } from "../words.mjs";

const rows = (page) => page.locator(".list-window .list-row");

export const journeys = {
  async "a count that takes long says of how many games it is"({ assert, file, open, serve }) {
    const page = await open({ at: await serve([file("slow.pgn", copies(2000))]) });
    await write(page, SLOW);
    // In two seconds some of the 136,000 games are counted.
    const count = page.locator(".live-count", { hasText: wording("query.atLeast") });
    const said = await count.filter({ hasText: /[1-9]/ }).first().textContent();
    const [positions, matched, games] = said.match(/\d[\d,]*/g).map(number);
    assert.ok(games < 136_000 && matched <= games && matched <= positions, said);
  },

  async "first visit with the sample games"({ assert, open, picture }) {
    const page = await open();
    assert.match(await page.textContent(".sources"), wording("games.count", { n: 68 }));
    assert.equal(await page.textContent(".cm-content"), "mate");
    await page.waitForSelector(".token-word");
    await picture(page, "first-visit");
    await page.click(".starter >> nth=0");
    await page.click(".recipe-about .primary");
    await ended(page);
    assert.match(await counts(page), wording("results.inGames"));
    // The first answer is shown on the board.
    await page.waitForSelector(".list-row[aria-selected=true]");
    await page.waitForSelector(".game-mount piece, .game-mount .piece");
    await search(page, "mate");
    assert.equal(await counts(page), found(20, 20));
    await page
      .locator("[role=status]", { hasText: words("results.matches", { n: 20 }) })
      .first()
      .waitFor({ state: "attached" });
    await picture(page, "answers");
    // A recipe is two clicks away: what it is, and the search.
    await browse(page, "smothered");
    assert.equal(await page.textContent(".cm-content"), "mate");
    await page.click(".recipe-about .primary");
    await ended(page);
    assert.notEqual(await page.textContent(".cm-content"), "mate");
    await page.waitForFunction(() => !document.querySelector(".diagnostic.error"));
    await picture(page, "recipe");
  },

  async "drop a file, name a file, take it away"({ assert, file, open }) {
    const page = await open();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "mine.pgn"));
      dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, '[Event "x"]\n[White "Dropped, A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
    await page.waitForSelector(".source-name:text('mine.pgn')");
    // The reader's own games take the place of the samples.
    assert.equal(await page.isChecked(".source:has-text('sample games') input"), false);
    await search(page, "mate");
    assert.equal(await counts(page), found(1, 1));
    assert.match(await rows(page).first().textContent(), /Dropped, A/);
    const other = file("other.pgn", '[White "Named"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
    await page.fill(".path-form input", other);
    await page.press(".path-form input", "Enter");
    await page.waitForSelector(".source-name:text('other.pgn')");
    await search(page, "mate");
    assert.equal(await counts(page), found(2, 2));
    await page.click(`[aria-label='${words("games.remove", { name: "mine.pgn" })}']`);
    await page.waitForFunction(() => !document.querySelector(".sources")?.textContent?.includes("mine.pgn"));
    await search(page, "mate");
    assert.equal(await counts(page), found(1, 1));
    await page.fill(".path-form input", "/no/such/file.pgn");
    await page.press(".path-form input", "Enter");
    await page.waitForSelector(".games .problem");
    const errors = /no\/such\/file/;
    assert.match(await page.textContent(".games .problem"), errors);
  },

  async "an error and its fix"({ assert, open, picture }) {
    const page = await open();
    await write(page, "mate chekc");
    await page.waitForSelector(".diagnostic.error");
    assert.equal(await page.textContent(".fault-error"), "chekc");
    await picture(page, "error");
    // Searching does not lose the text, and says why nothing comes.
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent?.includes("error"));
    await page.click(".fix");
    await page.waitForFunction(() => !document.querySelector(".diagnostic.error"));
    assert.match(await page.textContent(".cm-content"), /^mate check/);
    await page.keyboard.press("Control+z");
    assert.equal(await page.textContent(".cm-content"), "mate chekc");
  },

  async "completion and help come from the book"({ assert, open }) {
    const page = await open();
    await write(page, "stalem");
    await page.keyboard.press("Control+Space");
    await page.waitForSelector(".cm-tooltip-autocomplete li");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent === "stalemate");
    await page.waitForSelector(".token-word");
    await page.hover(".token-word");
    await page.waitForSelector(".cm-tooltip .book");
    assert.match(await page.textContent(".cm-tooltip .book"), /stalemate/i);
  },

  async "cancel a long search; another one at the same time"({ assert, file, open, serve }) {
    const large = file("large.pgn", copies(2000));
    const page = await open({ at: await serve([large], ["--threads", "1"]) });
    await search(page, SLOW, { wait: false });
    await page.waitForSelector(".answers progress");
    await page.waitForSelector(".list-row[aria-selected=true]");
    await search(page, `${SLOW} // again`, { wait: false });
    await page.waitForFunction(() => document.querySelectorAll(".running .kept").length === 2);
    await page.click(`.answers-head .button:has-text('${words("results.cancel")}')`);
    await ended(page);
    assert.match(await page.textContent(".ending"), wording("results.status.cancelled"));
    // The list of those that run leads to the other one.
    await page.locator(".running .kept-line").first().click();
    await page.click(`.answers-head .button:has-text('${words("results.cancel")}')`);
    await ended(page);
    assert.match(await page.textContent(".ending"), wording("results.status.cancelled"));
    assert.ok(number(await counts(page)) > 0, "the rows that came are kept");
  },

  async "a page that is loaded again or closed ends its searches"({ assert, file, open, serve }) {
    const large = file("large.pgn", copies(2000));
    const at = await serve([large], ["--threads", "1"]);
    const page = await open({ at });
    await search(page, SLOW, { wait: false });
    for (let turn = 0; turn < 9; turn += 1) {
      await page.waitForSelector(".answers progress");
      await page.waitForFunction(() => /run=1/.test(location.hash));
      await page.reload();
    }
    await page.waitForSelector(".answers progress");
    await page.waitForSelector(".list-row");
    const running = async () => {
      const all = await (await fetch(`${at}api/searches`)).json();
      return all.filter(({ status }) => status === "running").length;
    };
    assert.ok((await running()) <= 2, "those before were ended");
    await page.close();
    for (let turn = 0; turn < 600 && (await running()) > 0; turn += 1)
      await new Promise((done) => setTimeout(done, 100));
    assert.equal(await running(), 0);
  },

  async "a search that fails does not say that nothing matches"({ assert, open, serve }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await page.route("**/api/searches", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: JSON.stringify({ error: { code: "x", message: "the program is busy" } }),
      }),
    );
    await search(page, "mate");
    assert.match(await page.textContent(".answers .problem"), /busy/);
    assert.equal(await counts(page), words("results.noCounts"));
    assert.match(await page.textContent(".answers .empty"), wording("results.failed"));
    assert.equal(await page.locator(".answers .empty button").count(), 0);
    await page.unroute("**/api/searches");
    await search(page, "mate stalemate");
    assert.match(await page.textContent(".answers .empty"), wording("results.none"));
  },

  async "files with the same name are told apart, in a link, too"({ assert, file, open, serve }) {
    const game = '[White "A"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n';
    const [one, two] = ["one", "two"].map((name, i) => file(`${name}/same.pgn`, game.repeat(i + 1)));
    const at = await serve([one, two]);
    const page = await open({ at });
    assert.deepEqual(await page.locator(".source-name").allTextContents(), ["one/same.pgn", "two/same.pgn"]);
    await page.locator(".source input").first().uncheck();
    await search(page, "mate");
    assert.equal(await counts(page), found(2, 2));
    await page.waitForFunction(() => /in=two/.test(location.hash) && /game=/.test(location.hash));
    await page.reload();
    await ended(page);
    assert.equal(await counts(page), found(2, 2));
    assert.equal(await page.locator(".source input").first().isChecked(), false);
    // A link to a file that is not there, or not only once, is not answered from others.
    for (const name of ["same.pgn", "three/same.pgn"]) {
      const other = await open({ at, hash: `#q=mate&run=1&in=${name}` });
      await other.locator(".notice", { hasText: name }).waitFor();
      assert.equal(await other.locator(".ending").count(), 0);
      // Without results there is room for pictures of recipes.
      assert.equal(await other.locator(".starter .picture").count(), 6);
    }
  },

  async "statistics filter the answers, exports have the filters"({ assert, open, picture }) {
    const page = await open();
    await search(page, "check");
    const all = number(await counts(page));
    await page.click("#answers-tab-statistics");
    await page.waitForSelector(".bars .bar");
    await picture(page, "statistics");
    await page.click(".bar:has-text('0-1')");
    await page.waitForSelector(".filters .chip");
    const shown = number(await counts(page));
    assert.ok(shown > 0 && shown < all, `${shown} of ${all}`);
    await page.click(".histogram .column-bar[aria-label]:not([aria-label*=': 0 ']) >> nth=0");
    await page.waitForFunction(() => document.querySelectorAll(".filters .chip").length === 2);
    const both = number(await counts(page));
    assert.ok(both <= shown);
    await page.click(".filters .chip >> nth=0");
    await page.waitForFunction(() => document.querySelectorAll(".filters .chip").length === 1);
    assert.equal(number(await counts(page)), shown);
    const download = async (name) => {
      await page.click(".export summary");
      const [got] = await Promise.all([
        page.waitForEvent("download"),
        page.click(`.menu-items a:has-text('${name}')`),
      ]);
      await page.keyboard.press("Escape");
      return readFileSync(await got.path());
    };
    const csv = (await download("CSV")).toString("utf8").trim().split("\n");
    assert.equal(csv.length - 1, shown, csv.slice(0, 3).join("\n"));
    const json = (await download("JSON")).toString("utf8").trim().split("\n");
    assert.equal(json.length, shown);
    const pgn = (await download("PGN")).toString("utf8");
    assert.ok(pgn.includes('[Result "0-1"]') && !pgn.includes('[Result "1-0"]'));
    assert.equal((await download("Parquet")).subarray(0, 4).toString(), "PAR1");
    assert.match((await download("Report")).toString("utf8"), /^<!doctype html>/i);
  },

  async "files have the steps of sequences, or the games in which nothing matches"({
    assert,
    open,
    serve,
    picture,
  }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await search(page, "next almost 1 (check . mate)");
    const games = number((await counts(page)).split(" in ")[1]);
    await page.click(".export summary");
    const download = async (rows) => {
      await page.locator(".export-rows select").selectOption(rows);
      const link = `.menu-items a[href*='rows=${rows}']:has-text('JSON')`;
      const [got] = await Promise.all([page.waitForEvent("download"), page.click(link)]);
      const text = readFileSync(await got.path(), "utf8").trim();
      return text.split("\n").map((line) => JSON.parse(line));
    };
    const matches = await download("matches");
    const steps = await download("steps");
    await picture(page, "export-steps");
    assert.equal(
      steps.length,
      matches.reduce((all, { length }) => all + length, 0),
    );
    assert.ok(steps.some(({ differs }) => differs));
    const unmatched = await download("unmatched");
    assert.equal(unmatched.length, 68 - games);
    assert.ok(unmatched.every(({ position }) => position === null));
  },

  async "a link holds the state"({ assert, open, serve }) {
    const at = await serve([SAMPLE]);
    const page = await open({ at });
    await search(page, "check");
    await page.click("#answers-tab-statistics");
    await page.click(".bar:has-text('0-1')");
    await page.click("#answers-tab-list");
    await rows(page).nth(2).click();
    await page.waitForFunction(() => /game=/.test(location.hash) && /result=/.test(location.hash));
    await page.waitForTimeout(400);
    const chosen = await page.textContent(".list-row[aria-selected=true]");
    const told = await counts(page);
    const hash = await page.evaluate(() => location.hash);
    const other = await open({ at, hash });
    await ended(other);
    assert.equal(await other.textContent(".cm-content"), "check");
    await other.waitForSelector(".filters .chip");
    assert.equal(await counts(other), told);
    await other.waitForSelector(".list-row[aria-selected=true]");
    assert.equal(await other.textContent(".list-row[aria-selected=true]"), chosen);
  },

  async "both readings where the dialects differ"({ assert, open, picture }) {
    const page = await open();
    await write(page, "not check or mate");
    await page.waitForSelector(".readings .reading");
    await picture(page, "readings");
    await page.click(".reading input:not(:checked)");
    assert.equal(await page.inputValue(`select[aria-label='${words("query.dialect")}']`), "6");
    // What was chosen is what is searched.
    const asked = await sent(page, "api/searches");
    await page.click(".query-actions .primary");
    assert.equal((await asked()).dialect, "6");
    await ended(page);
  },
};
