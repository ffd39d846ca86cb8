import { defineConfig } from "vitest/config";
import { licences } from "./dev/licences";
import { mock } from "./dev/mock";

// The address of a running `tabiya serve`; without it, a mock answers.
const program = process.env.TABIYA;

export default defineConfig({
  // The page stands below an address with a random token.
  base: "./",
  plugins: [licences(), ...(program ? [] : [mock()])],
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2022",
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
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
});
