// The pictures of the README, from what the program prints, writes and serves. A journey makes them, too, and compares them.
//
//     node web/tests/pictures.mjs [PROGRAM] [FOLDER]
//
// PROGRAM is target/debug/tabiya by default, FOLDER docs/pictures. The pictures are best made small afterwards:
// pngquant --force --ext .png docs/pictures/*.png

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Bench, SAMPLE, search } from "./bench.mjs";

const QUERY = 'sort "length" next 4 99 nestban ((check .)* mate)';

/** The colours of the 16 names of a terminal, on a dark ground. */
const NAMED = ["#3b3a36", "#d9705f", "#8fbf6f", "#e0b95c", "#6fa3d9", "#b58bd0", "#62b8b0", "#d8d2c4"];

/** One of the 256 colours of a terminal. */
function colour(n) {
  if (n < 16) return NAMED[n % 8];
  if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232))})`;
  const level = (i) => (i === 0 ? 0 : 55 + 40 * i);
  const rest = n - 16;
  return `rgb(${[Math.floor(rest / 36), Math.floor(rest / 6) % 6, rest % 6].map(level)})`;
}

const escaped = (text) =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);

/** What a terminal shows, as HTML: each character of the text is in a cell, so that boards are square. */
function terminal(output) {
  let style = {};
  let html = "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told by such characters.
  for (const [, codes, text] of output.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
    if (text === undefined) {
      const list = (codes || "0").split(";").map(Number);
      while (list.length > 0) {
        const code = list.shift();
        if (code === 0) style = {};
        else if (code === 1) style["font-weight"] = "700";
        else if (code === 38 || code === 48)
          style[code === 38 ? "color" : "background"] = colour(list.splice(0, 2)[1]);
        else if (code >= 30 && code <= 37) style.color = code === 30 ? "#161512" : NAMED[code - 30];
        else if (code >= 40 && code <= 47) style.background = NAMED[code - 40];
      }
      continue;
    }
    const css = Object.entries(style)
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
    for (const sign of text) {
      if (sign === "\n") html += "\n";
      else html += `<i style="${css}"${/[♔-♟]/u.test(sign) ? " class=piece" : ""}>${escaped(sign)}</i>`;
    }
  }
  return html;
}

const STYLE = `
  body { margin: 0; padding: 22px; background: #f4efe6; display: inline-block; }
  .window { border-radius: 12px; overflow: hidden; background: #1d1b18; color: #d8d2c4; box-shadow: 0 10px 34px #0005; }
  .title { display: flex; gap: 8px; padding: 12px 16px; background: #2a2723; }
  .title span { width: 12px; height: 12px; border-radius: 50%; background: #57514a; }
  pre { margin: 0; padding: 14px 22px 20px; font: 15px/22px "DejaVu Sans Mono", monospace; }
  pre i { display: inline-block; width: 9px; height: 22px; vertical-align: top; font-style: normal; white-space: pre; }
  pre .piece { position: relative; z-index: 1; font-size: 21px; text-indent: 1px; }
  .prompt { color: #8fbf6f; }
`;

/** A page with the window of a terminal in which a command was given. */
function page(command, output) {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><div class="window">
    <div class="title"><span></span><span></span><span></span></div>
    <pre><span class="prompt">$ </span>${escaped(command)}\n\n${terminal(output.trimEnd())}</pre></div>`;
}

/** Each picture by its name: how it is made by the tools of a journey, as PNG. */
export const PICTURES = {
  async list({ file, program, visit }) {
    const options = ["search", "-e", QUERY, "--sample", "--board", "--limit", "2"];
    const env = { ...process.env, COLUMNS: "100" };
    const told = execFileSync(program, ["--color", "always", ...options, "-q"], { encoding: "utf8", env });
    const path = file("list.html", page(`tabiya ${options.join(" ").replace(QUERY, `'${QUERY}'`)}`, told));
    const list = await visit(path, { width: 1100, height: 800, sharp: 2 });
    return list.locator("body").screenshot();
  },
  async report({ report, visit }) {
    const path = report("pictured", ["-e", QUERY, "--sample"], []);
    const shown = await visit(path, { width: 1280, height: 860 });
    return shown.screenshot();
  },
  async page({ open, serve }) {
    const shown = await open({ at: await serve([SAMPLE]), width: 1280, height: 800 });
    await search(shown, QUERY);
    await shown.mouse.move(0, 799);
    await shown.evaluate(() => document.activeElement?.blur());
    await shown.keyboard.press("l");
    await shown.waitForSelector("cg-board piece");
    // Moves slide.
    await shown.waitForTimeout(800);
    return shown.screenshot();
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = resolve(process.argv[2] ?? "target/debug/tabiya");
  const folder = resolve(process.argv[3] ?? "docs/pictures");
  const work = mkdtempSync(join(tmpdir(), "tabiya-pictures-"));
  const bench = new Bench({ program, folder: work });
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, make] of Object.entries(PICTURES))
      await bench.run(async (tools) => writeFileSync(join(folder, `${name}.png`), await make(tools)));
  } finally {
    await bench.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
