// Journeys about what is in view: sizes, splitters, boards of answers, a text that filters, and what a board can be used for.

import { readFileSync } from "node:fs";
import { counts, ended, number, SAMPLE, search, settle } from "../bench.mjs";
import { wording, words } from "../words.mjs";

/** Boxes of elements of a page. */
const box = (page, selector) => page.locator(selector).first().boundingBox();

export const journeys = {
  async "board, moves and eight answers are in view on a small screen"({ assert, open, picture }) {
    const page = await open({ width: 1280, height: 720 });
    await search(page, "check");
    await page.waitForSelector(".moves .current");
    await settle(page);
    await picture(page, "laptop");
    const list = await box(page, ".list");
    const inView = await page.evaluate(() => {
      const list = document.querySelector(".list").getBoundingClientRect();
      const heads = document.querySelector(".list-heads").getBoundingClientRect();
      return [...document.querySelectorAll(".list-window .list-row")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= heads.bottom - 1 && bottom <= list.bottom + 1;
      }).length;
    });
    assert.ok(inView >= 8, `${inView} rows in a list of ${list.height} px`);
    for (const part of [".game-board .board", ".moves", ".game-controls"]) {
      const { y, height } = await box(page, part);
      assert.ok(y + height <= 720, `${part} ends at ${y + height}`);
      assert.ok(height >= (part === ".game-controls" ? 24 : 90), `${part} is ${height} px high`);
    }
    const board = await box(page, ".game-board .board");
    const moves = await box(page, ".moves");
    assert.ok(moves.x >= board.x + board.width, "the moves stand beside the board");
    assert.ok(board.width >= 220, `the board is ${board.width} px wide`);
  },

  async "splitters are moved and stay"({ assert, open, serve }) {
    const at = await serve([SAMPLE]);
    const page = await open({ at });
    await search(page, "mate");
    await page.waitForSelector(".game-board .board");
    await settle(page);
    const before = await box(page, ".game-board .board");
    const bar = await box(page, ".between-rows");
    await page.mouse.move(bar.x + bar.width / 2, bar.y + 4);
    await page.mouse.down();
    await page.mouse.move(bar.x + bar.width / 2, bar.y - 120, { steps: 4 });
    await page.mouse.up();
    await settle(page);
    assert.ok(
      (await box(page, ".game-board .board")).width > before.width + 30,
      "more room is a larger board",
    );
    const query = await box(page, ".query");
    await page.focus(".between-columns");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await settle(page);
    const narrow = await box(page, ".query");
    assert.ok(narrow.width < query.width - 30);
    const other = await page.context().newPage();
    await page.reload();
    await other.close();
    await page.waitForSelector(".query");
    await settle(page);
    assert.equal(Math.round((await box(page, ".query")).width), Math.round(narrow.width));
  },

  async "answers as boards, and a text that filters"({ assert, open, picture }) {
    const page = await open();
    await search(page, "mate");
    await page.click("#answers-tab-boards");
    await page.waitForSelector(".tile .picture .piece");
    await page.waitForFunction(() => document.querySelectorAll(".tile .piece").length > 40);
    await picture(page, "boards");
    await page.click(".tile >> nth=2");
    await page.waitForSelector(".tile[aria-current] >> nth=0");
    const names = await page.locator(".tile[aria-current] .cell").allTextContents();
    assert.ok((await page.textContent(".game-heading h3")).includes(names[1]));
    // The keys of the list go on.
    await page.click(".game-heading");
    await page.keyboard.press("n");
    await page.waitForFunction(
      (name) => !document.querySelector(".tile[aria-current]").textContent.includes(name),
      names[1],
    );
    await page.fill(".answers-bar [type=search]", "morphy");
    await page
      .locator("#answers-heading", { hasText: words("results.shown", { shown: 1, n: 20 }) })
      .waitFor();
    await page.click("#answers-tab-list");
    assert.match(await page.textContent(".list-window .list-row"), /Morphy/);
    await page.click(".export summary");
    await page.locator(".menu-items", { hasText: wording("export.text") }).waitFor();
    await page.keyboard.press("Escape");
    await page.fill(".answers-bar [type=search]", "");
    await page.locator("#answers-heading", { hasText: /^20 / }).waitFor();
    assert.equal(number(await counts(page)), 20);
  },

  async "one diagram for each game, with a slider through its matches"({ assert, open, picture }) {
    const page = await open();
    await search(page, "check");
    await page.click("#answers-tab-boards");
    const tile = page.locator(".tile-game").first();
    const slider = tile.getByRole("slider", {
      name: words("results.matchesOf", { white: "Anderssen, Adolf", black: "Kieseritzky, Lionel" }),
    });
    assert.equal(await slider.getAttribute("aria-valuetext"), words("game.matchOf", { number: 1, n: 5 }));
    const first = await tile.locator(".tile b").textContent();
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (before) => document.querySelector(".tile-game b").textContent !== before,
      first,
    );
    const second = await tile.locator(".tile b").textContent();
    // The board of the page shows the same match, and what is chosen there is chosen here.
    await page.waitForFunction(
      (move) => move.includes(document.querySelector(".moves .current")?.textContent.replace("●", "")),
      second,
    );
    await picture(page, "slider");
    await page.locator(".game-heading").click();
    await page.keyboard.press(".");
    await page
      .locator(`.tile-game input[aria-valuetext="${words("game.matchOf", { number: 3, n: 5 })}"]`)
      .waitFor();
    // Steps between matches keep the last one in the diagram.
    await page.keyboard.press("ArrowLeft");
    await settle(page);
    assert.equal(await slider.getAttribute("aria-valuetext"), words("game.matchOf", { number: 3, n: 5 }));
    await slider.press("End");
    await page
      .locator(`.tile-game input[aria-valuetext="${words("game.matchOf", { number: 5, n: 5 })}"]`)
      .waitFor();
    // A game with one match needs none; neither do positions.
    await search(page, "mate");
    await page.waitForSelector(".tile-game");
    assert.equal(await page.getByRole("slider").count(), 0);
  },

  async "squares and pieces are chosen, on all boards, and stay"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve() });
    await search(page, "mate");
    await page.waitForSelector(".game-board piece.white.king");
    const look = () =>
      page.evaluate(() => {
        const style = (selector) => getComputedStyle(document.querySelector(selector)).backgroundImage;
        return [
          style(".game-board piece.white.king"),
          style(".palette .piece-wK"),
          style(".game-board cg-board"),
        ];
      });
    const before = await look();
    await page.click(".elsewhere summary");
    await page
      .locator(".elsewhere-look")
      .getByRole("button", { name: words("game.pieces.modern") })
      .click();
    await page
      .locator(".elsewhere-look")
      .getByRole("button", { name: words("game.squares.slate") })
      .click();
    await page.keyboard.press("Escape");
    const after = await look();
    for (const [at, each] of after.entries()) assert.notEqual(each, before[at]);
    assert.equal(after[0], after[1]);
    await page.reload();
    await page.waitForSelector(".game-board piece.white.king");
    assert.deepEqual(await look(), after);
    await picture(page, "slate");
  },

  async "moves of one's own on the board"({ assert, file, open, picture, serve }) {
    const pgn = '[White "A"]\n\n1. e4 e5 2. Nf3 *\n\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 *\n';
    const page = await open({ at: await serve([file("own.pgn", pgn)]) });
    await search(page, "initial");
    await page.waitForSelector(".game-board piece");
    const at = async (name) => {
      const board = await box(page, ".game-board .board");
      const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
      return [board.x + ((file + 0.5) * board.width) / 8, board.y + ((7 - rank + 0.5) * board.height) / 8];
    };
    const drag = async (from, to) => {
      await page.mouse.move(...(await at(from)));
      await page.waitForFunction(() => !document.querySelector(".game-board piece.anim"));
      await page.waitForTimeout(250);
      await page.mouse.down();
      await page.mouse.move(...(await at(to)), { steps: 4 });
      await page.mouse.up();
    };
    // The move of the game is the game's, another one is the reader's own.
    await drag("e2", "e4");
    await page.locator(".moves .current[data-node='1']").waitFor();
    await drag("c7", "c5");
    await page.locator(".moves .current[data-own]", { hasText: "c5" }).waitFor();
    await drag("g1", "f3");
    await page.locator(".moves .current[data-own]", { hasText: "Nf3" }).waitFor();
    assert.match(await page.textContent(".moves"), wording("game.ownMoves"));
    await picture(page, "own-moves");
    // What no rule allows is not played.
    await drag("d7", "d3");
    await settle(page);
    assert.match(await page.textContent(".moves .current[data-own]"), /Nf3/);
    await page.locator(".list-window .list-row").nth(1).click();
    await page.locator(".game-board piece.white.pawn").waitFor();
    await drag("a7", "a8");
    await page
      .getByRole("group", { name: words("board.promotion") })
      .getByRole("button", { name: words("board.role.n") })
      .click();
    await page.locator(".moves .current[data-own]", { hasText: "a8=N" }).waitFor();
  },

  async "the columns of the list are chosen, and stay"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await search(page, "mate");
    const [event, moves, eco] = ["event", "moves", "eco"].map((name) => words(`results.column.${name}`));
    const heads = () => page.locator(".list-heads .cell").allTextContents();
    assert.ok(!(await heads()).includes(event));
    await page.locator(".answers-bar .menu summary").click();
    const choice = (name) => page.getByRole("checkbox", { name, exact: true });
    await choice(event).check();
    await choice(moves).check();
    await choice(eco).uncheck();
    await page.keyboard.press("Escape");
    assert.deepEqual(
      (await heads()).filter((name) => [event, moves, eco].includes(name)),
      [event, moves],
    );
    // A number of moves is no list of moves, and the move itself stays in view.
    const cell = page.locator(".list-heads .moves button");
    assert.equal(await cell.evaluate((button) => getComputedStyle(button).borderBottomWidth), "0px");
    const [list, move] = [await box(page, ".list"), await box(page, ".list-window .cell.moved")];
    assert.ok(move.x + move.width < list.x + list.width);
    await page.locator(".list-heads .moves button").click();
    await page.waitForFunction(
      () => Number(document.querySelector(".list-window .cell.moves")?.textContent) === 1,
    );
    const lengths = (await page.locator(".list-window .cell.moves").allTextContents()).map(Number);
    assert.deepEqual(
      lengths,
      [...lengths].sort((a, b) => a - b),
    );
    // A column goes to another place, and its edge to another width, by mouse and by keys.
    const head = page.locator(".list-heads .cell.moved");
    const place = async () => (await heads()).indexOf(words("results.column.moved"));
    const width = async () => (await head.boundingBox()).width;
    await head.dragTo(page.locator(".list-heads .cell.white"));
    assert.equal(await place(), 1);
    await head.getByRole("button").press("Shift+ArrowRight");
    assert.equal(await place(), 2);
    const before = await width();
    const { x, y } = await box(page, ".list-heads .moved .list-edge");
    await page.mouse.move(x + 4, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 64, y + 8, { steps: 3 });
    await page.mouse.up();
    assert.ok(Math.abs((await width()) - before - 60) < 2, `${before} px became ${await width()}`);
    assert.equal(await place(), 2);
    await head.getByRole("button").press("Control+ArrowRight");
    const wide = await width();
    assert.ok(Math.abs(wide - before - 68) < 2, `${before} px became ${wide}`);
    await picture(page, "columns");
    await page.reload();
    await ended(page);
    assert.ok((await heads()).includes(event));
    assert.equal(await place(), 2);
    assert.equal(await width(), wide);
    await page.locator(".list-heads .moved .list-edge").dblclick();
    assert.ok((await width()) < wide);
  },

  async "more columns than there is room for leave the move in view"({ assert, open, picture }) {
    const page = await open();
    await search(page, "mate");
    await page.locator(".answers-bar .menu summary").click();
    for (const each of await page.locator(".answers-bar .menu-items").getByRole("checkbox").all())
      await each.check();
    await page.keyboard.press("Escape");
    const last = page.locator(".list-heads .cell").last();
    const isIn = async () => {
      const [list, head, move] = [".list", ".list-heads .cell.moved", ".list-window .cell.moved"];
      const { x, width } = await box(page, list);
      for (const part of [await box(page, head), await box(page, move)])
        assert.ok(part.x >= x && part.x + part.width <= x + width, `${part.x} is beside ${x}–${x + width}`);
    };
    await isIn();
    await last.scrollIntoViewIfNeeded();
    assert.ok(await page.evaluate(() => document.querySelector(".list").scrollLeft > 100));
    await picture(page, "columns-all");
    await isIn();
    // The last column of all stays in view as well.
    await page.locator(".list-heads .cell.moved").dragTo(last);
    await page.locator(".list").evaluate((list) => list.scrollTo(0, 0));
    await isIn();
  },

  async "a board to use"({ assert, open, picture }) {
    const page = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await search(page, "mate");
    await page.waitForSelector(".moves .current");
    const at = async () => Number(await page.getAttribute(".moves .current", "data-node"));
    const start = await at();
    const board = await box(page, ".game-board .board");
    await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2);
    await page.mouse.wheel(0, -100);
    await page.locator(`.moves .current[data-node="${start - 1}"]`).waitFor();
    await page.mouse.wheel(0, 100);
    await page.locator(`.moves .current[data-node="${start}"]`).waitFor();
    // Arrows and circles by the right button; they go with the position.
    const square = (column, row) => [
      board.x + ((column + 0.5) * board.width) / 8,
      board.y + ((row + 0.5) * board.height) / 8,
    ];
    const drawn = () => page.locator(".game-board .board .cg-shapes :is(line, circle)").count();
    await settle(page);
    const marks = await drawn();
    await page.mouse.move(...square(4, 6));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...square(4, 4), { steps: 3 });
    await page.mouse.up({ button: "right" });
    await page.mouse.click(...square(0, 4), { button: "right", delay: 100 });
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll(".game-board .board .cg-shapes :is(line, circle)").length === count,
      marks + 2,
    );
    await picture(page, "drawn");
    await page.click(".game-heading");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await settle(page);
    assert.equal(await drawn(), marks);
    const menu = (name) => page.locator(".elsewhere .menu-items").getByText(name, { exact: true });
    const opened = async () => page.click(".elsewhere summary");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await opened();
    await picture(page, "elsewhere");
    assert.match(
      await menu(words("report.lichess")).getAttribute("href"),
      /^https:\/\/lichess.org\/analysis\/[^ ]+_[wb]_/,
    );
    await menu(words("report.copy")).click();
    await page.waitForFunction(async () => /^[\w/]+ [wb] /.test(await navigator.clipboard.readText()));
    await opened();
    await menu(words("game.copyPgn")).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("[Event"));
    assert.match(await copied(), /\n\n.*1\. e4 /);
    await opened();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      menu(words("game.savePicture")).click(),
    ]);
    assert.equal(
      readFileSync(await file.path())
        .subarray(1, 4)
        .toString(),
      "PNG",
    );
    // The board is turned to who mates.
    await opened();
    await page.getByLabel(words("game.turns")).check();
    for (let turn = 0; turn < 8; turn += 1) {
      await page.keyboard.press("Escape");
      await page.click(".game-heading");
      await page.keyboard.press("n");
      await settle(page);
      await page.waitForFunction(() => {
        const mated = document.querySelector(".player.to-move .player-side.white") ? "black" : "white";
        return document.querySelector(`.game-board .board.orientation-${mated}`);
      });
    }
    await ended(page);
  },
};
