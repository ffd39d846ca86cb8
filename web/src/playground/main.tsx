// The start of the playground: the page with the engine in it, which answers at once from the sample games.

import "../styles/base.css";
import "../styles/layout.css";
import "../styles/parts.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import address from "tabiya-wasm/tabiya_bg.wasm?url";
import { connect } from "../api/backend";
import { App } from "../app/app";
import { begin } from "../app/begin";
import { Store } from "../app/store";
import { t } from "../i18n";
import DeskWorker from "./desk.worker?worker&inline";
import { Engine } from "./engine";
import { Files, keepNames } from "./files";
import HelperWorker from "./helper.worker?worker&inline";

async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  // Servers that do not know the type of such files can still be asked for them.
  const isNamed = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const engine = new Engine(
  () => new DeskWorker(),
  () => new HelperWorker(),
  compiled(),
);
connect(engine);
const store = new Store({ tagline: () => t("play.tagline"), Files });
engine.onFiles = keepNames;
engine.onRestart = (told) => {
  // The new engine knows none of these, and has names of its own for others.
  for (const search of store.searches.peek()) search.id.value = "";
  store.api.sources({}).then(
    (sources) => store.setSources(sources),
    (error: unknown) => store.fail(error),
  );
  store.notice.value = { text: told, severity: "error" };
};
effect(() => {
  // Whoever comes without a question sees what an answer looks like.
  if (store.ready.value && store.offered !== null && !store.search.peek()) void store.run();
});
const root = document.getElementById("app");
if (root) {
  render(<App store={store} />, root);
  void begin(store);
}
// Where a browser keeps no files, the page needs its server again for what it has not loaded yet.
navigator.serviceWorker?.register("./offline.js").catch(() => undefined);
