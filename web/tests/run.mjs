// The page in a browser, served by the program: a journey for each thing that people do on it. Every journey fails if the browser
// reports an error or asks anything of another host.
//
//     node web/tests/run.mjs [PROGRAM] [--only TEXT] [--pictures DIR] [--page DIR] [--measure DATABASE]
//
// PROGRAM is the command, target/debug/tabiya by default. --only runs the journeys whose name contains a text. --pictures keeps
// pictures of the pages. --page takes the page's files from a folder (web/dist) instead of the program, so that a changed page
// is tried without building the program again. --measure prints how long the first answer for `mate` takes over a database.
// Chromium is found by its name or by the variable CHROMIUM.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Bench } from "./bench.mjs";

const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at >= 0 ? args.splice(at, 2)[1] : undefined;
};
const only = option("--only");
const pictures = option("--pictures");
const page = option("--page");
const database = option("--measure");
const program = resolve(args[0] ?? "target/debug/tabiya");
if (pictures) mkdirSync(pictures, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), "tabiya-page-"));
const bench = new Bench({ program, folder, pictures, page, database });
const files = readdirSync(new URL("journeys", import.meta.url)).filter((name) => name.endsWith(".mjs"));
let failed = 0;
let passed = 0;
try {
  await bench.start();
  for (const file of files.sort()) {
    const { journeys } = await import(new URL(`journeys/${file}`, import.meta.url).href);
    for (const [name, journey] of Object.entries(journeys)) {
      if (only && !name.includes(only)) continue;
      const began = performance.now();
      try {
        await bench.run(journey);
        passed += 1;
        console.log(`ok      ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}\n${error.stack ?? error}`);
        await bench.keepPicture(name);
      }
    }
  }
} finally {
  await bench.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
