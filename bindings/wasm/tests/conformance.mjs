// Every conformance case through the module, in Node: the same positions of the same games with the same values, and the same
// refusals.
//
//     node bindings/wasm/tests/conformance.mjs FOLDER-OF-THE-MODULE [CASES.jsonl...] [--games FOLDER]
//
// Without cases, all of tests/data/conformance. Cases about output files of CQL's own command are left out: the module has no
// such command.

import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { load } from "./load.mjs";

const args = process.argv.slice(2);
const take = (name) => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args.splice(at, 2)[1];
};
const root = resolve(import.meta.dirname, "../../..");
const games = take("--games") ?? join(root, "tests/data/games");
const folder = args.shift();
const data = join(root, "tests/data/conformance");
const files = args.length > 0 ? args : readdirSync(data).filter((name) => name.endsWith(".jsonl")).map((name) => join(data, name));
const tabiya = await load(folder);

/** A value as CQL prints it: sets in brackets unless they hold one square. */
function printed(value) {
    if (Array.isArray(value)) return value.length === 1 ? value[0] : `[${value.join(",")}]`;
    if (typeof value === "boolean") return value ? "<true>" : "<false>";
    return value === null || value === undefined ? "" : String(value);
}

/** What is wrong with the answer to a search; nothing if it is right. */
function search(one) {
    const options = { dialect: one.dialect ?? "6" };
    if (one.variations) options.variations = true;
    if (one.value) options.select = { value: one.value };
    for (const option of one.options ?? []) {
        if (option !== "--nolinearize") return `unknown option ${option}`;
        options.linearize = false;
    }
    const bytes = readFileSync(join(games, `${one.pgn}.pgn`));
    const found = tabiya.search(`cql()\n${one.query}\n`, bytes, options);
    if (found.error) return found.error.message;
    const got = {};
    for (const row of found.rows) {
        // A filter that has no value there.
        if (one.value && row.value === null) continue;
        (got[row.game] ??= []).push(one.value ? [row.position, printed(row.value)] : row.position);
    }
    for (const game of new Set([...Object.keys(got), ...Object.keys(one.matched)])) {
        const [expected, answered] = [one.matched[game], got[game]].map((rows) => JSON.stringify(rows ?? []));
        if (expected !== answered) return `game ${game}: expected ${expected.slice(0, 150)}, got ${answered.slice(0, 150)}`;
    }
    return undefined;
}

/** What is wrong with a refusal: it must be one, at about the place where CQL 6.2 points. */
function refusal(one) {
    const text = one.script ?? `cql()\n${one.query}\n`;
    const body = JSON.stringify({ query: text, dialect: "6" });
    const answer = new tabiya.Desk().ask("POST", "check", new TextEncoder().encode(body));
    const known = JSON.parse(new TextDecoder().decode(answer.body));
    const first = known.diagnostics.find((diagnostic) => diagnostic.severity === "error");
    if (known.ok || !first?.message) return "it is not refused";
    const before = text.slice(0, first.from).split("\n");
    const [line, column] = [before.length, before.at(-1).length + 1];
    const elsewhere = one.line && one.class !== "internal" && (line !== one.line || column > one.column + 1);
    return elsewhere ? `it points at ${line}:${column}, expected ${one.line}:${one.column} or before` : undefined;
}

/** What a case is, by a key that it has. */
const kinds = [
    ["error", refusal],
    ["matched", search],
];

let passed = 0;
let failed = 0;
let left = 0;
for (const file of files) {
    for (const line of readFileSync(file, "utf8").split("\n")) {
        if (!line.trim()) continue;
        const one = JSON.parse(line);
        const kind = kinds.find(([key]) => key in one);
        if (!kind) {
            left += 1;
            continue;
        }
        let wrong;
        try {
            wrong = kind[1](one);
        } catch (error) {
            wrong = String(error);
            // A defect ends the module.
            if (error instanceof WebAssembly.RuntimeError) throw error;
        }
        if (wrong === undefined) {
            passed += 1;
        } else {
            failed += 1;
            console.log(`${basename(file)} ${one.id}: ${wrong}`);
        }
    }
}
console.log(`${passed} passed, ${failed} failed, ${left} of another kind`);
process.exit(failed > 0 ? 1 : 0);
