// What journeys use: the program as a server, the browser, and what must hold on every page.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serveFolder, typeOf } from "./files.mjs";
import { launch } from "./firefox.mjs";
import { words } from "./words.mjs";

/** What Chromium is told on every machine: no window, and nothing of its own in the network. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const SAMPLE = fileURLToPath(new URL("../../examples/games/sample.pgn", import.meta.url));

/** Where each browser is, unless the variable of its name says so. */
const PATHS = {
  chromium: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: ["/usr/bin/firefox", "/usr/bin/firefox-esr"],
};

export function browserPath(browser = "chromium") {
  const variable = browser.toUpperCase();
  const found = [process.env[variable], ...PATHS[browser]].find((name) => name && existsSync(name));
  if (!found) throw new Error(`no ${browser}: name one by the variable ${variable}`);
  return found;
}

export class Bench {
  constructor({ program, folder, pictures, page, database, playground, large, firefox }) {
    Object.assign(this, { program, folder, pictures, page, database, playground, large, firefox });
    this.servers = [];
    this.pages = [];
  }

  async start() {
    if (this.browser?.isConnected()) return;
    this.browser = this.firefox
      ? await launch(browserPath("firefox"))
      : await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  }

  async stop() {
    await this.browser?.close();
    this.stopServers();
  }

  stopServers() {
    for (const server of this.servers.splice(0)) server.kill("SIGTERM");
  }

