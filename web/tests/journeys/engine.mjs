// Journeys with a chess engine beside the server: a script that knows the positions of the shortest mate.

import { fileURLToPath } from "node:url";
import { search } from "../bench.mjs";

const ENGINE = fileURLToPath(new URL("../../../tests/data/engines/scripted.sh", import.meta.url));

export const journeys = {
  async "an engine evaluates the position that is shown"({ assert, file, serve, open, picture }) {
    const games = file("engine/mate.pgn", '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
    const at = await serve([games], ["--engine", ENGINE]);
    const page = await open({ at });
    await search(page, "ply==2");
    const engine = page.getByRole("region", { name: "Engine" });
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
    assert.equal(await engine.locator(".engine-bar").getAttribute("aria-label"), "Evaluation: #−1");
    await page.keyboard.press("ArrowRight");
    await engine.getByText("#", { exact: true }).waitFor();
    // It is remembered.
    await page.reload();
    await page.locator(".engine-lines").waitFor();
    await engine.getByRole("checkbox").uncheck();
    assert.equal(await engine.locator(".engine-lines").count(), 0);
    // A query that asks it, too, says so, for that takes time.
    assert.equal(await page.getByText("the engine is asked for one").count(), 0);
    await search(page, "evaldrop>=1000");
    await page.getByText("the engine is asked for one").waitFor();
  },

  async "a page without an engine has no word of it"({ assert, open }) {
    const page = await open();
    await search(page, "mate");
    await page.locator(".game-board").waitFor();
    assert.equal(await page.locator(".engine").count(), 0);
  },
};
