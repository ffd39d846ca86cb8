// A browser without a window, driven over a pipe by the DevTools protocol: no packages are needed beside Node and Chromium.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What Chromium is told on every machine: no window, and nothing of its own in the network. */
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A message that takes longer means that the browser hangs, in milliseconds. */
const PATIENCE = 60_000;

/** Starts Chromium, gives it to `use`, and ends it. */
export async function withBrowser(use) {
  const profile = mkdtempSync(join(tmpdir(), "tabiya-browser-"));
  const flags = [...FLAGS, "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  const child = spawn(process.env.CHROMIUM ?? "chromium", flags, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve, reject) => {
    child.on("exit", resolve);
    child.on("error", reject);
  });
  const browser = new Browser(child.stdio[3], child.stdio[4]);
  try {
    return await use(browser);
  } finally {
    // What hangs does not answer.
    await browser.send("Browser.close").catch(() => child.kill());
    await ended;
    // Its other processes may write for a moment longer.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The connection: messages are JSON, each ended by a NUL. */
class Browser {
  constructor(input, output) {
    this.input = input;
    this.waiting = new Map();
    this.pages = new Map();
    this.number = 0;
    let rest = "";
    output.setEncoding("utf8");
    output.on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      messages.forEach((message) => this.take(JSON.parse(message)));
    });
  }

  take(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      clearTimeout(waiting.timer);
      if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
      return;
    }
    this.pages.get(message.sessionId)?.event(message.method, message.params);
  }

  send(method, params = {}, sessionId = undefined) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE);
      this.waiting.set(id, { method, resolve, reject, timer });
      this.input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Opens an address in a page of its own: `{width, height, scale, dark, phone}`. */
  async open(address, { width = 1360, height = 900, scale = 1, dark = false, phone = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.pages.set(sessionId, page);
    for (const domain of ["Page", "Runtime", "Log", "Network", "Security"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile: phone });
    await page.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }],
    });
    const loaded = page.once("Page.loadEventFired");
    await page.send("Page.navigate", { url: address });
    await loaded;
    return page;
  }
}

/** One page, with everything that went wrong in it and everything that it loaded. */
class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, errors: [], requests: [], listeners: new Map() });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  once(name) {
    return new Promise((resolve) => this.listeners.set(name, resolve));
  }

  event(name, params) {
    this.listeners.get(name)?.(params);
    this.listeners.delete(name);
    if (name === "Runtime.exceptionThrown")
      this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (name === "Runtime.consoleAPICalled" && params.type !== "log")
      this.errors.push(JSON.stringify(params.args.map((arg) => arg.value)));
    if (name === "Log.entryAdded") this.errors.push(params.entry.text);
    if (name === "Page.javascriptDialogOpening") {
      this.errors.push(`dialog: ${params.message}`);
      this.send("Page.handleJavaScriptDialog", { accept: true });
    }
    if (name === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails)
      throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /** Lets the page come to rest: two frames, and what waits for them. */
  async settle() {
    await this.value(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))",
    );
  }

  /** Presses a key: `ArrowRight`, `n`, `/`. */
  async press(key) {
    const text = key.length === 1 ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await this.settle();
  }

  /** Types a text where the focus is. */
  async type(text) {
    await this.send("Input.insertText", { text });
    await this.value("new Promise((done) => setTimeout(done, 250))");
  }

  /** Clicks in the middle of an element. */
  async click(selector) {
    const place = await this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    })()`);
    const [x, y] = place;
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
    await this.settle();
  }

  /** Saves a picture of the window, or of the whole page. */
  async screenshot(path, { full = false, clip = undefined } = {}) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: full, clip });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  /** Saves the page as it would be printed. */
  async pdf(path) {
    const { data } = await this.send("Page.printToPDF", {
      printBackground: true,
      paperWidth: 8.27,
      paperHeight: 11.69,
    });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  close() {
    this.browser.pages.delete(this.session);
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}