  /** Runs a journey with a fresh server and fresh pages. */
  async run(journey) {
    const tools = {
      assert,
      database: this.database,
      program: this.program,
      large: this.large,
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
      /** Opens the playground from a plain file server. */
      play: (options = {}) => this.play(options),
      /** Ends all servers, as where there is no network. */
      disconnect: () => this.stopServers(),
      /** Searches and gives the path of the report. */
      report: (name, options, games = [SAMPLE]) => this.report(name, options, games),
      /** Opens a report. */
      visit: (path, options = {}) => this.visit(path, options),
      /** What went wrong in a page until now, and what it asked for elsewhere, which is then forgiven. */
      forgive: (page) => {
        const { errors, foreign } = this.pages.find((each) => each.page === page);
        return { errors: errors.splice(0), foreign: foreign.splice(0) };
      },
      picture: async (page, name, options = {}) => {
        if (this.pictures) await page.screenshot({ path: join(this.pictures, `${name}.png`), ...options });
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
    this.stopServers();
  }

  /** After a failure: what the page looked like. */
  async keepPicture(name) {
    const last = this.pages.at(-1)?.page;
    if (last && this.pictures) {
      const path = join(this.pictures, `failed-${name.replace(/\W+/g, "-")}.png`);
      await last.screenshot({ path }).catch(() => undefined);
    }
    await this.clear();
    // Firefox ends a while after a page of it has crashed.
    if (this.firefox) await this.browser.close();
  }

  async serve(games, options) {
    const memory = options.includes("--memory") ? [] : ["--no-memory"];
    const server = spawn(this.program, ["serve", "--port", "0", ...memory, ...options, ...games], {
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

  async open({ at, hash = "", ...options } = {}) {
    const address = at ?? (await this.serve([], []));
    const page = await this.blank(address, options);
    if (this.page) await this.serveFiles(page, address);
    await page.goto(address + hash);
    // On a phone it is not the panel that is shown first.
    await page.waitForSelector(".cm-content", { state: "attached" });
    await page.waitForFunction(() => document.querySelectorAll(".source").length > 0);
    return page;
  }

  async play(options = {}) {
    const server = await serveFolder(this.playground);
    this.servers.push(server);
    const page = await this.blank(server.address, options);
    await page.goto(server.address);
    await page.waitForSelector(".source", { state: "attached" });
    return page;
  }

  report(name, options, games) {
    const path = join(this.folder, `${name}.html`);
    const run = spawnSync(this.program, ["search", "-q", ...options, "-o", path, ...games], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    assert.ok(run.status < 2, `exit status ${run.status}`);
    if (this.page) writeFileSync(path, refilled(readFileSync(path, "utf8"), join(this.page, "report.html")));
    return path;
  }

  async visit(path, { hash = "", ...options } = {}) {
    const address = pathToFileURL(path).href;
    const page = await this.blank(address, options);
    await page.goto(address + hash);
    await settle(page);
    return page;
  }

  /** A page that notes what goes wrong in it, and what it loads from elsewhere than an address. */
  async blank(address, options) {
    const { width = 1440, height = 900, dark = false, phone = false, sharp = 1 } = options;
    const context = await this.browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width, height },
      colorScheme: dark ? "dark" : "light",
      deviceScaleFactor: phone ? undefined : sharp,
      hasTouch: phone,
      isMobile: phone,
      acceptDownloads: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const errors = [];
    const foreign = [];
    // A report is one file; the page has one host.
    const own = (url) =>
      address.startsWith("file:") ? url.startsWith(address) : new URL(url).host === new URL(address).host;
    page.on("console", (message) => {
      // The browser reports these answers although the page handles them: a query with errors, a path that is wrong.
      if (message.type() === "error" && !/status of (400|409|422)/.test(message.text()))
        errors.push(`${message.text()} ${message.location().url}`);
    });
    // Firefox does not write them to the console.
    if (this.firefox)
      page.on("response", (response) => {
        const status = response.status();
        if (status >= 400 && ![400, 409, 422].includes(status))
          errors.push(`status of ${status} ${response.url()}`);
      });
    page.on("pageerror", (error) => errors.push(String(error.stack)));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith("data:") && !url.startsWith("blob:") && !own(url)) foreign.push(url);
    });
    page.on("dialog", (dialog) => {
      errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    this.pages.push({ context, page, errors, foreign });
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
        const contentType = typeOf(name);
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

/** The data of a report in another template than the program's. */
function refilled(report, template) {
  const data = (id) => report.split(`<script type="application/json" id="${id}">`)[1].split("</script>")[0];
  const values = {
    title: /<title>(.*?)<\/title>/s.exec(report)[1],
    version: JSON.parse(data("about")).version,
    about: data("about"),
    games: data("games").trim(),
    run: data("run"),
  };
  return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole);
}

/** The number of pages of a PDF, of which browsers pack parts. */
export function pagesOf(pdf) {
  const text = pdf.toString("latin1");
  const unpacked = [...text.matchAll(/stream\r?\n(.*?)endstream/gs)].map(([, data]) => {
    try {
      return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...unpacked].join("\n").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** What a page sends to an address the next time; asked before it is sent, as `await (await sent(…))()`. */
export async function sent(page, address) {
  await page.evaluate((address) => {
    globalThis.sent = new Promise((done) => {
      const { fetch } = globalThis;
      globalThis.fetch = (asked, options) => {
        if (asked === address) {
          globalThis.fetch = fetch;
          done(JSON.parse(options.body));
        }
        return fetch(asked, options);
      };
    });
  }, address);
  return () => page.evaluate(() => globalThis.sent);
}

/** Lets a page come to rest: some frames, and what waits for them. */
export const settle = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let i = 0; i < 3; i += 1) await frame();
    await new Promise((done) => setTimeout(done, 30));
  });

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

/** The whole query, with its conditions, as a link has it. */
export const query = (page) =>
  page.evaluate(() => (new URLSearchParams(location.hash.slice(1)).get("q") ?? "").trim());

/** Waits until the shown search has ended. */
export async function ended(page, timeout = 120_000) {
  await page.waitForFunction(
    (ends) => ends.some((each) => document.querySelector(".ending")?.textContent.startsWith(each)),
    ["complete", "cancelled", "limit", "failed"].map((each) => words(`results.status.${each}`)),
    { timeout },
  );
}

/** Opens the gallery of recipes from the side, and looks for one; what it is stands beside it. */
export async function browse(page, name) {
  await page.click(".recipes button >> nth=0");
  await page.fill(".gallery-of-recipes input", name);
  await page.waitForSelector(".recipe-about");
}

export const counts = (page) => page.textContent("#answers-heading");

/** The number in the beginning of a text: "1,234 matches" is 1234. */
export const number = (text) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(",", ""));

/**
 * A query that finds every mate and takes minutes over a file of `copies(2000)`: each position is held against each other one
 * of its game. No position has so many moves, but only who looks finds that out.
 */
export const SLOW = "mate or {echo (x y) in all {x:{move legal count} + y:{move legal count} > 436}}";

/** The text of many games: the sample games again and again. */
export const copies = (times) => `${readFileSync(SAMPLE, "utf8").trim()}\n\n`.repeat(times);
