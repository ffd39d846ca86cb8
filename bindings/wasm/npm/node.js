// The module, loaded at once: Node reads it from the disk.
import { readFileSync } from "node:fs";
import { initSync } from "./tabiya.js";

initSync({ module: readFileSync(new URL("tabiya_bg.wasm", import.meta.url)) });

export * from "./tabiya.js";

/** Loads the module in a browser; here it is loaded already. */
export default async () => {};
