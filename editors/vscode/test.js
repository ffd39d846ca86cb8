// Colours the queries of the sources with the engine of the editor: every word, sign and number has a name, and comments
// and texts are coloured as such from end to end.

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const root = path.join(__dirname, "..", "..");

function queries(folder) {
  const entries = fs.readdirSync(path.join(root, folder), { recursive: true });
  return entries.filter((name) => name.endsWith(".cql")).map((name) => path.join(root, folder, name));
}

async function grammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(__dirname, "syntaxes", "cql.tmLanguage.json");
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  return registry.loadGrammar("source.cql");
}

async function main() {
  const cql = await grammar();
  let tokens = 0;
  const wrong = [];
  for (const file of [...queries("recipes"), ...queries("examples")]) {
    let state = INITIAL;
    const lines = fs.readFileSync(file, "utf8").split(/\r?\n/);
    lines.forEach((line, number) => {
      const result = cql.tokenizeLine(line, state);
      state = result.ruleStack;
      for (const { startIndex, endIndex, scopes } of result.tokens) {
        const text = line.slice(startIndex, endIndex).replace(/[\s(){}\[\],]/g, "");
        if (text === "") continue;
        tokens += 1;
        const name = scopes.at(-1);
        const quoted = text.startsWith('"') && text.length > 1;
        const comment = text.startsWith(";") || text.startsWith("/*") || /^\/\/([^/]|\/\/)/.test(text);
        const fits = comment ? name.startsWith("comment.") : quoted ? /^(string|comment)\./.test(name) : scopes.length > 1;
        if (!fits) wrong.push(`${path.relative(root, file)}:${number + 1}: ${JSON.stringify(text)} is ${name}`);
      }
    });
  }
  wrong.slice(0, 40).forEach((line) => console.error(line));
  console.log(`${tokens} tokens, ${wrong.length} without a fitting name`);
  process.exitCode = wrong.length > 0 || tokens < 1000 ? 1 : 0;
}

main();
