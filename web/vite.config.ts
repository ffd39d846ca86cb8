import { resolve } from "node:path";
import { defineConfig, type UserConfig } from "vitest/config";
import { folder } from "./dev/folder";
import { inlined } from "./dev/inlined";
import { licences } from "./dev/licences";
import { texts } from "./dev/texts";

// The address of a running `tabiya serve`, which answers the page while it is worked on.
const program = process.env.TABIYA;

const build: UserConfig["build"] = {
  target: "es2022",
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 1000,
};

/** The texts of the report. */
const REPORT = ["app", "board", "game", "keys", "report", "results", "stats"];

/** The template of the report, one file: `vite build --mode report`. */
const report: UserConfig = {
  plugins: [texts((part) => REPORT.includes(part)), inlined()],
  build: {
    ...build,
    // It stands beside the files of the page.
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: { input: "report.html", output: { inlineDynamicImports: true } },
  },
};

/** The page with the engine in it: `TABIYA_ENGINE=PACKAGE vite build --mode playground --outDir FOLDER`. */
function playground(): UserConfig {
  const engine = process.env.TABIYA_ENGINE;
  if (!engine) throw new Error("TABIYA_ENGINE is not set: it names the folder of the engine's package");
  return {
    // It stands below any address.
    base: "./",
    plugins: [licences(), folder("playground.html")],
    resolve: { alias: [{ find: /^tabiya-wasm(?=\/)/, replacement: resolve(engine) }] },
    build: { ...build, assetsInlineLimit: 0, rollupOptions: { input: "playground.html" } },
    worker: { format: "es" },
  };
}

const page: UserConfig = {
  // The page stands below an address with a random token.
  base: "./",
  plugins: [texts((part) => part !== "play"), licences()],
  build: {
    ...build,
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
  },
  server: program
    ? {
        proxy: {
          "/api": {
            target: new URL(program).origin,
            rewrite: (path) => new URL(program).pathname + path.slice(1),
            changeOrigin: true,
            headers: { origin: new URL(program).origin },
          },
        },
      }
    : {},
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
};

export default defineConfig(({ mode }) => {
  if (mode === "development" && !program)
    throw new Error("TABIYA is not set: it is the address that `tabiya serve` prints");
  return {
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    ...(mode === "report" ? report : mode === "playground" ? playground() : page),
  };
});
