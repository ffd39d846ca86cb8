// Journeys in the report: what it shows, its keys, its size, and that nothing in a game can run.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { copies, number, pagesOf, SAMPLE, search, settle } from "../bench.mjs";
import { wording, words } from "../words.mjs";

/** Presses a key, and lets the page come to rest. */
async function press(page, key) {
  await page.keyboard.press(key);
  await settle(page);
}

const text = (page, selector) => page.locator(selector).first().textContent();
const count = (page, selector) => page.locator(selector).count();

/** In the page: the board of the viewer as the pieces of a FEN, read from the elements of the picture. */
const DRAWN = `(() => {
  const squares = Array.from({ length: 8 }, () => Array(8).fill(null));
  for (const piece of document.querySelectorAll(".viewer cg-board piece:not(.fading)")) {
    const [color, role] = piece.cgPiece.split(" ");
    const letter = role === "knight" ? "n" : role[0];
    squares[8 - piece.cgKey[1]]["abcdefgh".indexOf(piece.cgKey[0])] = color === "white" ? letter.toUpperCase() : letter;
  }
  return squares.map((rank) => rank.map((piece) => piece ?? "1").join("").replace(/1+/g, (run) => run.length)).join("/");
})()`;
const drawn = (page) => page.evaluate(DRAWN);
/** In the page: which match of how many is shown, with `#` for both. */
const PLACE = JSON.stringify(words("report.place", { number: "#", n: "#" }));

/** The number of matches that are shown becomes a text like this. */
async function shows(page, pattern) {
  await page.locator("#shown", { hasText: pattern }).waitFor();
}

