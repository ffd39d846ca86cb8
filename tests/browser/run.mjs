// The report in a browser: what it shows, its keys, its size, and that nothing in a game can run.
//
//     node tests/browser/run.mjs [PROGRAM] [--pictures DIR]
//
// PROGRAM is the command, target/debug/tabiya by default. Chromium is found by its name or by the variable CHROMIUM. With
// --pictures, the pictures of the pages are kept in a folder.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withBrowser } from "./browser.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--pictures");
const pictures = at >= 0 ? resolve(args.splice(at, 2)[1]) : null;
const program = resolve(args[0] ?? "target/debug/tabiya");
const sources = new URL("../..", import.meta.url);
const sample = new URL("examples/games/sample.pgn", sources).pathname;
const folder = mkdtempSync(join(tmpdir(), "tabiya-report-"));

/** Searches, and gives the address of the report. */
function report(name, options, games = [sample]) {
  const path = join(folder, `${name}.html`);
  const run = spawnSync(program, ["search", "-q", ...options, "-o", path, ...games], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  assert.ok(run.status < 2, `exit status ${run.status}`);
  return path;
}

function pgn(name, text) {
  const path = join(folder, `${name}.pgn`);
  writeFileSync(path, text);
  return path;
}

const address = (path, hash = "") => pathToFileURL(path).href + hash;

/** Opens a report and gives its page to `use`; the page must have run without an error and loaded nothing. */
async function visit(browser, path, use, options = {}) {
  const page = await browser.open(address(path, options.hash), options);
  await page.settle();
  await use(page);
  assert.deepEqual(page.errors, []);
  const loaded = page.requests.filter((url) => !url.startsWith("data:") && !url.startsWith(address(path)));
  assert.deepEqual(loaded, [], "nothing is loaded");
  await page.close();
}

async function picture(page, name, options) {
  if (pictures) await page.screenshot(join(pictures, `${name}.png`), options);
}

const text = (selector) => `document.querySelector(${JSON.stringify(selector)})?.textContent`;
const number = (selector) => `document.querySelectorAll(${JSON.stringify(selector)}).length`;

/** The board of the viewer as the pieces of a FEN, read from the elements of the picture. */
const DRAWN = `(() => {
  const squares = Array.from({ length: 8 }, () => Array(8).fill(null));
  for (const side of ["white", "black"]) {
    for (const use of document.querySelectorAll(".viewer .big-board .board-" + side + " use")) {
      const letter = use.getAttribute("href").at(-1);
      squares[use.getAttribute("y") / 45][use.getAttribute("x") / 45] = side === "white" ? letter.toUpperCase() : letter;
    }
  }
  return squares.map((rank) => rank.map((piece) => piece ?? "1").join("").replace(/1+/g, (run) => run.length)).join("/");
})()`;

const tests = {
  async "shows summary, query, charts, list and game"(browser) {
    const options = [
      "-e",
      "next 4 99 nestban ((check .)* mate) // forced",
      "--select",
      "king=k",
      "--tally",
      "sidetomove",
    ];
    const path = report("checks", options);
    await visit(browser, path, async (page) => {
      assert.match(await page.value(text("h1")), /^\d+ matches in \d+ of 68 games$/);
      assert.equal(await page.value(text(".query code")), "next 4 99 nestban ((check .)* mate) // forced");
      assert.equal(await page.value(text(".token-keyword")), "next");
      assert.equal(await page.value(text(".token-comment")), "// forced");
      assert.equal(await page.value(number(".chart")), 5);
      assert.match(await page.value(text(".chart:last-child figcaption")), /^sidetomove/);
      assert.ok((await page.value(number(".card .board use"))) > 20);
      assert.match(await page.value(text(".card .why")), /^next: \d+ positions: /);
      assert.match(await page.value(text(".card .chip")), /^king [a-h][1-8]$/);
      assert.ok((await page.value(number(".card .board-mark"))) > 0, "the selected squares are marked");
      assert.ok((await page.value(number(".card .board-arrow.line"))) > 0, "the sequence has arrows");
      assert.equal(await page.value("document.getElementById('viewer').hidden"), false);
      assert.equal(await page.value(number(".moves .along")), 4, "the moves of the sequence are marked");
      await picture(page, "wide");
      await picture(page, "whole", { full: true });
      await page.pdf(join(folder, "report.pdf"));
      assert.ok(statSync(join(folder, "report.pdf")).size > 20_000);
      if (pictures) await page.pdf(join(pictures, "report.pdf"));
    });
    await visit(browser, path, (page) => picture(page, "dark"), { dark: true });
  },

  async "steps through a game by keys and clicks"(browser) {
    const path = report("steps", ["-e", "mate"]);
    await visit(browser, path, async (page) => {
      const matched = await page.value(DRAWN);
      assert.ok((await page.value(text(".fen"))).startsWith(`${matched} `));
      await page.press("Home");
      const start = await page.value(DRAWN);
      assert.equal(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
      await page.press("ArrowRight");
      assert.notEqual(await page.value(DRAWN), start);
      await page.value("new Promise((done) => setTimeout(done, 500))");
      assert.equal(await page.value("location.hash"), "#match=1&at=1");
      await page.press("ArrowLeft");
      assert.equal(await page.value(DRAWN), start);
      await page.press("m");
      assert.equal(await page.value(DRAWN), matched);
      await page.click(".moves .san");
      assert.equal(await page.value(text(".moves [aria-current]")), await page.value(text(".moves .san")));
      await page.press("f");
      assert.equal(await page.value(text(".bar b")), await page.value(text(".card .white b")), "White is above");
      await page.press("f");
      await page.press("n");
      assert.match(await page.value(text(".place")), /^Match 2 of /);
      assert.notEqual(await page.value(DRAWN), matched);
      await page.press("p");
      assert.equal(await page.value(DRAWN), matched);
      assert.ok(await page.value("document.querySelector('.slot').classList.contains('selected')"));
    });
    await visit(browser, path, async (page) => assert.match(await page.value(text(".place")), /^Match 3 of /), {
      hash: "#match=3",
    });
  },

  async "draws every position of every game as its FEN says, in variants, too"(browser) {
    const variants = pgn(
      "variants",
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
      const path = report(name, [...options, "-e", "ply >= 0"], games);
      await visit(browser, path, async (page) => {
        const wrong = await page.value(`(() => {
          const wrong = [];
          const total = Number(document.querySelector(".place").textContent.split(" of ")[1]);
          for (let i = 0; i < total; i += 1) {
            const drawn = ${DRAWN};
            const fen = document.querySelector(".fen").textContent.split(" ")[0].replace(/\\[.*/, "").replaceAll("~", "");
            if (drawn !== fen) wrong.push(location.hash + " " + drawn + " " + fen);
            dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
          }
          return total < ${least} ? ["only " + total] : wrong;
        })()`);
        assert.deepEqual(wrong, []);
      });
      return path;
    };
    await compare("positions", ["--sample-rows", "400", "--seed", "7"], [sample], 400);
    const path = await compare("variants", ["--variations"], [variants], 33);
    await visit(browser, path, async (page) => {
      for (const [variant, told] of [
        ["three-check", /checks given: 1 by White/],
        ["crazyhouse", /in hand: /],
      ]) {
        await page.click("#search");
        await page.value("document.getElementById('search').select()");
        await page.type(variant);
        await page.click(".card");
        await page.press("End");
        assert.match(await page.value(text(".beside")), told);
      }
      await picture(page, "variant");
    });
  },

  async "searches, filters and sorts"(browser) {
    const path = report("list", ["-e", "mate", "-e", "stalemate"]);
    await visit(browser, path, async (page) => {
      const all = await page.value(text("#shown"));
      await page.press("/");
      await page.type("MORPHY");
      assert.match(await page.value(text("#shown")), /^\d+ of 24 matches$/);
      assert.match(await page.value(text(".card .players")), /Morphy/);
      await page.value("document.getElementById('search').value = ''");
      await page.type(" ");
      assert.equal(await page.value(text("#shown")), all);
      await page.press("Escape");
      await page.value(
        "document.querySelector('#query').value = '1'; document.querySelector('#query').dispatchEvent(new Event('change'))",
      );
      assert.equal(await page.value(text("#shown")), "4 of 24 matches");
      await page.value(
        "document.querySelector('#query').value = ''; document.querySelector('#query').dispatchEvent(new Event('change'))",
      );
      await page.click("#view-table");
      const white = "[...document.querySelectorAll('.table .row')].map((row) => row.children[1].textContent)";
      await page.value(
        "[...document.querySelectorAll('.heads button')].find((head) => head.textContent === 'White').click()",
      );
      const names = await page.value(white);
      const sorted = [...names].sort(
        (a, b) => (a === "") - (b === "") || a.localeCompare(b, "en", { numeric: true, sensitivity: "base" }),
      );
      assert.deepEqual(names, sorted);
      await picture(page, "table");
      const bar = ".chart .bar[role=button]";
      await page.value(`document.querySelector(${JSON.stringify(bar)}).dispatchEvent(new MouseEvent("click"))`);
      assert.match(await page.value(text("#shown")), /^\d+ of 24 matches$/);
      await page.click(".filter");
      assert.equal(await page.value(text("#shown")), all);
    });
  },

  async "runs nothing that a game or a query says"(browser) {
    const evil = [
      "</script><script>window.hacked = 1; alert(1)</script>",
      "<img src=x onerror='window.hacked = 2'>",
      "'\\\"><svg onload=window.hacked=3>",
      "<!-- <script> {{script}} \u2028\u202e",
      "javascript:alert(4)",
    ];
    const tags = ["White", "Black", "Event", "Site", "Date"].map((name, i) => `[${name} "${evil[i]}"]`);
    const game = `${tags.join("\n")}\n[Round "${evil[1]}"]\n[ECO "${evil[0]}"]\n[Annotator "${evil[0]}"]\n[Result "*"]\n\n1. e4 {${evil[0]}} e5 {${evil[1]}} *\n`;
    const games = pgn("evil", game.repeat(3));
    const query = `ply >= 0 comment("${evil[0].replaceAll('"', "'")}") // ${evil[1]}`;
    const options = [
      "-e",
      query,
      "--select",
      `${evil[1].replaceAll("=", "_")}=tag "Annotator"`,
      "--tally",
      'tag "Event"',
    ];
    const path = report("evil", options, [games]);
    await visit(browser, path, async (page) => {
      assert.equal(await page.value(text("h1")), "9 matches in 3 of 3 games");
      for (let i = 0; i < 4; i += 1) await page.press("n");
      await page.click("#view-table");
      assert.equal(await page.value("window.hacked"), undefined);
      assert.equal(await page.value(number("img, iframe, object, embed, base, [onerror], [onload]")), 0);
      assert.equal(await page.value(number("script")), 4, "the script and the three parts of the data");
      await picture(page, "evil");
    });
    // What slips into the document in some other way is stopped by the security policy.
    const page = await browser.open(address(path));
    await page.value(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 5' }))",
    );
    await page.value("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked = 6\">')");
    await page.settle();
    assert.equal(await page.value("window.hacked"), undefined);
    assert.ok(
      page.errors.some((error) => error.includes("Content Security Policy")),
      page.errors.join("\n"),
    );
    await page.close();
  },

  async "holds ten thousand matches"(browser) {
    const games = pgn("many", readFileSync(sample, "utf8").repeat(150));
    const path = report("many", ["-e", "terminal"], [games]);
    const size = statSync(path).size;
    assert.ok(size < 20_000_000, `${size} bytes`);
    const began = performance.now();
    await visit(browser, path, async (page) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      assert.match(await page.value(text("h1")), /^10,\d{3} matches/);
      console.log(`    ${(size / 1e6).toFixed(1)} MB, opened in ${seconds} s`);
      assert.ok((await page.value(number(".card"))) < 100, "only what is in sight is drawn");
      await page.value("scrollTo(0, document.body.scrollHeight / 2)");
      await page.settle();
      const middle = await page.value("document.querySelector('.slot').getAttribute('aria-posinset')");
      assert.ok(Number(middle) > 3000, middle);
      await page.click("#search");
      await page.type("anderssen");
      assert.match(await page.value(text("#shown")), /^\d[\d,]* of 10,\d{3} matches$/);
    });
  },

  async "fits a phone"(browser) {
    const path = report("phone", ["-e", "next (check check check)"]);
    const phone = { width: 390, height: 844, scale: 2, phone: true };
    await visit(
      browser,
      path,
      async (page) => {
        assert.ok((await page.value("document.documentElement.scrollWidth")) <= 390, "nothing is too wide");
        assert.equal(await page.value("document.getElementById('viewer').hidden"), true);
        await picture(page, "phone");
        await page.click(".card");
        assert.equal(await page.value("document.getElementById('viewer').hidden"), false);
        assert.equal(await page.value("location.hash.split('&')[0]"), "#match=1");
        await picture(page, "phone-game");
        await page.value("history.back(); new Promise((done) => setTimeout(done, 200))");
        assert.equal(await page.value("document.getElementById('viewer').hidden"), true, "back closes the game");
      },
      phone,
    );
    await visit(browser, path, (page) => picture(page, "phone-dark"), { ...phone, dark: true, hash: "#match=1" });
  },

  async "shows what it has if the file breaks off"(browser) {
    const whole = readFileSync(report("whole", ["-e", "mate"]), "utf8");
    const path = join(folder, "cut.html");
    writeFileSync(path, whole.slice(0, whole.indexOf("\n{", whole.length - 8000) + 200));
    await visit(browser, path, async (page) => {
      assert.match(await page.value(text("h1")), /^\d+ matches in \d+ games$/);
      assert.match(await page.value(text("#notice")), /breaks off/);
    });
    await visit(browser, report("none", ["-e", "ply > 5000"]), async (page) => {
      assert.equal(await page.value(text("h1")), "0 matches in 0 of 68 games");
      assert.equal(await page.value(text(".nothing")), "No game matches.");
    });
  },
};

if (pictures) mkdirSync(pictures, { recursive: true });
let failed = 0;
try {
  await withBrowser(async (browser) => {
    for (const [name, test] of Object.entries(tests)) {
      try {
        await test(browser);
        console.log(`ok    ${name}`);
      } catch (error) {
        failed += 1;
        console.log(`FAIL  ${name}\n${error.stack}`);
      }
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? `${failed} of ${Object.keys(tests).length} failed` : `${Object.keys(tests).length} passed`);
process.exitCode = failed ? 1 : 0;
