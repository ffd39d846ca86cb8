// Makes the pictures of the README from what the program prints and writes.
//
//     node web/tests/pictures.mjs [PROGRAM] [FOLDER]
//
// PROGRAM is target/debug/tabiya by default, FOLDER docs/pictures. The pictures are best made small afterwards:
// pngquant --force --ext .png docs/pictures/*.png

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { browserPath, FLAGS, settle } from "./bench.mjs";

const program = resolve(process.argv[2] ?? "target/debug/tabiya");
const folder = resolve(process.argv[3] ?? "docs/pictures");
const work = mkdtempSync(join(tmpdir(), "tabiya-pictures-"));

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

try {
  mkdirSync(folder, { recursive: true });
  const options = ["search", "-q", "-e", QUERY, "--sample"];
  const env = { ...process.env, COLUMNS: "100" };
  const told = execFileSync(program, ["--color", "always", ...options, "--board", "--limit", "2"], {
    encoding: "utf8",
    env,
  });
  const command = `tabiya search -e '${QUERY}' --sample --board --limit 2`;
  writeFileSync(join(work, "list.html"), page(command, told));
  execFileSync(program, [...options, "-o", join(work, "report.html")]);
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  const open = async (name, width, height, deviceScaleFactor) => {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor });
    await page.goto(pathToFileURL(join(work, name)).href);
    await settle(page);
    return page;
  };
  const list = await open("list.html", 1100, 800, 2);
  await list.locator("body").screenshot({ path: join(folder, "list.png") });
  const report = await open("report.html", 1280, 860, 1.5);
  await report.screenshot({ path: join(folder, "report.png") });
  await browser.close();
} finally {
  rmSync(work, { recursive: true, force: true });
}
