// Journeys about what once went wrong: files, warnings, layout, names and games that are larger than usual.

import { copies, counts, ended, number, SAMPLE, search, write } from "../bench.mjs";
import { words } from "../words.mjs";

const FOOLS = "1. f3 e5 2. g4 Qh4# 0-1";
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

export const journeys = {
  async "the games of a file are counted without a search; what is no file of games is said"({
    assert,
    file,
    open,
  }) {
    const page = await open();
    await page.fill(".path-form input[name=path]", file("large.pgn", copies(200)));
    await page.press(".path-form input[name=path]", "Enter");
    await page.locator(".source", { hasText: words("games.count", { n: 13_600 }) }).waitFor();
    await drop(page, "package.json", '{"name": "x", "version": "1.2.3"}');
    await page.locator(".games .problem", { hasText: `package.json: ${words("games.noGames")}` }).waitFor();
    await drop(page, "short.pgn", FOOLS);
    await page
      .locator(".source", { hasText: `short.pgn${words("games.count", { n: 1 })} · 23 bytes` })
      .waitFor();
    await drop(page, "program", "\u007fELF\u0002\u0001\u0001\0\0\0\0".padEnd(4000, "\0"));
    await page.locator(".source .problem").waitFor();
    assert.equal(await page.locator(".source-name", { hasText: "package.json" }).count(), 0);
  },

  async "before the first search, recipes are pictures and cover nothing"({ assert, open, picture }) {
    for (const [width, height, hash] of [
      [1440, 900, "#q=mate&in=none.pgn"],
      [1280, 720, "#q=mate&in=none.pgn"],
      [1440, 900, "#q=mate&in=none.pgn&game=1.4&of=sample games"],
    ]) {
      const page = await open({ width, height, hash });
      await page.waitForSelector(".starter cg-board, .starter .picture");
      const answers = await page.locator(".answers").boundingBox();
      const below = await page.locator(".game-pane").boundingBox();
      assert.ok(answers.y + answers.height <= below.y);
      const starters = page.locator(".invitation");
      const { y, height: tall } = await starters.boundingBox();
      assert.ok(y + tall <= answers.y + answers.height, `recipes end at ${y + tall}`);
      if (height > 800 && !hash.includes("game"))
        assert.ok(await starters.evaluate((box) => box.scrollHeight <= box.clientHeight + 1));
      await picture(page, `starters-${height}${hash.includes("game") ? "-game" : ""}`);
    }
  },

  async "Variations answers the warning that asks for them"({ assert, open }) {
    const page = await open();
    await write(page, "mate variation");
    await page.locator(".diagnostic.warning", { hasText: "never matches" }).waitFor();
    assert.equal(await page.locator(".diagnostic .note", { hasText: "--variations" }).count(), 0);
    await page.click(`.fix:has-text('${words("query.searchVariations")}')`);
    assert.ok(await page.getByLabel(words("query.variations")).isChecked());
    await page.waitForFunction(() => !document.querySelector(".diagnostic"));
    // In words has no signs of code.
    assert.doesNotMatch(await page.textContent(".words p"), /`/);
    await page.locator(".words code", { hasText: "mainline" }).waitFor();
  },

  async "the board stays where it is while a word is typed"({ assert, open }) {
    const page = await open();
    await write(page, "");
    const top = () => page.evaluate(() => document.querySelector(".tools").getBoundingClientRect().top);
    // On a busy machine it takes longer until what was there before the text has gone.
    let before = Number.NaN;
    for (let now = await top(); now !== before; now = await top()) {
      before = now;
      await page.waitForTimeout(700);
    }
    const tops = new Set();
    for (const letter of "pin from Q") {
      await page.keyboard.type(letter);
      await page.waitForTimeout(250);
      tops.add(await top());
    }
    assert.deepEqual([...tops], [before]);
    await page.keyboard.type(" to zz");
    await page.locator(".diagnostic.error").waitFor();
  },

  async "text over marked text"({ assert, open }) {
    const page = await open();
    await write(page, "mate check");
    await page.waitForSelector(".token-word");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("stalemate");
    assert.equal(await page.textContent(".cm-content"), "stalemate");
    // A bracket is put round it, as when it is typed.
    await page.keyboard.press("Control+a");
    await page.keyboard.type("{");
    assert.equal(await page.textContent(".cm-content"), "{stalemate}");
    await page.keyboard.press("Control+z");
    assert.equal(await page.textContent(".cm-content"), "stalemate");
  },

  async "an answer that is tapped is seen"({ assert, open }) {
    const page = await open({ phone: true });
    await page.tap(`.panels button:has-text('${words("app.panel.query")}')`);
    await write(page, "mate");
    await page.tap(".query-actions .primary");
    await ended(page);
    await page.tap(".list-window .list-row >> nth=1");
    await page.locator(".game-mount").waitFor();
    assert.equal(await page.isVisible(".list"), false);
  },

  async "help opens at its button, bars are large enough"({ assert, open }) {
    const page = await open();
    await page.click(`[aria-label='${words("app.help")}']`);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), words("app.close"));
    await page.keyboard.press("Enter");
    await search(page, "check");
    await page.click("#answers-tab-statistics");
    await page.waitForSelector(".bars .bar");
    const low = await page.evaluate(
      () =>
        [...document.querySelectorAll(".bar")].filter((bar) => bar.getBoundingClientRect().height < 24)
          .length,
    );
    assert.equal(low, 0);
    // One has the form of one.
    const plural = words("game.positions", { n: 2 }).replace("2", "1");
    assert.equal(await page.getByTitle(new RegExp(`\\b${plural}`)).count(), 0);
  },

  async "long names leave the board in view"({ assert, file, open, picture, serve }) {
    const name = "Wurst".repeat(1000);
    const pgn = `[White "${name}"]\n[Black "Carlsen,M"]\n[BlackElo "2882"]\n[Event "${name}"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 {[%clk 1:23:45]} Qh4# {[%clk 1:23:45]} 0-1\n`;
    const page = await open({ at: await serve([file("long.pgn", pgn)]) });
    await search(page, "mate");
    await page.locator(".player-name", { hasText: "Carlsen, M" }).waitFor();
    await picture(page, "long-name");
    const { height, width } = await page.evaluate(() => {
      const size = (name) => document.querySelector(name).getBoundingClientRect();
      return {
        height: size(".game-heading").height,
        width: size(".player:has(.player-clock) .player-name").width,
      };
    });
    assert.ok(height < 110, `the heading is ${height} px high`);
    assert.ok(width > 50, `the name is ${width} px wide`);
  },

  async "a game of thousands of moves"({ assert, file, open, say, serve }) {
    const round = ["Nf3", "Nf6", "Ng1", "Ng8"];
    const moves = Array.from({ length: 6000 }, (_, i) => (i % 2 ? "" : `${i / 2 + 1}. `) + round[i % 4]).join(
      " ",
    );
    const page = await open({ at: await serve([file("moves.pgn", `[White "A"]\n\n${moves} *\n`)]) });
    await search(page, "initial");
    await page.locator(".moves [data-node='6000']").waitFor({ state: "attached", timeout: 60_000 });
    await page.click(".game-heading");
    const spent = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      const began = performance.now();
      for (let step = 1; step <= 20; step += 1) {
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }),
        );
        await frame();
      }
      return (performance.now() - began) / 20;
    });
    say(`${spent.toFixed(0)} ms for each step through 6,000 plies`);
    await page.locator(".moves .current[data-node='20']").waitFor();
    // What keeps a step short is that only the moves in view are laid out.
    const pieces = page.locator(".moves-piece");
    assert.ok((await pieces.count()) >= 50);
    assert.equal(await pieces.first().evaluate((piece) => getComputedStyle(piece).contentVisibility), "auto");
    await page.keyboard.press("End");
    await page.locator(".moves .current[data-node='6000']").waitFor();
    assert.equal(await page.locator(".moves .current").count(), 1);
    assert.ok(await page.locator(".moves .current").isVisible());
  },

  async "many rows are sorted, filtered and counted while the page goes on"({
    assert,
    database,
    file,
    open,
    say,
    serve,
  }) {
    const at = await serve([database ?? file("many.pgn", copies(50))], ["--row-limit", "1000000"]);
    const page = await open({ at });
    await search(page, database ? "check" : "ply>=0");
    const all = number(await counts(page));
    assert.ok(all > 100_000);
    assert.equal(page.workers().length, 1);
    await page.evaluate(() => {
      window.long = [];
      new PerformanceObserver((list) =>
        window.long.push(...list.getEntries().map((each) => each.duration)),
      ).observe({
        type: "longtask",
      });
    });
    /** Does something, waits until it shows, and gives the milliseconds, and those of the longest task of the page. */
    const timed = async (what, act, isShown, ...values) => {
      await page.waitForTimeout(300);
      await page.evaluate(() => window.long.splice(0));
      const began = performance.now();
      await act();
      await page.waitForFunction(isShown, ...values);
      const took = performance.now() - began;
      await page.waitForTimeout(200);
      // Firefox does not tell of tasks.
      const longest = await page.evaluate(() =>
        PerformanceObserver.supportedEntryTypes.includes("longtask")
          ? `${Math.max(0, ...window.long).toFixed(0)} ms`
          : "unknown",
      );
      say(`${all.toLocaleString("en")} rows ${what} in ${took.toFixed(0)} ms, longest task ${longest}`);
    };
    const names = () => page.locator(".list-window .cell.white").allTextContents();
    const before = await names();
    await timed(
      "sorted by name",
      () => page.click(".heads .white button"),
      (first) => document.querySelector(".list-window .cell.white")?.textContent !== first,
      before[0],
    );
    assert.equal(await page.getAttribute(".heads .white", "aria-sort"), "ascending");
    const lower = (await names()).map((each) => each.replace(/ \d+$/, "").toLowerCase());
    assert.deepEqual(
      lower,
      [...lower].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    );
    const other = lower[0];
    await timed(
      "sorted the other way",
      () => page.click(".heads .white button"),
      (first) =>
        document.querySelector(".list-window .cell.white")?.textContent.toLowerCase().indexOf(first) !== 0,
      other,
    );
    const word = database ? "carlsen" : "anderssen";
    await timed(
      "looked through for a name",
      () => page.fill(".answers-bar input", word),
      (all) =>
        Number(/[\d,]+/.exec(document.querySelector("#answers-heading").textContent)[0].replaceAll(",", "")) <
        all,
      all,
    );
    for (const each of (await page.locator(".list-window .list-row").allTextContents()).slice(0, 9))
      assert.ok(each.toLowerCase().includes(word), each);
    await page.fill(".answers-bar input", "");
    await page.waitForFunction(
      (all) =>
        document.querySelector("#answers-heading").textContent.startsWith(`${all.toLocaleString("en")} `),
      all,
    );
    const counted = (least) =>
      [...document.querySelectorAll(".histogram")].some(
        (chart) =>
          [...chart.querySelectorAll("[aria-label]")]
            .map((each) => /([\d,]+)\D*$/.exec(each.getAttribute("aria-label")))
            .reduce((sum, found) => sum + Number(found?.[1].replaceAll(",", "") ?? 0), 0) === least,
      );
    await timed("counted", () => page.click("#answers-tab-statistics"), counted, all);
    await timed(
      "filtered by a bar",
      () => page.click(".bar:has-text('1-0')"),
      (all) =>
        Number(/[\d,]+/.exec(document.querySelector("#answers-heading").textContent)[0].replaceAll(",", "")) <
          all && document.querySelector(".filters .chip"),
      all,
    );
    const shown = number(await counts(page));
    const bar = await page.locator(".bar[aria-pressed=true]").getAttribute("title");
    assert.equal(number(bar.split(" ").at(-2)), shown, bar);
  },

  async "a bookmark lasts as long as the key"({ assert, file, open, serve }) {
    const key = file("no-key-yet", "").replace("no-key-yet", `key-${process.pid}`);
    const one = await serve([SAMPLE], ["--key-file", key]);
    const other = await serve([SAMPLE], ["--key-file", key]);
    assert.equal(new URL(one).pathname, new URL(other).pathname);
    const page = await open({ at: other, hash: "#q=mate&run=1" });
    await ended(page);
  },
};