export const journeys = {
  async "report: opens at its top, whatever the width of its list"({ assert, report, visit }) {
    const path = report("top", ["-e", "mate"]);
    for (const [width, height] of [
      [1280, 720],
      [1440, 900],
      [900, 700],
    ]) {
      const page = await visit(path, { width, height });
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => scrollY), 0, `${width} × ${height}`);
    }
  },

  async "report: summary, query, charts, list and game"({ assert, report, visit, picture, say }) {
    const query = "next 4 99 nestban ((check .)* mate) // forced";
    const path = report("checks", ["-e", query, "--select", "king=k", "--tally", "sidetomove"]);
    const page = await visit(path);
    assert.match(await text(page, "h1"), wording("report.inGamesOf", { n: 68 }));
    assert.equal(await text(page, ".query code"), query);
    assert.equal(await text(page, ".token-keyword"), "next");
    assert.equal(await text(page, ".token-comment"), "// forced");
    assert.equal(await count(page, ".chart"), 5);
    assert.match(await text(page, ".chart:last-child figcaption"), /^sidetomove/);
    assert.ok((await count(page, ".card .picture .piece")) > 20);
    assert.match(await text(page, ".card .why"), new RegExp(`^next: ${wording("game.positions").source}`));
    assert.match(await text(page, ".card .chip"), /^king [a-h][1-8]$/);
    assert.ok((await count(page, ".card .mark")) > 0, "the selected squares are marked");
    assert.ok((await count(page, ".card .arrow-green")) > 0, "the sequence has arrows");
    assert.equal(await page.isVisible("#viewer"), true);
    assert.equal(await count(page, ".moves .span:not(.matched)"), 4, "the moves of the sequence are marked");
    assert.equal(await count(page, ".viewer cg-board square.mark"), 1);
    await picture(page, "report-wide");
    await picture(page, "report-whole", { fullPage: true });
    const pdf = await page.pdf({ printBackground: true, format: "A4" });
    assert.ok(pdf.length > 20_000);
    const pages = pagesOf(pdf);
    say(`${pages} pages on paper`);
    assert.ok(pages > 1, "the boards are printed");
    // Firefox does not print every background that it shows.
    await page.emulateMedia({ media: "print" });
    const squares = page.locator(".board-squares").first();
    const ground = await squares.evaluate((board) => getComputedStyle(board).backgroundImage);
    assert.match(ground, /^linear-gradient(?!.*conic)/);
    await picture(await visit(path, { dark: true }), "report-dark");
  },

  async "report: steps through a game by keys and clicks"({ assert, report, visit }) {
    const path = report("steps", ["-e", "mate"]);
    const page = await visit(path);
    const matched = await drawn(page);
    assert.ok((await text(page, ".fen")).startsWith(`${matched} `));
    await press(page, "Home");
    const start = await drawn(page);
    assert.equal(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    await press(page, "ArrowRight");
    assert.notEqual(await drawn(page), start);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => location.hash), "#match=1&at=1");
    await press(page, "ArrowLeft");
    assert.equal(await drawn(page), start);
    await press(page, "m");
    assert.equal(await drawn(page), matched);
    await page.click(".moves .move >> nth=1");
    await settle(page);
    assert.equal(await text(page, ".moves [aria-current]"), await text(page, ".moves .move >> nth=1"));
    await press(page, "f");
    const white = await text(page, ".card .players .white");
    assert.ok(white.includes(await text(page, ".viewer .player-name")), "White is above");
    await press(page, "f");
    await press(page, "n");
    assert.match(await text(page, ".place"), wording("report.place", { number: 2 }));
    assert.notEqual(await drawn(page), matched);
    await press(page, "p");
    assert.equal(await drawn(page), matched);
    assert.equal(await count(page, ".gallery li:first-child .match[aria-current]"), 1);
    await press(page, "?");
    assert.equal(await page.isVisible("dialog[open]"), true);
    await press(page, "Escape");
    const third = await visit(path, { hash: "#match=3" });
    assert.match(await text(third, ".place"), wording("report.place", { number: 3 }));
    await settle(third);
    assert.ok((await text(third, ".fen")).startsWith(`${await drawn(third)} `));
  },

  async "report: every position is drawn as its FEN says, in variants, too"(tools) {
    const { assert, file, report, visit, picture } = tools;
    const variants = file(
      "variants.pgn",
      [
        '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ *',
        '[Variant "Atomic"]\n\n1. Nf3 a6 2. Ng5 a5 3. Nxf7# 1-0',
        '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]\n\n1. O-O Ke7 *',
        '[Variant "Three-check"]\n\n1. e4 f6 2. Qh5+ g6 *',
        '[Variant "Racing Kings"]\n\n1. Kh3 Ka3 *',
        '[FEN "7k/P7/8/8/8/8/p7/7K b - - 0 40"]\n\n40... Kg7 41. a8=Q a1=N 42. -- Kf7 (42... Nb3 43. Qb8) 43. Qf3+ *',
      ].join("\n\n"),
    );
    const compare = async (name, options, games, least) => {
      const page = await visit(report(name, [...options, "-e", "ply >= 0"], games));
      const wrong = await page.evaluate(`(async () => {
        const wrong = [];
        const total = Number(/\\d+$/.exec(document.querySelector(".place").textContent));
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        for (let i = 0; i < total; i += 1) {
          const fen = document.querySelector(".fen").textContent.split(" ")[0].replace(/\\[.*/, "").replaceAll("~", "");
          // The board is drawn at the next frame, and the list and the match before it.
          for (let turn = 0; turn < 30 && ${DRAWN} !== fen; turn += 1) await frame();
          if (${DRAWN} !== fen) wrong.push(i + " " + ${DRAWN} + " " + fen);
          dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
          const next = ${PLACE}.replace("#", Math.min(i + 2, total)).replace("#", total);
          for (let turn = 0; turn < 30 && document.querySelector(".place").textContent !== next; turn += 1) await frame();
        }
        const last = document.querySelector(".place").textContent;
        if (total < ${least} || last !== ${PLACE}.replaceAll("#", total)) wrong.push(last);
        return wrong;
      })()`);
      assert.deepEqual(wrong, []);
      return page;
    };
    await compare("positions", ["--sample-rows", "400", "--seed", "7"], [SAMPLE], 400);
    const page = await compare("variants", ["--variations"], [variants], 33);
    for (const [variant, told] of [
      ["three-check", /checks given: 1 by White/],
      ["crazyhouse", /in hand: /],
    ]) {
      await page.fill("#search", variant);
      await settle(page);
      await page.click(".card.match >> nth=0");
      // The keys are for the game that is shown.
      await page.locator(".card.match[aria-current]").waitFor();
      await settle(page);
      await page.keyboard.press("End");
      await page.locator(".game-beside", { hasText: told }).waitFor();
    }
    await picture(page, "report-variant");
  },

  async "report: searches, filters and sorts"({ assert, report, visit, picture }) {
    const page = await visit(report("list", ["-e", "mate", "-e", "stalemate"]));
    const all = new RegExp(`^${words("results.matches", { n: 24 })}`);
    await shows(page, all);
    await press(page, "/");
    await page.keyboard.insertText("MORPHY");
    await shows(page, wording("results.shown", { n: 24 }));
    // The cards are drawn a frame after the count.
    await page.locator(".card .players").first().filter({ hasText: "Morphy" }).waitFor();
    await page.fill("#search", " ");
    await shows(page, all);
    await page.focus("#search");
    await press(page, "Escape");
    assert.equal(await page.evaluate(() => document.activeElement.id), "");
    await page.selectOption("#query", "1");
    await shows(page, `${words("results.shown", { shown: 4, n: 24 })} ${words("results.inGames", { n: 4 })}`);
    await page.selectOption("#query", "-1");
    await page.click("#view-table");
    await settle(page);
    await page.click(".heads button:text-is('White')");
    await settle(page);
    const names = await page.locator(".list-rows .list-row .white").allTextContents();
    const sorted = [...names].sort(
      (a, b) => (a === "") - (b === "") || a.localeCompare(b, "en", { numeric: true, sensitivity: "base" }),
    );
    assert.deepEqual(names, sorted);
    assert.ok(names.length > 10);
    assert.equal(await page.inputValue("#sort"), "white");
    await picture(page, "report-table");
    // A row is opened by keys, too.
    for (const key of ["Home", "ArrowDown"]) await page.locator(".list").press(key);
    await settle(page);
    assert.match(await text(page, ".place"), wording("report.place", { number: 2, n: 24 }));
    await page.click(".chart .column-bar[aria-label]:not([aria-label*=': 0 ']) >> nth=0");
    await shows(page, wording("results.shown", { n: 24 }));
    await page.click(".filters .chip");
    await shows(page, all);
  },

  async "report: runs nothing that a game or a query says"(tools) {
    const { assert, file, report, visit, forgive, picture } = tools;
    const evil = [
      "</script><script>window.hacked = 1; alert(1)</script>",
      "<img src=x onerror='window.hacked = 2'>",
      "'\\\"><svg onload=window.hacked=3>",
      "<!-- <script> {{games}} {{run}} \u2028\u202e",
      "javascript:alert(4)",
    ];
    const tags = ["White", "Black", "Event", "Site", "Date"].map((name, i) => `[${name} "${evil[i]}"]`);
    const game = `${tags.join("\n")}\n[Round "${evil[1]}"]\n[ECO "${evil[0]}"]\n[Annotator "${evil[0]}"]\n[Result "*"]\n\n1. e4 {${evil[0]}} e5 {${evil[1]}} *\n`;
    const games = file("evil.pgn", game.repeat(3));
    const query = `ply >= 0 comment("${evil[0].replaceAll('"', "'")}") // ${evil[1]}`;
    const column = `${evil[1].replaceAll("=", "_")}=tag "Annotator"`;
    const path = report("evil", ["-e", query, "--select", column, "--tally", 'tag "Event"'], [games]);
    const page = await visit(path);
    assert.equal(
      await text(page, "h1"),
      `${words("results.matches", { n: 9 })} ${words("report.inGamesOf", { games: 3, n: 3 })}`,
    );
    for (let i = 0; i < 4; i += 1) await press(page, "n");
    await page.click("#view-table");
    await settle(page);
    assert.equal(await page.evaluate("window.hacked"), undefined);
    assert.equal(await count(page, "img, iframe, object, embed, base, [onerror], [onload]"), 0);
    assert.equal(await count(page, "script"), 4, "the script and the three parts of the data");
    await picture(page, "report-evil");
    assert.deepEqual(forgive(page), { errors: [], foreign: [] });
    // What slips into the document in some other way is stopped by the security policy.
    await page.evaluate(() => {
      document.body.append(
        Object.assign(document.createElement("script"), { textContent: "window.hacked = 5" }),
      );
      document.body.insertAdjacentHTML("beforeend", '<img src=x onerror="window.hacked = 6">');
    });
    await settle(page);
    assert.equal(await page.evaluate("window.hacked"), undefined);
    const { errors } = forgive(page);
    assert.ok(
      errors.length > 1 && errors.every((error) => /Content.Security.Policy/.test(error)),
      errors.join(),
    );
  },

  async "report: ten thousand matches"({ assert, file, report, visit, say }) {
    const path = report("many", ["-e", "terminal"], [file("many.pgn", copies(150))]);
    const size = statSync(path).size;
    assert.ok(size < 20_000_000, `${size} bytes`);
    const began = performance.now();
    const page = await visit(path);
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    assert.ok(number(await text(page, "h1")) > 10_000);
    say(`${(size / 1e6).toFixed(1)} MB, opened in ${seconds} s`);
    assert.ok((await count(page, ".card.match")) < 100, "only what is in sight is drawn");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await settle(page);
    const middle = await page.getAttribute(".gallery li >> nth=0", "aria-posinset");
    assert.ok(Number(middle) > 3000, middle);
    await page.fill("#search", "anderssen");
    await shows(page, wording("results.shown"));
  },

  async "report: a game of ten thousand plies"({ assert, file, report, visit, say }) {
    const moves = Array.from({ length: 5000 }, (_, i) => `${i + 1}. ${i % 2 ? "Ng1 Ng8" : "Nf3 Nf6"}`).join(
      " ",
    );
    const games = file("long.pgn", `[White "Long"]\n\n${moves} *\n`);
    const began = performance.now();
    const page = await visit(report("long", ["-e", "ply==10000"], [games]));
    await page.locator(".moves .current[data-node='10000']").waitFor();
    say(`opened in ${((performance.now() - began) / 1000).toFixed(2)} s`);
    assert.ok((await text(page, ".fen")).startsWith(`${await drawn(page)} `));
    const stepped = performance.now();
    for (let i = 0; i < 10; i += 1) await page.keyboard.press("ArrowLeft");
    await page.locator(".moves .current[data-node='9990']").waitFor();
    say(`${((performance.now() - stepped) / 10).toFixed(0)} ms for a step`);
  },

  async "with a sequence, board and moves have room, in report and page"({
    assert,
    open,
    report,
    visit,
    picture,
  }) {
    const query = "path --e4 --e5 N--f3 --* check --* mate";
    const path = report("room", ["-e", query]);
    const has = async (page, least) => {
      await page.waitForSelector(".legend-item");
      await settle(page);
      const [board, moves] = await Promise.all(
        [".game cg-board", ".game .moves"].map((part) => page.locator(part).boundingBox()),
      );
      assert.ok(board.width >= least && moves.height >= 160, `${board.width} and ${moves.height}`);
    };
    for (const [width, height, least] of [
      [1440, 900, 560],
      [1280, 720, 420],
    ]) {
      const shown = await visit(path, { width, height });
      await has(shown, least);
      await picture(shown, `report-room-${width}`);
      const page = await open({ width, height });
      await search(page, query);
      await has(page, 0);
      await page.locator(".places button", { hasText: words("app.look") }).click();
      await has(page, least);
      await picture(page, `page-room-${width}`);
    }
  },

  async "report: fits a phone"({ assert, report, visit, picture }) {
    const path = report("phone", ["-e", "next (check check check)"]);
    const page = await visit(path, { phone: true });
    assert.ok(
      (await page.evaluate(() => document.documentElement.scrollWidth)) <= 390,
      "nothing is too wide",
    );
    assert.equal(await page.isVisible("#viewer"), false);
    await picture(page, "report-phone");
    await page.tap(".card.match >> nth=0");
    await settle(page);
    assert.equal(await page.isVisible("#viewer"), true);
    assert.equal(await page.evaluate(() => location.hash.split("&")[0]), "#match=1");
    await picture(page, "report-phone-game");
    await page.evaluate(() => history.back());
    await page.waitForTimeout(200);
    assert.equal(await page.isVisible("#viewer"), false, "back closes the game");
    await picture(await visit(path, { phone: true, dark: true, hash: "#match=1" }), "report-phone-dark");
  },

  async "report: shows what it has if the file breaks off"({ assert, file, report, visit }) {
    const whole = readFileSync(report("whole", ["-e", "mate"]), "utf8");
    const path = file("cut.html", "");
    writeFileSync(path, whole.slice(0, whole.indexOf("\n{", whole.length - 8000) + 200));
    const page = await visit(path);
    assert.match(await text(page, "h1"), wording("results.matches"));
    assert.match(await text(page, "#notice"), wording("report.brokenOff"));
    const none = await visit(report("none", ["-e", "ply > 5000"]));
    assert.equal(
      await text(none, "h1"),
      `${words("results.matches", { n: 0 })} ${words("report.inGamesOf", { games: 0, n: 68 })}`,
    );
    assert.equal(await text(none, ".nothing"), words("report.none"));
  },
};
