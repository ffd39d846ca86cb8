// What the page must reach: the size of its first load, and the time to the first answer.

import { gzipSync } from "node:zlib";
import { ended, write } from "../bench.mjs";

const MOST_BYTES = 250_000;

export const journeys = {
  async "the first load is small"({ assert, open, say, serve }) {
    const page = await open({ at: await serve() });
    const sizes = [];
    page.on("response", (response) => {
      const size = response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      );
      sizes.push(size);
    });
    await page.reload({ waitUntil: "networkidle" });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    say(`${bytes.toLocaleString("en")} bytes with gzip in ${sizes.length} answers until the page is at rest`);
    assert.ok(sizes.length > 3 && bytes < MOST_BYTES);
  },

  async "the first answer over a database comes at once"({ assert, database, open, say, serve }) {
    const at = await serve(database ? [database] : []);
    const page = await open({ at });
    const times = [];
    for (let turn = 0; turn < 7; turn += 1) {
      await write(page, `mate // ${turn}`);
      await page.waitForTimeout(400);
      times.push(
        await page.evaluate(
          () =>
            new Promise((done) => {
              const began = performance.now();
              // Each search has a list of its own.
              const before = document.querySelector(".list");
              const shown = () => {
                const list = document.querySelector(".list");
                return list !== before && list?.querySelector(".list-window .list-row");
              };
              document.querySelector(".cm-content").dispatchEvent(
                new KeyboardEvent("keydown", {
                  key: "Enter",
                  ctrlKey: true,
                  bubbles: true,
                  cancelable: true,
                }),
              );
              const tick = () => {
                if (shown()) done(performance.now() - began);
                else requestAnimationFrame(tick);
              };
              requestAnimationFrame(tick);
            }),
        ),
      );
      await ended(page);
    }
    const sorted = [...times].sort((a, b) => a - b);
    say(
      `mate over ${database ?? "the sample games"}: from Enter to the first row on screen ${sorted.map((time) => time.toFixed(0)).join(", ")} ms`,
    );
    if (database) assert.ok(sorted[Math.floor(sorted.length / 2)] < 200);
  },
};
