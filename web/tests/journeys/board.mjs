// Journeys with boards: a question put by board, steps through a sequence and its automaton, why a position matches or not.

import { ended, number, search, write } from "../bench.mjs";
import { piece, wording, words } from "../words.mjs";

const text = (page) => page.locator(".cm-content").textContent();
const square = (page, name) => page.locator(`.ask-board [data-square="${name}"]`);
const palette = (page, name) => page.locator(".palette").getByRole("button", { name, exact: true });

/** Waits until the query's text has the form of a pattern. */
async function says(page, assert, pattern) {
  await page
    .waitForFunction(
      (source) => new RegExp(source).test(document.querySelector(".cm-content")?.textContent ?? ""),
      pattern.source,
      { timeout: 10_000 },
    )
    .catch(() => undefined);
  assert.match(await text(page), pattern);
}

/** Asks for a manoeuvre, and waits until its board is there: the palette above it is lower than that of a position. */
async function manoeuvre(page) {
  await page.locator('.ask-choice [data-value="path"]').click();
  await page.getByLabel(words("ask.gaps")).waitFor();
}

export const journeys = {
  async "ask by board: a position"({ assert, open, picture }) {
    const page = await open();
    await palette(page, piece("white", "n")).click();
    await square(page, "f3").click();
    await says(page, assert, /^Nf3\s*$/);
    await palette(page, words("ask.anyBlack")).click();
    await square(page, "e5").click();
    await page.getByLabel(words("ask.several")).check();
    // What was in hand before is not in the set.
    await palette(page, piece("white", "q")).click();
    await palette(page, piece("white", "r")).click();
    await square(page, "d1").click();
    await says(page, assert, /\[(QR|RQ)\]d1/);
    const { width, height } = await square(page, "d1").locator(".piece-wQ").boundingBox();
    assert.ok(width > 15 && height > 15, `the queen of a set has ${width} by ${height} px`);
    assert.match(
      (await square(page, "d1").getAttribute("aria-label")) ?? "",
      wording("ask.or", { pieces: piece("white", "q"), last: piece("white", "r") }),
    );
    await page.getByLabel(words("ask.eitherSide")).check();
    await says(page, assert, /^flipcolor/);
    await picture(page, "ask-position");

    // A piece is carried to another square, and off the board.
    await square(page, "f3").dragTo(square(page, "g3"));
    await says(page, assert, /Ng3/);
    await page.getByRole("button", { name: words("app.undo") }).click();
    await says(page, assert, /Nf3/);

    await page.locator(".ask-search").click();
    await ended(page);
    assert.ok(number(await page.textContent("#answers-heading")) > 0);
  },

  async "ask by board: the text and the board stay in step"({ assert, open }) {
    const page = await open();
    await write(page, "wtm Ke1 qd8");
    await page.waitForSelector('[data-square="e1"] .piece-wK');
    await page.waitForSelector('[data-square="d8"] .piece-bQ');
    assert.ok(await page.locator('.ask-choice [data-value="white"][aria-pressed="true"]').isVisible());
    await write(page, "mate or stalemate");
    await page.locator(".ask-hint", { hasText: words("ask.apart") }).waitFor();
    assert.match(await text(page), /mate or stalemate/);
    // The board shows nothing of it, and what is put there is added.
    assert.equal(await page.locator('[data-square="e1"] .piece-wK').count(), 0);
    await palette(page, piece("black", "r")).click();
    await square(page, "h1").click();
    await says(page, assert, /^mate or stalemate\s*rh1$/);
    await page
      .locator(".ask-buttons")
      .getByRole("button", { name: words("ask.clearAll") })
      .click();
    await says(page, assert, /^mate or stalemate$/);
  },

  async "ask by board: what is written beside stays"({ assert, open }) {
    const page = await open();
    await manoeuvre(page);
    await square(page, "f3").dragTo(square(page, "d2"));
    await says(page, assert, /^path\s+f3--d2$/);
    await page.click(".cm-content");
    await page.keyboard.press("Home");
    await page.keyboard.insertText("result 1-0 ");
    await page.locator(".ask-hint", { hasText: words("ask.beside") }).waitFor();
    await square(page, "d2").dragTo(square(page, "f1"));
    // The same piece moves twice, so that other moves must come between.
    await says(page, assert, /^result 1-0 path\s+f3--d2 --\* d2--f1$/);
    assert.ok(await page.getByLabel(words("ask.gaps")).isChecked());
    // What is written after a manoeuvre does not become a part of it.
    await page.click(".cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(" // wins");
    await page.getByLabel(words("ask.gaps")).uncheck();
    await says(page, assert, /^result 1-0 path\s+f3--d2 d2--f1 \/\/ wins$/);
    await page.locator(".ask-impossible").waitFor();
    await page.getByLabel(words("ask.gaps")).check();
    await says(page, assert, /^result 1-0 path\s+f3--d2 --\* d2--f1 \/\/ wins$/);
    assert.equal(await page.locator(".ask-impossible").count(), 0);
    await page.locator(".ask-search").click();
    await ended(page);
  },

  async "ask by board: a manoeuvre by arrows"({ assert, open, picture }) {
    const page = await open();
    await manoeuvre(page);
    await square(page, "b1").focus();
    await page.keyboard.press("N");
    await square(page, "b1").dragTo(square(page, "c3"));
    await says(page, assert, /path\s+Nb1--c3/);
    // The same without the mouse.
    await square(page, "c3").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await says(page, assert, /Nc3--d5/);
    await picture(page, "ask-path");
    await says(page, assert, /--\*/);
    await page.locator(".ask-search").click();
    await ended(page);
    assert.ok(number(await page.textContent("#answers-heading")) > 0);
    // Another piece for the first move is the piece of those that go on with it.
    await page.locator(".ask-move select").first().selectOption("Q");
    await says(page, assert, /Qb1--c3 --\* Qc3--d5/);
  },

  async "ask by board: areas, and what must not stand there"({ assert, open, picture }) {
    const page = await open();
    const where = page.getByLabel(words("ask.where"));
    await palette(page, piece("white", "n")).click();
    await where.selectOption("area");
    await square(page, "d4").dragTo(square(page, "f6"));
    await says(page, assert, /^Nd-f4-6$/);
    await where.selectOption("notArea");
    await palette(page, piece("black", "q")).click();
    // The corners by keys.
    await square(page, "a1").focus();
    for (const key of ["Enter", "ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await says(page, assert, /^Nd-f4-6 not qa-b1-2$/);
    await where.selectOption("not");
    await palette(page, piece("white", "r")).click();
    await square(page, "e1").click();
    await says(page, assert, /^not Re1 Nd-f4-6 not qa-b1-2$/);
    assert.match(
      (await square(page, "e1").getAttribute("aria-label")) ?? "",
      wording("ask.no", { piece: piece("white", "r") }),
    );
    await picture(page, "ask-areas");
    await page.locator(".ask-search").click();
    await ended(page);
    assert.ok(number(await page.textContent("#answers-heading")) > 0);
    await page
      .getByRole("button", {
        name: words("ask.remove", {
          move: words("ask.area", {
            piece: piece("white", "n"),
            from: "d4",
            to: "f6",
          }),
        }),
      })
      .click();
    await says(page, assert, /^not Re1 not qa-b1-2$/);
    // What is written is drawn.
    await write(page, "K[a1,b2]");
    await page.locator(".ask-hint", { hasText: words("ask.apart") }).waitFor();
    await write(page, "not Pa-h2 Kg1");
    await page.locator(".ask-area.absent").waitFor();
    assert.equal(await page.locator(".ask-area").count(), 1);
  },

  async "ask by board: several boards"({ assert, open, picture }) {
    const page = await open();
    await palette(page, piece("white", "b")).click();
    await square(page, "h7").click();
    await says(page, assert, /^Bh7$/);
    await page.getByRole("button", { name: words("ask.addBoard") }).click();
    // Nothing is asked by an empty board.
    await says(page, assert, /^Bh7$/);
    await palette(page, piece("white", "q")).click();
    await square(page, "h5").click();
    await says(page, assert, /^next \(\{Bh7\} \.\{0 9\} \{Qh5\}\)$/);
    await page.getByLabel(words("ask.joinMovesOf", { n: 2 })).press("Control+a");
    await page.keyboard.type("3");
    await says(page, assert, /^next \(\{Bh7\} \.\{0 5\} \{Qh5\}\)$/);
    await picture(page, "ask-boards");
    await page.locator(".ask-search").click();
    await ended(page);
    assert.ok(number(await page.textContent("#answers-heading")) > 0);
    await page.getByRole("button", { name: words("ask.addBoard") }).click();
    await page.getByLabel(words("ask.join", { n: 3 })).selectOption("not");
    await palette(page, piece("black", "k")).click();
    await square(page, "h8").click();
    await says(page, assert, /^\{next \(\{Bh7\} \.\{0 5\} \{Qh5\}\)\} not \{kh8\}$/);
    await page.getByRole("button", { name: words("ask.boardNumber", { n: 1 }), exact: true }).click();
    await page.waitForSelector('[data-square="h7"] .piece-wB');
    await page.getByRole("button", { name: words("ask.boardNumber", { n: 3 }), exact: true }).click();
    await page.getByRole("button", { name: words("ask.removeBoard", { n: 3 }) }).click();
    await says(page, assert, /^next/);
    // Boards are read from the text, and conditions stand beside them.
    await write(page, 'player "Greco" // conditions\n{Ke1} or {Kg1}');
    await page.getByRole("button", { name: words("ask.boardNumber", { n: 2 }), exact: true }).click();
    await page.waitForSelector('[data-square="g1"] .piece-wK');
    assert.equal(await page.getByLabel(words("ask.join", { n: 2 })).inputValue(), "or");
  },

  async "step through a sequence"({ assert, open, picture }) {
    const page = await open({ width: 1500, height: 1000 });
    await search(page, "next (check (not check)* mate)");
    await page.waitForSelector(".legend-item");
    assert.equal(await page.locator(".legend-item").count(), 3);
    const legend = await page.locator(".legend-item code").allTextContents();
    assert.deepEqual(legend, ["check", "not check", "mate"]);
    const first = Number(await page.locator(".moves .current.matched.span").getAttribute("data-node"));
    const shows = (node) => page.locator(`.moves .current[data-node="${node}"]`).waitFor();
    const hears = (text) =>
      page.locator(".page > [role=status]", { hasText: text }).waitFor({ state: "attached" });
    await page.locator(".game-heading").click();
    await page.keyboard.press("ArrowRight");
    await shows(first + 1);
    await hears(wording("game.after"));
    await page.keyboard.press("Home");
    await shows(0);
    await hears(words("game.atStart"));
    await page.keyboard.press(".");
    await page.locator(".moves .current.matched").waitFor();
    await hears(words("game.isMatch"));
    await page.keyboard.press("f");
    await page.waitForSelector(".game-board .board.orientation-black");
    await page.keyboard.press("f");
    await picture(page, "sequence");

    // The automaton's states live and die as one steps.
    await page.getByRole("tab", { name: words("tools.automaton") }).click();
    await page.waitForSelector(".automaton .state.alive");
    const alive = () => page.locator(".automaton .state.alive text").allTextContents();
    const before = await alive();
    await page.locator(".game-heading").click();
    // The last position is the mate: there the sequence is complete.
    await page.keyboard.press("End");
    await page.waitForSelector(".automaton .state.alive.accepting");
    assert.notDeepEqual(await alive(), before);
    assert.match((await page.locator(".automaton-run").textContent()) ?? "", wording("automaton.accepting"));
    await picture(page, "automaton");
    await page.keyboard.press("Home");
    await page.locator(".automaton-run", { hasText: words("automaton.outside") }).waitFor();
    await page.getByRole("button", { name: words("automaton.beginHere") }).click();
    await page
      .locator(".automaton-run", { hasText: words("automaton.begins", { move: words("game.start") }) })
      .waitFor();
  },

  async "why not"({ assert, open, picture }) {
    const page = await open();
    await search(page, "check Q attacks k");
    await page.getByRole("tab", { name: words("tools.why") }).click();
    await page.waitForSelector(".why-verdict.holds");
    await page.locator(".why-part", { hasText: "Q attacks k" }).first().locator("button").hover();
    await page.waitForSelector(".game-board cg-board square.pointed-holds");
    await page.waitForSelector(".cm-content .pointed");
    await picture(page, "why");
    await page.locator(".game-heading").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".why-verdict.fails");
    assert.ok((await page.locator(".why-part.fails").count()) > 0);
    await write(page, "check next (check mate)");
    await page.locator(".why-note").first().waitFor();
    assert.match((await page.locator(".why-note").first().textContent()) ?? "", /constituent|reached|fails/);
    await picture(page, "why-not");
  },
};
