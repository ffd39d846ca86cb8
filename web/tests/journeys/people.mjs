// Journeys about whom the page is for and what it must stand: phones, keyboards, screen readers, hostile games, many rows.

import { readFileSync } from "node:fs";
import { copies, counts, ended, number, search, write } from "../bench.mjs";
import { found, piece, words } from "../words.mjs";

const AXE = new URL("../../node_modules/axe-core/axe.min.js", import.meta.url);

/** The rules of accessibility that a page breaks, as text. */
async function broken(page) {
  await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes
          .slice(0, 4)
          .map((node) => node.html.slice(0, 160))
          .join(" | ")}`,
    );
  });
}

/** Starts to measure frames; the answer stops and gives the milliseconds between them. */
async function frames(page) {
  await page.evaluate(() => {
    const times = [];
    globalThis.frameTimes = times;
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.longTasks.push(entry.duration);
    }).observe({ entryTypes: ["longtask"] });
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      if (globalThis.frameTimes === times) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  return () =>
    page.evaluate(() => {
      const times = globalThis.frameTimes.slice(1).sort((a, b) => a - b);
      globalThis.frameTimes = null;
      // Firefox does not tell of them.
      const isKnown = PerformanceObserver.supportedEntryTypes.includes("longtask");
      return { times, long: isKnown ? globalThis.longTasks.length : "an unknown number of" };
    });
}

export const journeys = {
  async "hostile tags stay text"({ assert, file, open, serve }) {
    const bad = "<img src=x onerror=alert(1)><script>alert(1)</script>\"'&amp;";
    const name = bad.replaceAll('"', '\\"');
    const tags = ["Event", "Site", "White", "Black", "Round", "ECO", "Annotator", "x<b>y"];
    const pgn = `${tags.map((tag) => `[${tag} "${name}"]`).join("\n")}\n[Date "1999.1.1"]\n[Result "0-1"]\n\n1. f3 {<svg onload=alert(1)> [%csl Ra1"><b>]} e5 2. g4 $1 Qh4# 0-1\n`;
    const page = await open({ at: await serve([file("<b>bad<i>.pgn", pgn)]) });
    page.on("dialog", () => assert.fail("a script of the game ran"));
    await search(page, "mate");
    await page.waitForSelector(".list-row[aria-selected=true]");
    assert.ok((await page.textContent(".list-window")).includes("<img src=x onerror=alert(1)>"));
    await page.click("#answers-tab-statistics");
    await page.waitForSelector(".bars .bar");
    for (const tab of ["why", "automaton"]) {
      await page.click(`#tools-tab-${tab}`);
      await page.waitForTimeout(300);
    }
    const strange = await page.evaluate(
      () => document.querySelectorAll("img:not(.logo), script:not([src]), svg[onload], [onerror]").length,
    );
    assert.equal(strange, 0);
  },

  async "100,000 answers"({ assert, file, open, picture, say, serve }) {
    const page = await open({ at: await serve([file("many.pgn", copies(50))]) });
    await write(page, "ply>=0");
    const stop = await frames(page);
    await page.keyboard.press("Control+Enter");
    await ended(page, 300_000);
    const { times, long } = await stop();
    assert.equal(number(await counts(page)), 100_000);
    const at = (part) => times[Math.floor(times.length * part)];
    const late = times.filter((time) => time > 34).length;
    say(
      `${times.length} frames; median ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms, ${late} later than two frames, ${long} tasks over 50 ms`,
    );
    // How many frames are drawn depends on the machine; that the page goes on drawing does not.
    assert.ok(times.length > 1, "frames are drawn while rows come");
    await picture(page, "many");
    // The list goes to its end at once, and holds no more elements than the screen shows.
    await page
      .locator(".per-game")
      .getByRole("button", { name: words("results.perGame.positions") })
      .click();
    await page.waitForFunction(() => document.querySelector(".list").ariaRowCount === "100001");
    await page.focus(".list");
    const began = performance.now();
    await page.keyboard.press("End");
    await page.waitForSelector("#row-99999[aria-selected=true]");
    say(`to the last of 100,000 rows in ${(performance.now() - began).toFixed(0)} ms`);
    assert.ok((await page.locator(".list-window .list-row").count()) < 80);
    await page.click("#answers-tab-statistics");
    await page.waitForSelector(".bars .bar");
    await page.click(".bar >> nth=0");
    await page.waitForSelector(".filters .chip");
    // So many rows are filtered on a thread of their own, while the page goes on drawing.
    await page.waitForFunction(() => {
      const [shown] = /[\d,]+/.exec(document.querySelector("#answers-heading").textContent);
      return Number(shown.replaceAll(",", "")) < 100_000;
    });
  },

  async phone({ assert, open, picture }) {
    const page = await open({ phone: true });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await wide(), false, "nothing is wider than the screen");
    // It begins with answers.
    await page.locator(".list-window .list-row").first().waitFor();
    await page.tap(`.panels button:has-text('${words("app.panel.query")}')`);
    await picture(page, "phone-query");
    await write(page, "mate");
    await page.tap(".query-actions .primary");
    await ended(page);
    assert.ok(await page.isVisible(".list"));
    assert.equal(await page.isVisible(".editor"), false);
    await picture(page, "phone-answers");
    await page.tap(".list-window .list-row >> nth=1");
    await page.tap(`.panels button:has-text('${words("app.panel.board")}')`);
    assert.ok(await page.isVisible(".game-mount"));
    assert.equal(await wide(), false);
    await picture(page, "phone-board");
    await page.tap(`.panels button:has-text('${words("app.panel.games")}')`);
    assert.ok(await page.isVisible(".sources"));
    await picture(page, "phone-games");
    assert.equal(await wide(), false);
  },

  async "keyboard alone"({ assert, open, picture }) {
    const page = await open();
    const key = (name) => page.keyboard.press(name);
    await key("Tab");
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".skip")));
    await key("Enter");
    await page.waitForFunction(() => document.activeElement?.matches(".cm-content"));
    await key("Control+a");
    await page.keyboard.type("mate");
    await key("Escape");
    await key("Enter");
    await ended(page);
    assert.equal(await counts(page), found(20, 20));
    // Tab leaves the editor and comes to the list.
    for (let steps = 0; steps < 60; steps += 1) {
      await key("Tab");
      if (await page.evaluate(() => document.activeElement?.matches(".list"))) break;
    }
    assert.ok(
      await page.evaluate(() => document.activeElement?.matches(".list")),
      "the list is reached by Tab",
    );
    const shown = () => page.getAttribute(".list", "aria-activedescendant");
    await key("Home");
    assert.equal(await shown(), "row-0");
    await key("ArrowDown");
    assert.equal(await shown(), "row-1");
    await page.waitForSelector("#row-1[aria-selected=true]");
    await picture(page, "keyboard");
    // Between the list and its tabs are the choice of rows, the field that filters them and the choice of columns.
    for (let steps = 0; steps < 5; steps += 1) await key("Shift+Tab");
    await key("ArrowRight");
    await page.waitForFunction(() => document.activeElement?.id === "answers-tab-boards");
    await key("ArrowLeft");
    // Page-wide keys.
    await key("n");
    await page.waitForSelector("#row-2[aria-selected=true]");
    await key("p");
    await page.waitForSelector("#row-1[aria-selected=true]");
    await key("?");
    await page.waitForSelector("dialog[open]");
    await key("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
    await key("/");
    await page.waitForFunction(() => document.activeElement?.matches(".cm-content"));
  },

  async "every action by a few letters of its name"({ assert, open, picture }) {
    const page = await open();
    await search(page, "check");
    await page.waitForSelector(".moves .current");
    const options = page.getByRole("dialog", { name: words("keys.palette") }).getByRole("option");
    const act = async (words) => {
      // It opens from the text, too.
      await page.keyboard.press("Control+k");
      await options.first().waitFor();
      await page.keyboard.insertText(words);
      await options
        .first()
        .filter({ hasText: new RegExp(words.split(" ")[0], "i") })
        .waitFor();
      await page.keyboard.press("Enter");
      await options.first().waitFor({ state: "detached" });
    };
    await page.focus(".cm-content");
    await act("slate");
    assert.equal(await page.getAttribute("html", "data-squares"), "slate");
    await act("tree");
    await page.waitForSelector("#answers-tab-tree[aria-selected=true]");
    await act("turn the board");
    await page.waitForSelector(".game-board .orientation-black");
    await act("no conditions");
    await act("go to the query");
    await page.waitForFunction(() => document.activeElement?.matches(".cm-content"));
    // Recipes are among them; the arrow keys choose.
    await page.keyboard.press("Control+k");
    await options.first().waitFor();
    await page.keyboard.insertText("mate");
    await options.first().filter({ hasText: /mate/i }).waitFor();
    await options.nth(3).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const title = await page.locator(".actions [aria-selected=true]").textContent();
    await picture(page, "palette");
    await page.keyboard.press("Enter");
    await page.locator(".recipe[aria-current]", { hasText: title }).waitFor();
    await page.click(".recipe-about .primary");
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
    await ended(page);
    await page.keyboard.press("Control+k");
    await options.first().waitFor();
    await page.keyboard.insertText("xyzzy");
    await page.getByText(words("palette.none")).waitFor();
    await page.keyboard.press("Escape");
    // Who is quick finds nothing of the last time.
    await page.keyboard.press("Control+k");
    await options.first().waitFor();
    await page.keyboard.insertText("slate");
    await options.first().filter({ hasText: /slate/i }).waitFor();
    const left = await page.evaluate(async () => {
      const dialog = document.getElementById("palette");
      const field = dialog.querySelector("input");
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      dialog.showModal();
      await new Promise((done) => setTimeout(done, 100));
      return field.value;
    });
    assert.equal(left, "");
    await page.keyboard.press("Escape");
    // The sheet lists the keys of the same actions.
    await page.locator(".game-heading").click();
    await page.keyboard.press("?");
    const keys = page.locator(".keys > div");
    await keys.first().waitFor();
    assert.equal(await keys.first().textContent(), `Ctrl+K${words("keys.palette")}`);
    assert.ok((await keys.count()) > 20);
  },

  async "rules of accessibility, light and dark, wide and narrow"({ assert, open, picture }) {
    for (const dark of [false, true]) {
      const page = await open({ dark });
      assert.deepEqual(await broken(page), []);
      await search(page, "check");
      await page.waitForSelector(".list-row[aria-selected=true]");
      await page.waitForTimeout(400);
      await picture(page, dark ? "dark" : "light");
      assert.deepEqual(await broken(page), []);
      await page.keyboard.press("Control+k");
      await page.locator(".actions [role=option]").first().waitFor();
      assert.deepEqual(await broken(page), [], "palette");
      await page.keyboard.press("Escape");
      await page.click("#answers-tab-statistics");
      await page.waitForSelector(".bars .bar");
      await page.click(".conditions > summary");
      await page.fill(`[aria-label='${words("conditions.player")}']`, "Morphy");
      await page.click(".conditions-part > summary");
      await page.fill(`[aria-label='${words("conditions.least", { name: piece("white", "q") })}']`, "1");
      await page.getByRole("button", { name: words("conditions.themes.add") }).click();
      await page.waitForSelector(".recipe .picture");
      await page.waitForTimeout(400);
      assert.deepEqual(await broken(page), [], "recipes to choose a condition from");
      await page.getByRole("button", { name: words("recipes.add") }).click();
      await page.locator(".queries summary").click();
      await page.click(".elsewhere summary");
      assert.deepEqual(await broken(page), [], "statistics, conditions, queries, menu of the board");
      await page.keyboard.press("Escape");
      await page.click("#answers-tab-boards");
      await page.waitForSelector(".tile .piece");
      assert.deepEqual(await broken(page), [], "boards");
      for (const tab of ["why", "automaton"]) {
        await page.click(`#tools-tab-${tab}`);
        await page.waitForTimeout(400);
        assert.deepEqual(await broken(page), [], tab);
      }
      await page.click("#answers-tab-tree");
      await page.waitForSelector(".next-moves tbody button");
      await page.waitForTimeout(400);
      await picture(page, dark ? "tree-dark" : "tree-light");
      assert.deepEqual(await broken(page), [], "tree");
      await page.click("#tools-tab-ask");
      await write(page, 'parameter MIN 2 "pieces" #A <= MIN');
      await page.locator(".parameter input").fill("3");
      await page.locator(".parameter input").press("Tab");
      await page.locator(".parameter .button").waitFor();
      assert.deepEqual(await broken(page), [], "parameters");
      await write(page, "path shortest almost 1 anyorder ((P--h4 --*) (N--f5 --*))");
      await page.locator(".ask-almost").waitFor();
      assert.deepEqual(await broken(page), [], "differences allowed");
      await write(page, "mate chekc");
      await page.waitForSelector(".diagnostic.error");
      assert.deepEqual(await broken(page), [], "errors");
    }
    const page = await open({ phone: true });
    for (const panel of ["games", "query", "answers", "board"]) {
      await page.tap(`.panels button:has-text('${words(`app.panel.${panel}`)}')`);
      assert.deepEqual(await broken(page), [], panel);
    }
  },
};
