// What strangers may give: each ends in an answer or in an ordinary exception, and the module is of use afterwards.
//
//     node bindings/wasm/tests/hostile.mjs FOLDER-OF-THE-MODULE

import { gzipSync } from "node:zlib";
import { load } from "./load.mjs";

const tabiya = await load(process.argv[2]);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let failed = 0;

/** Does something; what it gives must be as expected, and the module must go on. */
function expect(name, work, is) {
    const started = performance.now();
    let got;
    try {
        got = work();
    } catch (error) {
        got = error;
    }
    let fine = is(got);
    try {
        fine &&= tabiya.search("mate", encoder.encode("1. f3 e5 2. g4 Qh4# 0-1")).rows.length === 1;
    } catch (error) {
        [fine, got] = [false, error];
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${fine ? "ok    " : "FAILED"} ${seconds.padStart(6)} s  ${name}${fine ? "" : `: ${String(got).slice(0, 300)}`}`);
    failed += fine ? 0 : 1;
}

const isError = (got) => got instanceof Error && !(got instanceof WebAssembly.RuntimeError) && !(got instanceof RangeError);
const isAnswer = (got) => Array.isArray(got?.rows);
const isText = (got) => typeof got === "string";

const GAME = encoder.encode("1. f3 e5 2. g4 Qh4# 0-1");
const many = (game, times) => encoder.encode(`${game}\n\n`.repeat(times));

// Nesting: beyond the limit it is refused, and up to it everything is done.
for (const [open, close] of [["(", ")"], ["{", "}"], ["not ", ""], ["flip ", ""], ["next(", ")"], ["if ", " then check"], ["-", ""], ["[", "]"], ["/*", ""]]) {
    for (const depth of [10_000, 1_000_000]) {
        const query = `${open.repeat(depth)}check${close.repeat(depth)}`;
        expect(`${depth} times ${JSON.stringify(open)}`, () => tabiya.search(query, GAME), isError);
        expect("  checked", () => tabiya.check(query).ok, (got) => got === false);
    }
}
for (const [open, close] of [["(", ")"], ["{", "}"], ["not ", ""], ["flip ", ""], ["find ", ""], ["next(check ", ")"], ["(x=", ")"], ["square all z in A ", ""]]) {
    for (const depth of [20, 50, 100, 150]) {
        const query = `${open.repeat(depth)}check${close.repeat(depth)}`;
        expect(`${depth} times ${JSON.stringify(open)}`, () => tabiya.search(query, GAME), (got) => isAnswer(got) || isError(got));
        expect("  explained", () => tabiya.explain(query), (got) => !!got.words || isError(got));
    }
}
expect("500 operators in a row", () => tabiya.search(`ply${"+1".repeat(500)}>3`, GAME), (got) => isAnswer(got) || isError(got));
expect("100,000 words", () => tabiya.search("check ".repeat(100_000), GAME), isAnswer);
expect("10 MB of text", () => tabiya.search("x ".repeat(5_000_001), GAME), isError);
expect("nothing", () => tabiya.search("", GAME), (got) => isAnswer(got) || isError(got));

// Queries that would not end.
expect("a loop", () => tabiya.search("x=0 while (x < 2000000000) x = x + 1", GAME), (got) => isAnswer(got) && got.error);
expect("loops in loops", () => tabiya.search("square all v in . square all w in . square all x in . square all y in . square all z in . check", many("1. e4 *", 50), { seconds: 20 }), isAnswer);
expect("a time limit", () => tabiya.search("x=0 while (x < 2000000000) x = x + 1", many("1. e4 *", 10_000), { seconds: 0.2 }), (got) => got.error !== null);
expect("a text that grows", () => tabiya.search('x="a" while (true) x = x + x', GAME), (got) => isAnswer(got) && got.error);

// Games.
const shuffle = "Nf3 Nf6 Ng1 Ng8 ";
const long = encoder.encode(`${shuffle.repeat(250_000)}*`);
expect("a game of a million plies", () => tabiya.search("check", long), isAnswer);
expect("  in a sequence", () => tabiya.search("next (wtm btm wtm btm)", long, { limit: 1, columns: ["game", "ply"], seconds: 60 }), isAnswer);
expect("a game that is longer than games may be", () => tabiya.search("mate", encoder.encode(`${shuffle.repeat(5_000_000)}*`)), isAnswer);
expect("100,000 nested variations", () => tabiya.search("check", encoder.encode(`1. e4 ${"(1. d4 ".repeat(100_000)}`), { variations: true }), isAnswer);
expect("a comment without end", () => tabiya.search("check", encoder.encode(`1. e4 {${"x".repeat(70_000_000)}`)), isAnswer);
expect("noise", () => tabiya.search("check", new Uint8Array(3_000_000).map((_, i) => (i * i * 2654435761) >>> 13)), isAnswer);

// Compressed files.
const zstd = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x05, 0x29, 0x00, 0x00, 0x31, 0x2e, 0x20, 0x65, 0x34]);
expect("zstd that is cut off", () => tabiya.search("check", zstd), (got) => isAnswer(got) && got.error);
const packed = gzipSync(encoder.encode("1. e4 e5 *\n\n".repeat(10_000)));
expect("gzip that is cut off", () => tabiya.search("check", packed.subarray(0, packed.length / 2)), (got) => isAnswer(got) && got.error);
const bomb = gzipSync(new Uint8Array(1_000_000_000).fill(32));
expect("a gigabyte of blanks in a megabyte", () => tabiya.search("check", bomb), isAnswer);
const magic = [0x89, ...encoder.encode("TABIYA\n")];
for (let length = 8; length < 200; length += 37) {
    const base = new Uint8Array(length).map((_, i) => magic[i] ?? i);
    expect(`${length} bytes of a database`, () => tabiya.search("check", base), isAnswer);
}

// The desk: a game of a million plies is an answer of its own.
expect("a game of a million plies on the desk", () => {
    const desk = new tabiya.Desk();
    const source = JSON.parse(decoder.decode(desk.ask("POST", "drop?name=long.pgn", long).body));
    while (desk.work(1000));
    const answer = desk.ask("GET", `game?source=${source.id}&game=1`, new Uint8Array());
    return `${answer.status} ${answer.body.length}`;
}, isText);
expect("a desk with many searches", () => {
    const desk = new tabiya.Desk();
    const body = encoder.encode(JSON.stringify({ query: "x=0 while (x < 9000000) x = x + 1" }));
    const codes = Array.from({ length: 20 }, () => desk.ask("POST", "searches", body).status);
    for (let i = 0; i < 20; i += 1) desk.work(20);
    return codes.join(" ");
}, isText);

console.log(failed === 0 ? "everything ended as it should" : `${failed} FAILED`);
process.exit(failed > 0 ? 1 : 0);
