// The module, as it lies in a folder after wasm-bindgen.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export async function load(folder) {
    if (!folder) throw new Error("name the folder of the module");
    const tabiya = await import(pathToFileURL(resolve(folder, "tabiya.js")).href);
    tabiya.initSync({ module: readFileSync(join(folder, "tabiya_bg.wasm")) });
    return tabiya;
}
