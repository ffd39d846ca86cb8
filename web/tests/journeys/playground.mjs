// Journeys in the playground, which comes from a plain file server: the first answer, files, exports, failures, loading again.

import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { browse, copies, counts, ended, number, SLOW, search, settle, write } from "../bench.mjs";
import { found, wording, words } from "../words.mjs";
import { violations } from "./train.mjs";

export const needs = ["playground"];

const drop = (page, ...files) => page.setInputFiles(".drop input", files);
const source = (page, text) => page.locator(".source", { hasText: text });
const bytes = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Waits until a file is on the list with the number of its games. */
const isRead = (page, name) =>
  source(page, name)
    .filter({ hasText: wording("games.count") })
    .waitFor({ timeout: 120_000 });

async function download(page, name) {
  if (!(await page.locator(".export [open]").count())) await page.click(".export summary");
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 300_000 }),
    page.locator(".menu-items button", { hasText: name }).first().click(),
  ]);
  await page.keyboard.press("Escape");
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

/** The entry of the first collection, with `n` positions. */
const mine = (n) => `${words("collections.first")}${words("collections.count", { n })}`;

export const journeys = {
  async "playground: an answer is there at once, and nothing leaves"({ assert, play, picture, say }) {
    const began = performance.now();
    const page = await play();
    await ended(page);
    say(`the first answer after ${((performance.now() - began) / 1000).toFixed(2)} s`);
    assert.equal(await counts(page), found(20, 20));
    await page.waitForSelector(".list-row[aria-selected=true]");
    await page.waitForSelector(".game-mount piece, .game-mount .piece");
    assert.match(await page.title(), /nothing leaves this computer/);
    assert.match(await page.textContent(".tagline"), wording("play.tagline"));
    // They are counted after the first answer.
    await page
      .locator(".games", { hasText: words("games.count", { n: 68 }) })
      .first()
      .waitFor();
    assert.equal(await page.locator("input[name=path]").count(), 0);
    await settle(page);
    await picture(page, "playground");
    assert.deepEqual(await violations(page), []);
    // The recipes and the book are there.
    await browse(page, "smothered");
    await page.click(".recipe-about .primary");
    await page.locator("#answers-heading", { hasText: /^[1-9]/ }).waitFor();
    await ended(page);
    assert.ok(number(await counts(page)) < 20);
    await write(page, "mate");
    await page.hover(".token-word");
    await page.waitForSelector(".cm-tooltip .book");
    await picture(page, "playground-help");
  },

  async "playground: neither the page nor the engine can reach another host"({
    assert,
    forgive,
    play,
    serve,
  }) {
    const page = await play();
    await ended(page);
    const other = await serve();
    const reach = (address) =>
      fetch(address, { mode: "no-cors" }).then(
        () => "reached",
        () => "refused",
      );
    // Whoever has no such policy reaches it.
    assert.equal(await reach(other), "reached");
    for (const place of [page, page.workers()[0]])
      assert.equal(await place.evaluate(reach, other), "refused");
    assert.ok(forgive(page).errors.every((error) => /Content Security Policy/.test(error)));
  },

  async "playground: dark, on a phone, in every language"({ assert, play, picture }) {
    const phone = await play({ phone: true, dark: true });
    await ended(phone);
    await phone.click(`.panels button:has-text('${words("app.panel.games")}')`);
    await settle(phone);
    await picture(phone, "playground-phone");
    assert.deepEqual(await violations(phone), []);
    const page = await play({ dark: true });
    assert.deepEqual(await violations(page), []);
    const told = await page.textContent(".games p.quiet");
    for (const code of ["de", "fr", "es"]) {
      const before = await page.textContent(".tagline");
      await page.selectOption(".head select >> nth=0", code);
      await page.waitForFunction((text) => document.querySelector(".tagline").textContent !== text, before);
      assert.notEqual(await page.textContent(".games p.quiet"), told);
      await settle(page);
      assert.deepEqual(await violations(page), [], code);
      await picture(page, `playground-${code}`);
    }
  },

  async "playground: a query is corrected, explained and searched in a file that was dropped"({
    assert,
    play,
    picture,
  }) {
    const page = await play();
    await drop(page, bytes("fool.pgn", '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'));
    await isRead(page, "fool.pgn");
    // It takes the place of the samples.
    assert.equal(await source(page, "fool.pgn").locator("input").isChecked(), true);
    assert.equal(await page.locator(".source input").first().isChecked(), false);
    await write(page, "chekc");
    await page.locator(".diagnostic.error").waitFor();
    await page.click(".fix >> nth=0");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent === "check");
    await search(page, "mate");
    assert.equal(await counts(page), found(1, 1));
    assert.match(await page.textContent(".game-heading h3"), /A.+B/);
    await page.getByRole("tab", { name: words("tools.why") }).click();
    await page.waitForSelector(".why-verdict.holds");
    await picture(page, "playground-why");
    await page.getByRole("tab", { name: words("results.tab.tree") }).click();
    await page.locator(".next", { hasText: words("games.count", { n: 1 }) }).waitFor();
    await page.click(".export summary");
    assert.equal(await page.locator(".menu-items", { hasText: "Parquet" }).count(), 0);
    const { name, text } = await download(page, "CSV");
    assert.equal(name, "tabiya.csv");
    assert.equal(text.trim().split("\n").length, 2);
    // What is no file of games is refused, and what is removed is gone.
    await drop(page, bytes("package.json", '{"name": "x"}'));
    await page.locator(".games .problem", { hasText: "package.json" }).waitFor();
    await page.click(`[aria-label='${words("games.remove", { name: "fool.pgn" })}']`);
    await page.waitForFunction(() => document.querySelectorAll(".source").length === 1);
  },

  async "playground: rows come while a search goes on, and it is cancelled"({ assert, play, picture }) {
    const page = await play();
    await drop(page, bytes("large.pgn", copies(500)));
    await isRead(page, "large.pgn");
    await search(page, SLOW, { wait: false });
    await page.waitForSelector(".answers progress");
    await page.waitForSelector(".list-row[aria-selected=true]");
    const some = number(await counts(page));
    await page.waitForFunction(
      (some) => Number(/[\d,]+/.exec(document.querySelector("#answers-heading").textContent)) > some,
      some,
    );
    // Other requests are answered meanwhile.
    await write(page, "stalemate");
    await page.locator(".words p", { hasText: "stalemate" }).waitFor();
    await picture(page, "playground-running");
    await page.click(`.answers-head .button:has-text('${words("results.cancel")}')`);
    await ended(page);
    assert.match(await page.textContent(".ending"), wording("results.status.cancelled"));
    assert.ok(number(await counts(page)) >= some, "the rows that came are kept");
  },

  async "playground: other processors help with a large file"({ assert, play }) {
    const page = await play();
    await ended(page);
    const workers = page.workers().length;
    const times = 60;
    const large = copies(times);
    assert.ok(large.length > 1 << 20);
    await drop(page, bytes("large.pgn", large));
    await isRead(page, "large.pgn");
    const others = await page.evaluate(() => Math.min(7, navigator.hardwareConcurrency - 1));
    assert.equal(page.workers().length, workers + others);
    const found = async (query) => {
      await search(page, query);
      assert.match(await page.textContent(".ending"), wording("results.status.complete"));
      return number(await counts(page));
    };
    assert.equal(await found("mate"), 20 * times);
    const checks = await found("check");
    // One that goes away costs no answer.
    if (others)
      await page
        .workers()
        .at(-1)
        .evaluate(() => self.close());
    assert.equal(await found("check"), checks);
  },

  async "playground: many rows come to the last one"({ assert, play }) {
    const page = await play();
    await drop(page, bytes("many.pgn", copies(10)));
    await isRead(page, "many.pgn");
    await search(page, "ply>=0");
    assert.match(await page.textContent(".ending"), wording("results.status.complete"));
    const matches = number(await counts(page));
    assert.ok(matches > 10_000, `${matches} rows`);
    const { text } = await download(page, "CSV");
    assert.equal(text.trim().split("\n").length - 1, matches);
  },

  async "playground: hostile queries and games cost an error at most"({ assert, play, picture }) {
    const page = await play();
    for (const query of [
      `${"(".repeat(5000)}mate`,
      "{".repeat(100_000),
      'readfile "/etc/passwd"',
      "mate\u0000\u202e<img src=x onerror=alert(1)>",
    ]) {
      await write(page, query);
      await page.locator(".diagnostics:not(.stale) .diagnostic.error").first().waitFor();
    }
    await picture(page, "playground-hostile");
    const hostile = `[White "<img src=x onerror=alert(1)>"]\n[Black "\u202e"]\n\n1. e4 {<script>alert(1)</script>} ${"(1. d4 ".repeat(2000)}\n`;
    await drop(page, bytes("hostile.pgn", hostile), bytes("noise.pgn.zst", "\u0028\u00b5/\u00fd nothing"));
    await isRead(page, "hostile.pgn");
    await search(page, "true");
    await page.waitForSelector(".list-row");
    await search(page, SLOW);
    // The page is there as before.
    await search(page, "move legal from P");
    assert.match(await counts(page), /match/);
    assert.equal(await page.evaluate(() => document.querySelectorAll("img[src=x]").length), 0);
  },

  async "playground: after a failure of the engine the files are there again"({ assert, play, picture }) {
    const page = await play();
    await drop(page, bytes("one.pgn", copies(1)), bytes("two.pgn", copies(2)));
    await isRead(page, "two.pgn");
    await page.click(`[aria-label='${words("games.remove", { name: "one.pgn" })}']`);
    await search(page, "mate");
    const before = await counts(page);
    const game = await page.textContent(".game-heading h3");
    // As the engine fails: where it is, with an error that nothing catches.
    await page.workers()[0].evaluate(() => {
      setTimeout(() => {
        throw new WebAssembly.RuntimeError("unreachable");
      });
    });
    await page.locator(".notice", { hasText: "unreachable" }).waitFor();
    await isRead(page, "two.pgn");
    await picture(page, "playground-restarted");
    assert.equal(await page.textContent(".game-heading h3"), game);
    await page.keyboard.press("Escape");
    await page.locator(".game-heading h3").click();
    await page.keyboard.press("n");
    await page.waitForFunction(
      (name) => document.querySelector(".game-heading h3")?.textContent !== name,
      game,
    );
    await search(page, "mate");
    assert.equal(await counts(page), before);
    assert.equal(await page.locator(".source").count(), 2);
  },

  async "playground: a page that is loaded again has the queries and not the files"({
    assert,
    play,
    picture,
  }) {
    const page = await play();
    await drop(page, bytes("mine.pgn", copies(1)));
    await isRead(page, "mine.pgn");
    await search(page, "stalemate");
    await page.fill(`[aria-label='${words("queries.name")}']`, "No move");
    await page.click(`.queries button:has-text('${words("queries.save")}')`);
    await page
      .locator(".game-heading")
      .getByRole("button", { name: wording("collections.keep") })
      .click();
    await page.locator(".collections .kept", { hasText: mine(1) }).waitFor();
    await page.waitForFunction(() => /q=stalemate.*in=mine/.test(location.hash));
    await page.reload();
    await page.waitForSelector(".source");
    await page.locator(".games .limit", { hasText: "mine.pgn" }).waitFor();
    await page.locator(".queries .kept", { hasText: "No move" }).waitFor();
    await page.locator(".collections .kept", { hasText: mine(1) }).waitFor();
    await settle(page);
    await picture(page, "playground-again");
    assert.deepEqual(await violations(page), []);
    await drop(page, bytes("mine.pgn", copies(1)));
    await isRead(page, "mine.pgn");
    assert.equal(await page.locator(".games .limit").count(), 0);
    await page.locator(".queries .kept", { hasText: "No move" }).locator(".kept-line").click();
    await ended(page);
  },

  async "playground: it opens without a network"({ assert, disconnect, play }) {
    const page = await play();
    await page.evaluate(() => navigator.serviceWorker.ready);
    disconnect();
    await page.reload();
    await ended(page);
    await drop(page, bytes("fool.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n"));
    await isRead(page, "fool.pgn");
    await search(page, "mate");
    assert.equal(await counts(page), found(1, 1));
    await page.selectOption(".head select >> nth=0", "de");
    await page.waitForFunction(() => document.documentElement.lang === "de");
  },

  async "playground: a large file, plain and compressed"({ assert, large, play, picture, say }) {
    const files = [large, large && `${large}.zst`].filter((file) => file && existsSync(file));
    if (!files.length) return say("NOT CHECKED: no --large FILE");
    for (const file of files) {
      const page = await play();
      let began = performance.now();
      const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
      await drop(page, file);
      await source(page, basename(file)).waitFor({ timeout: 120_000 });
      const added = seconds();
      await isRead(page, basename(file));
      say(`${basename(file)}: on the list after ${added}, counted after ${seconds()}`);
      began = performance.now();
      await search(page, "mate", { wait: false });
      await page.waitForSelector(".list-row[aria-selected=true]", { timeout: 60_000 });
      const first = seconds();
      await ended(page, 600_000);
      say(`${basename(file)}: mate: first row after ${first}, end after ${seconds()}, ${await counts(page)}`);
      assert.match(await page.textContent(".ending"), wording("results.status.complete"));
      const matches = number(await counts(page));
      await page.locator(".list-window .list-row").nth(3).click();
      await page.waitForSelector(".moves .current");
      await picture(page, `playground-${basename(file)}`);
      began = performance.now();
      const csv = await download(page, "CSV");
      say(`${basename(file)}: CSV after ${seconds()}`);
      assert.equal(csv.text.trim().split("\n").length - 1, matches);
      const pgn = await download(page, "PGN");
      assert.equal(pgn.text.match(/^\[White "/gm).length, number((await counts(page)).split(" in ")[1]));
      const report = await download(page, "Report");
      assert.match(report.text, /^<!doctype html>/i);
    }
  },
};
