// Journeys through the tree: what was played in the position on the board, moves of the reader's own, and comparisons of games.

import { ended, SAMPLE, search } from "../bench.mjs";
import { wording, words } from "../words.mjs";

const GAMES = [
  ["A", "B", "1-0", "1. e4 e5 2. Nf3 Nc6 1-0"],
  ["C", "D", "1/2-1/2", "1. e4 c5 2. Nf3 d6 1/2-1/2"],
  ["E", "F", "0-1", "1. e4 e5 2. f4 exf4 0-1"],
  ["G", "H", "0-1", "1. f3 e5 2. g4 Qh4# 0-1"],
]
  .map(
    ([white, black, result, moves]) =>
      `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n[WhiteElo "2500"]\n\n${moves}\n\n`,
  )
  .join("");

const moves = (page) => page.locator(".next-moves tbody th button").allTextContents();
const games = (page) => page.locator(".next-moves tbody td:nth-child(2)").allTextContents();
/** Waits until the tree is that of a position: its last move. */
const at = (page, text) =>
  page.waitForFunction(
    (text) =>
      document.querySelector(".next-place b")?.textContent === text &&
      document.querySelector(".next")?.getAttribute("aria-busy") === "false",
    text,
  );

export const journeys = {
  async "the tree of the next moves, along the game and away from it"({
    assert,
    file,
    open,
    picture,
    serve,
  }) {
    const page = await open({ at: await serve([file("tree.pgn", GAMES), SAMPLE]) });
    // Only the chosen source counts.
    await page.locator(".source input").nth(1).uncheck();
    await search(page, "initial");
    await page.click("#answers-tab-tree");
    await at(page, words("game.start"));
    assert.deepEqual(await moves(page), ["e4", "f3"]);
    assert.deepEqual(await games(page), ["3", "1"]);
    assert.match(await page.textContent(".next-place"), wording("games.count", { n: 4 }));
    const bars = page.locator(".next-moves tbody .result-bar");
    assert.match(
      await bars.first().getAttribute("aria-label"),
      wording("tree.bar", { white: "33 %", draws: "33 %", black: "33 %" }),
    );
    assert.equal(await page.locator(".next-moves .played th button").textContent(), "e4");
    await picture(page, "tree");
    // The move of the game leads on in the game.
    await page.locator(".next-moves tbody th button", { hasText: "e4" }).click();
    await at(page, "1. e4");
    await page.locator(".moves .current[data-node='1']").waitFor();
    assert.deepEqual(
      [await moves(page), await games(page)],
      [
        ["e5", "c5"],
        ["2", "1"],
      ],
    );
    // Another move is one of the reader's own, and so is what follows.
    await page.locator(".next-moves tbody th button", { hasText: "c5" }).click();
    await at(page, "1... c5");
    await page.locator(".moves .current[data-own]").waitFor();
    await page.locator(".game-board piece.black.pawn").first().waitFor();
    assert.match(await page.textContent(".moves"), wording("game.ownMoves"));
    await page.locator(".next-moves tbody th button", { hasText: "Nf3" }).focus();
    await page.keyboard.press("Enter");
    await at(page, "2. Nf3");
    assert.deepEqual(await moves(page), ["d6"]);
    await page.locator(".next-moves tbody th button").click();
    await at(page, "2... d6");
    assert.match(await page.textContent(".next"), wording("tree.ended", { n: 1 }));
    // Why says that this is in no game, and a link leads to the game.
    await page.getByRole("tab", { name: words("tools.why") }).click();
    await page.locator(".why-state", { hasText: words("why.own") }).waitFor();
    await page.waitForFunction(() => /game=1\.1(&|$)/.test(location.hash));
    await picture(page, "tree-own");
    // A move that is in no game is written.
    const written = page.locator(".next-own input");
    await written.fill("Nd5");
    await written.press("Enter");
    await page.locator(".next-own .problem").waitFor();
    await written.fill("d4");
    await written.press("Enter");
    await at(page, "3. d4");
    await page.locator(".next-bar .icon-button").click();
    await at(page, "2... d6");
    for (const place of ["2. Nf3", "1... c5", "1. e4"]) {
      await page.locator(".next-bar .icon-button").click();
      await at(page, place);
    }
    await page.waitForSelector(".why-verdict");
  },

  async "the tree of the games of the answers"({ assert, file, open, serve }) {
    const page = await open({ at: await serve([file("tree.pgn", GAMES)]) });
    await search(page, "mate");
    await page.click("#answers-tab-tree");
    await page.locator(".game-heading").click();
    await page.keyboard.press("Home");
    await at(page, words("game.start"));
    assert.deepEqual(await moves(page), ["e4", "f3"]);
    await page.selectOption(".next-scope select", "answers");
    await page.waitForFunction(() => document.querySelectorAll(".next-moves tbody tr").length === 1);
    assert.deepEqual([await moves(page), await games(page)], [["f3"], ["1"]]);
    await page.selectOption(".next-scope select", "sources");
    await page.waitForFunction(() => document.querySelectorAll(".next-moves tbody tr").length === 2);
    // A number leads to the list of its games.
    await page.locator(".next-moves tbody tr", { hasText: "e4" }).locator(".link").click();
    await page.waitForFunction(() => document.querySelectorAll(".list-window .list-row").length === 3);
  },

  async "a tree with the moves of variations, and the games behind its numbers"({
    assert,
    file,
    open,
    serve,
  }) {
    const game = '[White "A"]\n\n1. e4 (1. d4 d5) 1... e5 *\n';
    const page = await open({ at: await serve([file("tree.pgn", game)]), hash: "#q=initial&run=1" });
    await ended(page);
    await page.click("#answers-tab-tree");
    await at(page, words("game.start"));
    assert.deepEqual(await moves(page), ["e4"]);
    await page.locator(".next-bar").getByLabel(words("query.variations")).check();
    await page.waitForFunction(() => document.querySelectorAll(".next-moves tbody tr").length === 2);
    assert.deepEqual(
      [(await moves(page)).sort(), await games(page)],
      [
        ["d4", "e4"],
        ["1", "1"],
      ],
    );
    await page.locator(".next-moves tbody tr", { hasText: "d4" }).locator(".link").click();
    await page.waitForFunction(() => document.querySelectorAll(".list-window .list-row").length === 1);
  },

  async "novelties, where games leave a repertoire, its conflicts, and duplicates"({
    assert,
    file,
    open,
    picture,
    serve,
  }) {
    const game = (white, black, moves) => `[White "${white}"]\n[Black "${black}"]\n\n${moves} *\n\n`;
    const known = game("A", "B", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7");
    const old = known + game("C", "D", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6");
    const fresh = game("E", "F", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6") + known;
    const page = await open({
      at: await serve([file("compare/old.pgn", old), file("compare/new.pgn", fresh)]),
      hash: "#q=initial&run=1",
    });
    await ended(page);
    await page.click("#answers-tab-tree");
    await at(page, words("game.start"));
    const choose = (key, value) => page.locator(".next-bar").getByLabel(words(key)).selectOption(value);
    const rows = page.locator(".compared tbody tr");
    /** Waits until so many rows are there, and gives the first three cells of each. */
    const compared = async (count) => {
      const head = page.locator(".next [aria-busy=false] > [role=status]");
      await head.filter({ hasText: new RegExp(`^${count}\\b`) }).waitFor();
      const cells = await rows.evaluateAll((all) =>
        all.map(({ children }) => [...children].slice(0, 3).map((cell) => cell.textContent)),
      );
      assert.equal(cells.length, count);
      return cells;
    };
    await choose("compare.what", "novelties");
    assert.deepEqual(await compared(1), [["3. Bc4", words("compare.before", { n: 2 }), "E – F"]]);
    await picture(page, "novelties");
    assert.equal(await page.locator(".next input").count(), 0);
    await rows.getByRole("button", { name: "3. Bc4 E – F" }).click();
    await page.locator(".game-heading h3", { hasText: /^E/ }).waitFor();
    await page.locator(".moves .current[data-node='5']").waitFor();
    await rows.locator("button[aria-current=true]").waitFor();
    await choose("compare.what", "leavings");
    const [[moved, left, players]] = await compared(1);
    assert.deepEqual([moved, players], ["3. Bc4", "E – F"]);
    assert.match(left, wording("compare.left.white"));
    assert.match(left, /Bb5$/);
    // Black leaves nothing.
    await choose("compare.side", "black");
    await compared(0);
    // In the older games Black has two answers to one position.
    await choose("compare.what", "conflicts");
    const place = words("compare.place", { place: 1 });
    assert.deepEqual(
      (await compared(2)).map(([move, at]) => [move, at]),
      [
        ["3... a6", place],
        ["3... Nf6", place],
      ],
    );
    await choose("compare.what", "duplicates");
    const [[, reason, same]] = await compared(1);
    assert.deepEqual([reason, same], [words("compare.sameMoves", { game: "A – B" }), "A – B"]);
    await rows.getByRole("button").click();
    await page.locator(".game-heading h3", { hasText: /^A/ }).waitFor();
    // One file alone has no older games.
    await page.locator(".source input").nth(1).uncheck();
    await choose("compare.what", "novelties");
    await page.locator(".next .empty", { hasText: words("compare.second") }).waitFor();
    await choose("compare.what", "moves");
    // A duplicate is shown at its end.
    await at(page, "5... Be7");
  },

  async "without a game the tree has a board of its own"({ assert, file, open, serve }) {
    const page = await open({ at: await serve([file("tree.pgn", GAMES)]), hash: "#q=stalemate&run=1" });
    await ended(page);
    await page.click("#answers-tab-tree");
    await at(page, words("game.start"));
    await page.locator(".next-moves tbody th button", { hasText: "e4" }).click();
    await at(page, "1. e4");
    await page.locator(".game-heading h3", { hasText: words("game.own") }).waitFor();
    await page.locator(".moves .current[data-own]").waitFor();
    // An answer takes its place.
    await search(page, "mate");
    await ended(page);
    await page.locator(".game-heading h3", { hasText: "G" }).waitFor();
    assert.equal(await page.locator(".moves [data-own]").count(), 0);
  },
};
