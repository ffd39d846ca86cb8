// Journeys with a chess engine beside the server: a script that knows the positions of the shortest mate.

import { fileURLToPath } from "node:url";
import { search } from "../bench.mjs";
import { words } from "../words.mjs";

const ENGINE = fileURLToPath(new URL("../../../tests/data/engines/scripted.sh", import.meta.url));

export const journeys = {
  async "an engine evaluates the position that is shown"({ assert, file, serve, open, picture }) {
    const games = file("engine/mate.pgn", '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
    const at = await serve([games], ["--engine", ENGINE]);
    const page = await open({ at });
    await search(page, "ply==2");
    const engine = page.getByRole("region", { name: words("engine.title") });
    // It is off until the reader wants it, and nothing is asked before.
    await engine.getByRole("checkbox").waitFor();
    assert.equal(await engine.locator(".engine-lines").count(), 0);
    await engine.getByRole("checkbox").check();
    await engine.getByText("−0.80").waitFor();
    assert.match(await engine.textContent(), /Scripted 1[\s\S]*2\. e4/);
    await picture(page, "engine");
    await page.keyboard.press("ArrowRight");
    await engine.getByText("#−1", { exact: true }).waitFor();
    assert.match(await engine.textContent(), /2\.\.\. Qh4#/);
    const bar = page.locator(".game-board .eval-bar");
    assert.equal(await bar.getAttribute("aria-label"), words("game.score", { value: "#−1" }));
    const white = await bar.locator("span").evaluate((span) => span.style.height);
    assert.equal(white, "0%");
    await page.keyboard.press("ArrowRight");
    await engine.getByText("#", { exact: true }).waitFor();
    // It is remembered.
    await page.reload();
    await page.locator(".engine-lines").waitFor();
    await engine.getByRole("checkbox").uncheck();
    assert.equal(await engine.locator(".engine-lines").count(), 0);
    // A query that asks it, too, says so, for that takes time.
    assert.equal(await page.getByText(words("results.asksEngine")).count(), 0);
    await search(page, "evaldrop>=1000");
    await page.getByText(words("results.asksEngine")).waitFor();
  },

  async "evaluations of the game are a bar at the board"({ assert, file, serve, open, picture }) {
    const moves = "1. f3 { [%eval -0.7] } e5 2. g4 { [%eval #-1] } Qh4# 0-1";
    const page = await open({
      at: await serve([file("eval.pgn", `[White "A"]\n[Black "B"]\n\n${moves}\n`)]),
    });
    await search(page, "ply==1");
    const bar = page.locator(".game-board .eval-bar");
    await page.waitForSelector(`.eval-bar[aria-label="${words("game.score", { value: "−0.70" })}"]`);
    const height = async () => (await bar.locator("span").boundingBox()).height;
    const [whole, part] = [(await bar.boundingBox()).height, await height()];
    assert.ok(part > 0.3 * whole && part < 0.5 * whole, `${part} of ${whole}`);
    // White's part is where White is.
    const below = async () => (await bar.locator("span").boundingBox()).y - (await bar.boundingBox()).y;
    assert.ok((await below()) > 0.4 * whole);
    await page.locator(".game-heading").click();
    await page.keyboard.press("f");
    await page.waitForSelector(".eval-bar.black");
    assert.ok((await below()) < 5);
    await picture(page, "eval-bar");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(`.eval-bar[aria-label="${words("game.noScore")}"]`);
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(`.eval-bar[aria-label="${words("game.score", { value: "#−1" })}"]`);
  },

  async "a page without an engine has no word of it"({ assert, open }) {
    const page = await open();
    await search(page, "mate");
    await page.locator(".game-board").waitFor();
    assert.equal(await page.locator(".engine, .eval-bar").count(), 0);
  },
};
