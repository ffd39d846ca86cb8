// Writes the licences of everything that the built page contains to `licenses.txt` beside it; the report holds its own.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin, Rollup } from "vite";

/** Licences of what may be part of a program under GPL-3.0-or-later. */
const COMPATIBLE = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "GPL-3.0-or-later"];

/** The folder of the package that a module belongs to, or null for the page's own. */
function packageOf(module: string): string | null {
  const path = module.replace(/^\0/, "").replace(/\?.*$/, "").split("/").join(sep);
  const mark = `${sep}node_modules${sep}`;
  const at = path.lastIndexOf(mark);
  if (at < 0) return null;
  const parts = path.slice(at + mark.length).split(sep);
  const name = parts[0]?.startsWith("@") ? parts.slice(0, 2) : parts.slice(0, 1);
  return path.slice(0, at + mark.length) + name.join(sep);
}

function entry(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  if (!COMPATIBLE.includes(about.license ?? "")) throw new Error(`${about.name}: licence ${about.license}`);
  const file = existsSync(folder)
    ? readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(name))
    : undefined;
  // The text of the GPL is the project's own LICENSE.
  const gpl = /^GPL-3/.test(about.license ?? "");
  const text = file && !gpl ? readFileSync(join(folder, file), "utf8").trim() : "";
  return `${about.name} ${about.version}\n${about.license ?? "licence not named"}\n${text ? `\n${text}\n` : ""}`;
}

/** The licences of the packages in a bundle. */
export function licencesOf(bundle: Rollup.OutputBundle): string {
  const folders = new Set<string>();
  for (const file of Object.values(bundle)) {
    if (file.type !== "chunk") continue;
    for (const module of file.moduleIds) {
      const folder = packageOf(module);
      if (folder && existsSync(join(folder, "package.json"))) folders.add(folder);
    }
  }
  const intro =
    "The page of Tabiya is under GPL-3.0-or-later, as Tabiya is. It contains the following packages.\n";
  return [intro, ...[...folders].sort().map(entry)].join(`\n${"-".repeat(78)}\n\n`);
}

export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_, bundle) {
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: licencesOf(bundle) });
    },
  };
}
