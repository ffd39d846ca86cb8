// Journeys about counts that a report shows as they are: pictures and tables, of a search and of a player.

import { execFileSync } from "node:child_process";
import { SAMPLE } from "../bench.mjs";
import { violations } from "./train.mjs";

/** What each sum shows: its title, whether its picture is drawn, and its cells. */
const shown = (page) =>
  page.$$eval(".sum", (sums) =>
    sums.map((sum) => ({
      title: sum.querySelector("h2")?.textContent ?? "",
      drawn: [...sum.querySelectorAll("img")].every(
        (picture) => picture.complete && picture.naturalWidth > 0,
      ),
      heads: [...sum.querySelectorAll("th")].map((head) => head.textContent),
      rows: [...sum.querySelectorAll("tbody tr")].map((row) =>
        [...row.cells].map((cell) => cell.textContent),
      ),
    })),
  );

export const journeys = {
  async "sums: rates of a search stand above its matches"({ assert, picture, report, visit }) {
    const path = report("rates", ["-e", "mate", "--tally", "result", "--rate"]);
    const page = await visit(path);
    await picture(page, "sums");
    const [sum, ...others] = await shown(page);
    assert.deepEqual(others, []);
    assert.equal(sum.drawn, true);
    assert.deepEqual(sum.heads, ["result", "games", "positions", "share", "rate", "of"]);
    // The sample has 20 mates, each in a game of its own.
    assert.equal(
      sum.rows.reduce((all, row) => all + Number(row[1]), 0),
      20,
    );
    assert.ok((await page.locator(".card.match").count()) > 0);
    assert.deepEqual(await violations(page), []);
  },

  async "sums: a player's page has all parts and no matches"({ assert, file, picture, program, visit }) {
    const path = file("me.html", "");
    execFileSync(program, ["me", "Morphy", SAMPLE, "-o", path]);
    for (const dark of [false, true]) {
      const page = await visit(path, { dark });
      await picture(page, dark ? "player-dark" : "player");
      assert.equal(await page.textContent("h1"), "Morphy");
      const sums = await shown(page);
      assert.equal(sums.length, 9);
      assert.ok(sums.every(({ title, drawn }) => title && drawn));
      assert.equal(await page.locator(".card.match, #toolbar, #viewer").count(), 0);
      assert.deepEqual(await violations(page), []);
    }
  },
};
