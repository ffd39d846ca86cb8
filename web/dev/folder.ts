// The folder of the playground: its page is the index, and a service worker keeps all of it for times without a network.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** The service worker. One of another version waits until no page of this one is open, so that their files do not mix. */
const keeper = (
  version: string,
  files: string[],
) => `// Keeps the files of this folder, for times without a network.
const PREFIX = "tabiya " + registration.scope + " ";
const NAME = PREFIX + ${JSON.stringify(version)};
const FILES = ${JSON.stringify(files)};
const drop = (names) => names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name));
addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES))));
addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all([...drop(names), clients.claim()])));
});
addEventListener("fetch", (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
`;

export const folder = (page: string): Plugin => ({
  name: "folder",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const index = bundle[page];
    if (index?.type !== "asset") throw new Error(`there is no ${page}`);
    index.fileName = "index.html";
    const version = createHash("sha256");
    const files = ["./", "icon.svg"];
    // The order in which they were made is another each time.
    const ordered = Object.values(bundle).sort((one, other) => (one.fileName < other.fileName ? -1 : 1));
    for (const file of ordered) {
      version.update(file.type === "chunk" ? file.code : file.source);
      if (file !== index) files.push(file.fileName);
    }
    const source = keeper(version.digest("hex").slice(0, 16), files);
    this.emitFile({ type: "asset", fileName: "offline.js", source });
  },
});
