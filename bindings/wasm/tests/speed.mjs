// How fast the module searches a file, compared with the program on one thread.
//
//     node bindings/wasm/tests/speed.mjs FOLDER-OF-THE-MODULE PROGRAM GAMES.pgn

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./load.mjs";

const [folder, program, games] = process.argv.slice(2);
const tabiya = await load(folder);
const bytes = readFileSync(games);
const queries = ["check", "mate", "next (check check)", "line --> check --> check+", "find 5 check", "flip { Ra1 attacks a8 }", "pin to k", "power A > 30"];

/** The least of three times, in seconds. */
function least(work) {
    const times = [1, 2, 3].map(() => {
        const started = performance.now();
        work();
        return (performance.now() - started) / 1000;
    });
    return Math.min(...times);
}

const ratios = [];
for (const query of queries) {
    let found;
    let here;
    try {
        here = least(() => {
            found = tabiya.search(query, bytes, { columns: ["game"] });
        });
    } catch (error) {
        console.log(`${query}: ${error.message.split("\n")[0]}`);
        continue;
    }
    const args = ["search", "-j", "1", "--format", "jsonl", "--columns", "game", "--quiet", "-e", query, games];
    const native = least(() => {
        try {
            execFileSync(program, args, { stdio: "ignore" });
        } catch (error) {
            if (error.status !== 1) throw error;
        }
    });
    ratios.push(native / here);
    console.log(`${(native / here).toFixed(2)}  module ${here.toFixed(2)} s, program ${native.toFixed(2)} s, ${found.matched} games  ${query}`);
}
const mean = Math.exp(ratios.map(Math.log).reduce((a, b) => a + b, 0) / ratios.length);
console.log(`${mean.toFixed(2)} of the program's speed`);
