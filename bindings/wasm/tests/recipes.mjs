// Every recipe through the module and through the command: the same rows in the same order.
//
//     node bindings/wasm/tests/recipes.mjs FOLDER-OF-THE-MODULE PROGRAM

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { load } from "./load.mjs";

const [folder, program] = process.argv.slice(2);
const tabiya = await load(folder);
const sample = join(resolve(import.meta.dirname, "../../.."), "examples/games/sample.pgn");
const bytes = readFileSync(sample);
const columns = ["game", "position", "move", "fen"];
const names = execFileSync(program, ["recipes"], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^ {2}(\S+)/.exec(line)?.[1])
    .filter(Boolean);

const values = (row) => JSON.stringify(columns.map((column) => row[column] ?? null));
let [failed, filled] = [0, 0];
for (const recipe of names) {
    const options = ["search", "-q", "--recipe", recipe, "--format", "jsonl", "--columns", columns.join(), sample];
    const run = spawnSync(program, options, { encoding: "utf8" });
    const expected = run.stdout.split("\n").filter(Boolean).map(JSON.parse).map(values);
    // Neither has tablebases nor a chess engine: both must say so.
    const refused = run.status > 1;
    let found;
    try {
        found = tabiya.search("", bytes, { recipe, columns });
    } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        found = { rows: [], error };
    }
    const got = found.rows.map(values);
    filled += got.length > 0;
    if (refused !== Boolean(found.error) || JSON.stringify(got) !== JSON.stringify(expected)) {
        failed += 1;
        console.log(`${recipe}: ${got.length} rows, the command has ${expected.length}${run.stderr && `: ${run.stderr}`}`);
    }
}
console.log(`${names.length} recipes, ${filled} with rows, ${failed} different`);
process.exit(failed > 0 || filled < names.length / 4 ? 1 : 0);
