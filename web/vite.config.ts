import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vitest/config";
import { inlined } from "./dev/inlined";
import { licences } from "./dev/licences";
import { mock } from "./dev/mock";

// The address of a running `tabiya serve`; without it, a mock answers.
const program = process.env.TABIYA;

const build: UserConfig["build"] = {
  target: "es2022",
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 1000,
};

/** The template of the report, one file: `vite build --mode report`. */
const report: UserConfig = {
  plugins: [inlined()],
  // The texts of the page are none of its own.
  resolve: {
    alias: [
      {
        find: /^\.\/\w\w\/(page|practice)$/,
        replacement: fileURLToPath(new URL("dev/none.ts", import.meta.url)),
      },
    ],
  },
  build: {
    ...build,
    // It stands beside the files of the page.
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    rollupOptions: { input: "report.html", output: { inlineDynamicImports: true } },
  },
};

const page: UserConfig = {
  // The page stands below an address with a random token.
  base: "./",
  plugins: [licences(), ...(program ? [] : [mock()])],
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

export default defineConfig(({ mode }) => ({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  ...(mode === "report" ? report : page),
}));
