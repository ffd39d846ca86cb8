// The page in a browser, served by the program: a journey for each thing that people do on it. Every journey fails if the browser
// reports an error or asks anything of another host.
//
//     node web/tests/run.mjs [PROGRAM] [--only TEXT] [--pictures DIR] [--page DIR] [--measure DATABASE]
//                            [--playground DIR [--large FILE]] [--browser chromium|firefox]
//
// PROGRAM is the command, target/debug/tabiya by default. --only runs the journeys whose name, or file, contains a text. --pictures keeps
// pictures of the pages. --page takes the files of the page and of reports from a folder (web/dist) instead of the program, so that a changed page
// is tried without building the program again. --measure prints how long the first answer for `mate` takes over a database.
// --playground has the folder of the playground, whose journeys are not made without it; --large is a PGN file for it, which is
// compressed in FILE.zst, too.
// --browser is chromium by default. Each is found by its name or by its variable, CHROMIUM or FIREFOX.

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
const playground = option("--playground");
const large = option("--large");
const browser = option("--browser") ?? "chromium";
if (!["chromium", "firefox"].includes(browser)) throw new Error(`no journeys are made in ${browser}`);
const program = resolve(args[0] ?? "target/debug/tabiya");
if (pictures) mkdirSync(pictures, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), "tabiya-page-"));
const bench = new Bench({
  program,
  folder,
  pictures,
  page,
  database,
  playground,
  large,
  firefox: browser === "firefox",
});
const files = readdirSync(new URL("journeys", import.meta.url)).filter((name) => name.endsWith(".mjs"));
let failed = 0;
let passed = 0;
const notChecked = [];
try {
  await bench.start();
  for (const file of files.sort()) {
    const { journeys, needs = [] } = await import(new URL(`journeys/${file}`, import.meta.url).href);
    const lacking = needs.find((name) => !bench[name]);
    for (const [name, journey] of Object.entries(journeys)) {
      if (only && !`${file} ${name}`.includes(only)) continue;
      if (lacking) {
        notChecked.push(`NOT CHECKED: ${name}: no --${lacking}`);
        continue;
      }
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
for (const line of notChecked) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
