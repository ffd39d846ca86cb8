// What daily use needs: nothing that was written is lost, answers stand as they were asked for, keys work wherever the focus is.

import { browse, copies, counts, ended, number, SLOW, search, settle, write } from "../bench.mjs";
import { wording, words } from "../words.mjs";

const text = async (page) => (await page.locator(".cm-line").allTextContents()).join("\n").trim();
const saying = (page, wanted) =>
  page.waitForFunction(
    (each) =>
      [...document.querySelectorAll(".cm-line")]
        .map((line) => line.textContent)
        .join("\n")
        .trim() === each,
    wanted,
  );
const rows = (page) => page.locator(".list-window .list-row");
const perGame = (page, name) => page.locator(".per-game").getByRole("button", { name }).click();

const tags = (white, black) => `[White "${white}"]\n[Black "${black}"]\n[Result "*"]\n\n`;
/** Two mistakes with evaluations, the greater one second, by different players. */
const EVALUATED = `${tags("Ann", "Bob")}1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Ke2 { [%eval -4.0] } Nc6 { [%eval -3.9] } *

${tags("Bob", "Cat")}1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Nf3 { [%eval 0.3] } f6 { [%eval 0.4] } 3. Nxe5 { [%eval 0.4] } Ke7 { [%eval 9.0] } (3... Qe7 { [%eval 0.4] }) 4. Qh5 { [%eval 9.0] } *

`;
const BLUNDER = 'sort "lost" evaldrop evaldrop>=300';

