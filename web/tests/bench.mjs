// What journeys use: the program as a server, the browser, and what must hold on every page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { FLAGS } from "../../tests/browser/browser.mjs";

export const SAMPLE = fileURLToPath(new URL("../../examples/games/sample.pgn", import.meta.url));

function browserPath() {
  const names = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = names.find((name) => name && existsSync(name));
  if (!found) throw new Error("no Chromium: name one by the variable CHROMIUM");
  return found;
}

const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  txt: "text/plain",
};

export class Bench {
  constructor({ program, folder, pictures, page, database }) {
    Object.assign(this, { program, folder, pictures, page, database });
    this.servers = [];
    this.pages = [];
  }

  async start() {
    if (this.browser?.isConnected()) return;
    this.browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  }

  async stop() {
    await this.browser?.close();
    for (const server of this.servers) server.kill("SIGTERM");
  }

  /** Runs a journey with a fresh server and fresh pages. */
  async run(journey) {
    const tools = {
      assert,
      database: this.database,
      /** Writes a file and gives its path. */
      file: (name, text) => {
        const path = join(this.folder, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        return path;
      },
      /** Starts the program; the answer is the address of the page. */
      serve: (games = [], options = []) => this.serve(games, options),
      /** Opens a page; `at` is the address of a server. */
      open: (options = {}) => this.open(options),
      picture: async (page, name) => {
        if (this.pictures) await page.screenshot({ path: join(this.pictures, `${name}.png`) });
      },
      say: (text) => console.log(`        ${text}`),
    };
    // A browser that crashed costs its journey, not the others.
    await this.start();
    try {
      await journey(tools);
      for (const { errors, foreign } of this.pages) {
        assert.deepEqual(errors, [], "the browser reports no error");
        assert.deepEqual(foreign, [], "nothing is asked of other hosts");
      }
      await this.clear();
    } catch (error) {
      const told = this.pages.flatMap((page) => page.errors);
      if (told.length && !String(error).includes("the browser reports"))
        error.message += `\nthe browser: ${told.join("\n")}`;
      throw error;
    }
  }

  async clear() {
    for (const { context } of this.pages.splice(0)) await context.close();
    for (const server of this.servers.splice(0)) server.kill("SIGTERM");
  }

  /** After a failure: what the page looked like. */
  async keepPicture(name) {
    const last = this.pages.at(-1)?.page;
    if (last && this.pictures) {
      const path = join(this.pictures, `failed-${name.replace(/\W+/g, "-")}.png`);
      await last.screenshot({ path }).catch(() => undefined);
    }
    await this.clear();
  }

  async serve(games, options) {
    const server = spawn(this.program, ["serve", "--port", "0", ...options, ...games], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.servers.push(server);
    let said = "";
    server.stderr.on("data", (data) => {
      said += data;
    });
    const lines = createInterface({ input: server.stdout });
    return new Promise((done, fail) => {
      lines.once("line", (line) => done(line.trim()));
      server.once("exit", (code) => fail(new Error(`tabiya serve ended with ${code}: ${said}`)));
    });
  }

  async open({
    at,
    hash = "",
    width = 1440,
    height = 900,
    dark = false,
    phone = false,
    bypassCSP = false,
  } = {}) {
    const address = at ?? (await this.serve([], []));
    const context = await this.browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width, height },
      colorScheme: dark ? "dark" : "light",
      hasTouch: phone,
      isMobile: phone,
      acceptDownloads: true,
      bypassCSP,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const errors = [];
    const foreign = [];
    const host = new URL(address).host;
    page.on("console", (message) => {
      // The browser reports these answers although the page handles them: a query with errors, a path that is wrong.
      if (message.type() === "error" && !/status of (400|409|422)/.test(message.text()))
        errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => errors.push(String(error.stack)));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith("data:") && !url.startsWith("blob:") && new URL(url).host !== host)
        foreign.push(url);
    });
    this.pages.push({ context, page, errors, foreign });
    if (this.page) await this.serveFiles(page, address);
    await page.goto(address + hash);
    await page.waitForSelector(".cm-content");
    await page.waitForFunction(() => document.querySelectorAll(".source").length > 0);
    return page;
  }

  /** Gives the page's files from a folder; the policy is the program's. */
  async serveFiles(page, address) {
    const folder = resolve(this.page);
    await page.route(
      (url) => url.href.startsWith(address) && !url.href.startsWith(`${address}api/`),
      async (route) => {
        const name =
          new URL(route.request().url()).pathname.slice(new URL(address).pathname.length) || "index.html";
        const path = join(folder, name);
        if (!existsSync(path)) return route.fulfill({ status: 404 });
        const contentType = TYPES[basename(path).split(".").at(-1)] ?? "application/octet-stream";
        if (name !== "index.html") return route.fulfill({ body: readFileSync(path), contentType });
        const response = await route.fetch();
        const policy = response.headers()["content-security-policy"] ?? "";
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
        const body = readFileSync(path, "utf8").replace("__NONCE__", nonce);
        return route.fulfill({ body, contentType, headers: { "content-security-policy": policy } });
      },
    );
  }
}

/** Puts a text into the editor, in the place of what is there. */
export async function write(page, text) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

/** Writes a query, searches, and waits for the end. */
export async function search(page, query, { wait = true } = {}) {
  await write(page, query);
  await page.keyboard.press("Control+Enter");
  if (wait) await ended(page);
}

/** Waits until the shown search has ended. */
export async function ended(page, timeout = 120_000) {
  await page.waitForFunction(
    () => /^(Complete|Cancelled|Stopped|Failed)/.test(document.querySelector(".ending")?.textContent ?? ""),
    undefined,
    { timeout },
  );
}

export const counts = (page) => page.textContent("#answers-heading");

/** The number in the beginning of a text: "1,234 matches" is 1234. */
export const number = (text) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(",", ""));

/** The text of many games: the sample games again and again. */
export const copies = (times) => `${readFileSync(SAMPLE, "utf8").trim()}\n\n`.repeat(times);
