// Makes the report one file: its script and its style sheet stand in it, and its security policy names them by their hashes.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { licencesOf } from "./licences";

const hash = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

export function inlined(): Plugin {
  return {
    name: "inlined",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const licences = licencesOf(bundle);
      let [page, script, style] = ["", "", ""];
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code.trim();
        else if (name.endsWith(".css")) style += String(file.source).trim();
        else if (name.endsWith(".html")) page = String(file.source);
        else throw new Error(`${name} is not part of the report`);
        delete bundle[name];
      }
      const end = /<\/s(cript|tyle)|<!--/i.exec(script + style);
      if (end) throw new Error(`${end[0]} would end its element`);
      const parts: [RegExp, string][] = [
        [/HASH-OF-SCRIPT/, hash(script)],
        [/HASH-OF-STYLE/, hash(style)],
        [/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`],
        [/<script type="module"[^>]*><\/script>/, `<script type="module">${script}</script>`],
      ];
      for (const [part, text] of parts) {
        if (!part.test(page)) throw new Error(`no ${part} in the report`);
        page = page.replace(part, () => text);
      }
      const source = page.replace("<head>", () => `<head>\n<!--\n${licences}-->`);
      this.emitFile({ type: "asset", fileName: "report.html", source });
    },
  };
}