export const journeys = {
  "a recipe is looked at, joined and used, and nothing that was asked is lost": async ({
    open,
    assert,
    picture,
  }) => {
    const page = await open();
    await write(page, "Ke1 Qd4");
    await browse(page, "mate");
    const title = await page.locator(".recipe").nth(1).textContent();
    await page.locator(".recipe").nth(1).click();
    await page.locator(".recipe-about h3", { hasText: title }).waitFor();
    // How much it finds with the conditions is said at once.
    await page.locator(".recipe-about .live-count", { hasText: wording("results.inGames") }).waitFor();
    assert.equal(await text(page), "Ke1 Qd4");
    await picture(page, "daily-recipe");
    await page.getByRole("button", { name: words("recipes.add") }).click();
    await page.waitForSelector(".chips li");
    assert.equal(await text(page), "Ke1 Qd4");
    // Ctrl+Z takes back what was done by the mouse, wherever the focus is.
    await page.locator(".recipes button").first().focus();
    await page.keyboard.press("Control+z");
    await page.waitForSelector(".chips li", { state: "detached" });
    assert.equal(await text(page), "Ke1 Qd4");
    await page.keyboard.press("Control+Shift+z");
    await page.waitForSelector(".chips li");
    // Where it was added, it can be taken away.
    await browse(page, title);
    await page.getByRole("button", { name: words("recipes.remove") }).click();
    await page.waitForSelector(".chips li", { state: "detached" });
    // The palette and what the page begins with only show what a recipe is.
    await page.keyboard.press("Control+k");
    await page.locator(".actions [role=option]").first().waitFor();
    await page.keyboard.insertText(title);
    await page.keyboard.press("Enter");
    await page.locator(".recipe-about h3", { hasText: title }).waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".recipe-about .primary"));
    assert.equal(await text(page), "Ke1 Qd4");
    await page.keyboard.press("Enter");
    await ended(page);
    assert.match(await counts(page), /match/);
    await page
      .locator(".notice")
      .getByRole("button", { name: words("app.undo") })
      .click();
    await saying(page, "Ke1 Qd4");
    // The answers are those of another question, and say so.
    await page.waitForSelector(".answers.old .answers-old");
  },

  "arrow keys step through the game after a click on an answer": async ({ open }) => {
    const page = await open();
    await search(page, "mate");
    await rows(page).nth(1).click();
    await page.waitForSelector(".moves .current");
    const now = () => page.getAttribute(".moves .current", "data-node");
    const before = Number(await now());
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(`.moves .current[data-node="${before - 1}"]`);
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(`.moves .current[data-node="${before}"]`);
  },

  "games or positions; the order of the query; its values": async ({
    open,
    serve,
    file,
    assert,
    picture,
  }) => {
    const page = await open();
    await search(page, "check");
    const [matches, games] = (await counts(page)).match(/[\d,]+/g).map(Number);
    assert.ok(games < matches);
    const last = () => page.getAttribute(".list", "aria-rowcount");
    assert.equal(await last(), String(games + 1));
    // What the menu says is what the file has.
    await page.locator(".export summary").click();
    assert.equal(number((await page.textContent(".export .menu-items p")).replace(/^\D+/, "")), matches);
    await page.keyboard.press("Escape");
    await perGame(page, words("results.perGame.positions"));
    await page.waitForFunction(
      (wanted) => document.querySelector(".list").ariaRowCount === wanted,
      String(matches + 1),
    );
    await picture(page, "daily-positions");
    const own = await open({ at: await serve([file("evaluated.pgn", EVALUATED)]) });
    await search(own, BLUNDER);
    await own.waitForFunction(() => document.querySelectorAll(".list-window .list-row").length === 2);
    await own.waitForFunction(() =>
      /950|860|810/.test(document.querySelector(".list-window .list-row .value").textContent),
    );
    assert.match(await rows(own).first().textContent(), /Cat/);
    assert.match(await rows(own).first().getAttribute("aria-selected"), /true/);
    // A head of a column is a button for the keyboard, too.
    await own.locator(".heads").getByRole("button", { name: "lost" }).focus();
    await own.keyboard.press("Enter");
    await own.waitForFunction(() => /Ann/.test(document.querySelector(".list-window .list-row").textContent));
    await picture(own, "daily-sorted");
  },

  "the export says how many answers there are while they come": async ({ open, serve, file, assert }) => {
    const page = await open({ at: await serve([file("many.pgn", copies(300))]) });
    await write(page, "check");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(".export summary");
    await page.locator(".export summary").click();
    await ended(page);
    await settle(page);
    const said = number((await page.textContent(".export .menu-items p")).replace(/^\D+/, ""));
    assert.equal(said, number(await counts(page)));
  },

  "my own mistakes, and the better move": async ({ open, serve, file, assert, picture }) => {
    const page = await open({ at: await serve([file("mine.pgn", EVALUATED)]) });
    await page.locator(".conditions summary").first().click();
    // What the page offers is no condition of anybody's.
    await page.getByRole("combobox", { name: words("conditions.player") }).fill("Bob");
    await page.getByLabel(words("conditions.colour")).selectOption("moved");
    const asked = '{{btm player white "Bob"} or {wtm player black "Bob"}} // conditions';
    await page.waitForFunction(
      (wanted) => new URLSearchParams(location.hash.slice(1)).get("q")?.trim() === wanted,
      asked,
    );
    await write(page, `{{btm player white "Bob"} or {wtm player black "Bob"}} // conditions\n${BLUNDER}`);
    await page.getByRole("combobox", { name: words("conditions.player") }).focus();
    // Enter searches here, too.
    await page.keyboard.press("Enter");
    await ended(page);
    assert.match(await counts(page), /^0 /);
    await page.getByRole("combobox", { name: words("conditions.player") }).fill("Cat");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^1 /.test(document.querySelector("#answers-heading").textContent));
    await ended(page);
    await page.getByRole("button", { name: words("train.open") }).click();
    await page.waitForSelector(".train-round");
    const play = async (move) => {
      await page.locator(".train input[aria-label]").last().fill(move);
      await page.keyboard.press("Enter");
    };
    await play("Ke7");
    await page.waitForSelector(".train-said.wrong");
    await picture(page, "daily-train");
    await play("Qe7");
    await page.waitForSelector(".train-said.solved");
  },

  "the tree: White's score, and the games behind a number": async ({ open, assert, picture }) => {
    const page = await open();
    await search(page, "mate");
    await page.getByRole("tab", { name: words("results.tab.tree") }).click();
    await page.locator(".game-controls button").first().click();
    const table = page.locator(".next-moves");
    await table.waitFor();
    await table.locator("thead", { hasText: words("tree.score") }).waitFor();
    const first = table.locator("tbody tr").first();
    const games = number(await first.locator(".link").textContent());
    const score = await first.locator("td.number").nth(1).textContent();
    await picture(page, "daily-tree");
    await first.locator("th button").click();
    await page.waitForFunction(
      (wanted) => document.querySelector(".next-place .quiet").textContent.startsWith(wanted),
      String(games),
    );
    // Black is to move, and the score is White's still.
    await page.waitForFunction(
      (wanted) => document.querySelector(".next-moves tfoot td.number:nth-of-type(3)").textContent === wanted,
      score,
    );
    await page.locator(".game-controls button").first().click();
    await page.waitForFunction(
      (start) =>
        document.querySelector(".next-place b").textContent === start &&
        document.querySelector(".next").ariaBusy === "false",
      words("game.start"),
    );
    await table.locator("tbody tr").first().locator(".link").click();
    await ended(page);
    await page.locator("#answers-heading", { hasText: words("results.inGames", { n: games }) }).waitFor();
    assert.equal(await text(page), "mate");
  },

  "stars go into the new collection, and from there to another": async ({ open, assert }) => {
    const page = await open();
    await search(page, "mate");
    const make = async (name) => {
      await page.locator(".collections input.field").first().fill(name);
      await page.keyboard.press("Enter");
    };
    await make("Old");
    await make("New");
    await page.locator(".game-heading button").first().click();
    await page.waitForFunction(() =>
      /New\s*1/.test(
        [...document.querySelectorAll(".collections .kept")].map((each) => each.textContent).join("|"),
      ),
    );
    await page.locator(".collections .kept-line", { hasText: "New" }).click();
    await page.locator(".collection-item select").selectOption("Old");
    await page.waitForFunction(() =>
      /Old\s*1/.test(
        [...document.querySelectorAll(".collections .kept")].map((each) => each.textContent).join("|"),
      ),
    );
    assert.match(await page.textContent(".collection-undo"), wording("collections.moved", { to: "Old" }));
  },

  "the way to ask changes nothing by itself; an empty question has no error": async ({ open, assert }) => {
    const page = await open();
    await write(page, "Ke1 Qd4");
    await page.waitForSelector(".ask-board .piece, .ask-board [class*=piece]");
    await page.locator(".ask-choice [data-value=path]").click();
    await page.waitForTimeout(500);
    assert.equal(await text(page), "Ke1 Qd4");
    await write(page, "");
    await page.waitForTimeout(900);
    assert.equal(await page.locator(".diagnostic").count(), 0);
    assert.doesNotMatch(await page.textContent(".cm-placeholder"), /^mate$/);
    // A text that is half a word leaves no pieces that would be written beside it.
    await write(page, "Ke1 Qd4");
    await page.waitForSelector('[data-square="e1"] .piece-wK');
    await write(page, "stalema");
    await page.waitForFunction(() => !document.querySelector('[data-square="e1"] .piece-wK'));
    // Nothing can stand at the beginning of a game that comes later.
    await search(page, "initial Ke4");
    await page.getByText(words("results.initial")).waitFor();
  },

  "the page does not scroll as a whole": async ({ open, assert }) => {
    const page = await open();
    await page.locator(".conditions summary").first().click();
    await page.locator(".conditions-part summary").first().click();
    await page.locator(".column.middle").hover();
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, 5000);
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.equal((await page.locator(".head").boundingBox()).y, 0);
  },

  "no notice pushes the page, and no bar leaves room that nobody uses": async ({ open, assert, picture }) => {
    const page = await open();
    await page.waitForSelector(".game-board");
    const board = () =>
      page.evaluate(() => JSON.stringify(document.querySelector(".game-board").getBoundingClientRect()));
    const before = await board();
    await page.locator(".game-heading button").first().click();
    await page.waitForSelector(".notice");
    assert.equal(await board(), before);
    await picture(page, "daily-notice");
    // However far up the bar goes: what the board cannot use is the answers'.
    await page.locator(".between-rows").focus();
    await page.keyboard.press("Home");
    await settle(page);
    const empty = await page.evaluate(() => {
      const pane = document.querySelector(".game-pane").getBoundingClientRect();
      return pane.bottom - document.querySelector(".game-controls").getBoundingClientRect().bottom;
    });
    assert.ok(empty < 60, `${empty} px below the board`);
    await picture(page, "daily-bar");
  },

  "searches of the page are no other page's, and few are kept": async ({ open, serve, file, assert }) => {
    // That with which the page begins goes on for long.
    const slow = await open({ at: await serve([file("slow.pgn", copies(300))], ["-e", SLOW]) });
    await slow.waitForSelector(".answers progress");
    await slow.waitForTimeout(1500);
    assert.equal(await slow.locator(".running").count(), 0);
    const page = await open();
    for (let ply = 1; ply <= 9; ply += 1) await search(page, `ply==${ply}`);
    const known = await page.evaluate(async () => (await fetch("api/searches")).json());
    assert.ok(known.length <= 8, `${known.length} searches are kept`);
  },

  "a phone that lies on its side, and a finger that moves a piece": async ({ open, assert, picture }) => {
    const page = await open({ phone: true });
    await page.locator(".panels button", { hasText: words("app.panel.board") }).tap();
    await page.waitForSelector(".game-board cg-board piece");
    await page.locator(".game-controls button").first().tap();
    const box = await page.locator(".game-board cg-board").boundingBox();
    const tap = (file, rank) =>
      page.touchscreen.tap(box.x + (box.width * (file + 0.5)) / 8, box.y + (box.height * (7.5 - rank)) / 8);
    await tap(3, 1);
    await page.waitForSelector(".game-board cg-board square.move-dest");
    await tap(3, 3);
    await page.waitForFunction(() => document.querySelector(".moves .current")?.textContent.startsWith("d4"));
    await page.setViewportSize({ width: 844, height: 390 });
    await settle(page);
    await picture(page, "daily-lying-board");
    const lying = await page.locator(".game-board cg-board").boundingBox();
    assert.ok(lying.y >= 0 && lying.y + lying.height <= 390 && lying.height > 200, JSON.stringify(lying));
    await page.locator(".panels button", { hasText: words("app.panel.answers") }).tap();
    await rows(page).first().waitFor();
    await picture(page, "daily-lying-answers");
    const row = await rows(page).nth(1).boundingBox();
    assert.ok(row.y + row.height < 350, JSON.stringify(row));
  },

  "who comes back to a program that was started again is told": async ({
    open,
    serve,
    disconnect,
    forgive,
    assert,
  }) => {
    const at = await serve();
    const page = await open({ at });
    await page.route(`${at}api/**`, (route) => route.fulfill({ status: 404, body: "" }));
    await write(page, "check");
    await page.locator(".notice", { hasText: "restarted" }).waitFor();
    disconnect();
    assert.ok(forgive(page).errors.every((each) => /404/.test(each)));
  },

  "a large board beside the answers, and keys of one letter": async ({ open, assert, picture }) => {
    for (const [width, height, least] of [
      [1440, 900, 560],
      [1280, 720, 420],
    ]) {
      const page = await open({ width, height });
      await page.waitForSelector(".game-board cg-board");
      await page.keyboard.press("l");
      await page.waitForFunction(
        (wanted) => document.querySelector(".game-board cg-board").getBoundingClientRect().width >= wanted,
        least,
      );
      // All of the board, its players and its buttons is in view beside the answers.
      const { y, height: high } = await page.locator(".game-controls").boundingBox();
      assert.ok(y + high <= height, `${y + high} of ${height}`);
      assert.ok((await rows(page).count()) >= 15);
      await picture(page, `daily-look-${width}`);
      await page.keyboard.press("2");
      await page.waitForSelector(".gallery .tile");
      await picture(page, `daily-look-boards-${width}`);
      await page.keyboard.press("s");
      await page.locator(".notice", { hasText: wording("collections.kept", { n: 1 }) }).waitFor();
      // The sheet of keys names them.
      await page.keyboard.press("?");
      assert.match(
        await page.textContent("dialog[open] .keys"),
        /Switch between Ask and Look.*Keep the position/s,
      );
      await page.keyboard.press("Escape");
      // Who wants to write goes to where the query is.
      await page.keyboard.press("/");
      await page.waitForFunction(() => document.activeElement?.matches(".cm-content"));
      await page.context().close();
    }
  },
};
