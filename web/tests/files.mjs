// A plain file server: what a folder of the playground needs, and nothing more.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";

export const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  txt: "text/plain",
  wasm: "application/wasm",
};

export const typeOf = (name) => TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

/** Serves a folder below a path; the answer is the address and what ends the server. */
export async function serveFolder(folder, below = "/some/where/") {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://any");
    const name = pathname.startsWith(below) ? pathname.slice(below.length) || "index.html" : "..";
    const path = join(resolve(folder), name);
    if (name.includes("..") || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": typeOf(name) }).end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}${below}`, kill: stop };
}
