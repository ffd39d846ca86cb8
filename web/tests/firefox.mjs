// Firefox for the journeys: the one that is installed, driven by WebDriver BiDi, with what that layer lacks made up for.
//
// playwright-core drives an unchanged Firefox if asked for its channel "moz-firefox". What it does not know how to ask, or what this
// Firefox has no command for, is done here on its server's objects, which are no public interface: its version is pinned.

import { firefox } from "playwright-core";

/** The settings of a tab, made in Firefox's main process as its developer tools make them. */
const SET = `(id, settings) => {
  const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
  Object.assign(NavigableManager.getBrowsingContextById(id).top, JSON.parse(settings));
}`;

/** Firefox's WebDriver drags, but never drops: the page is told of it where a drag was last allowed to end. */
const DROPS = () => {
  let dragging = false;
  let over;
  addEventListener("dragstart", (event) => {
    dragging = !event.defaultPrevented;
  });
  addEventListener("dragover", (event) => {
    over = event;
  });
  globalThis.isDragging = () => dragging;
  globalThis.drop = () => {
    if (over?.defaultPrevented) over.target.dispatchEvent(new DragEvent("drop", { bubbles: true }));
    dragging = false;
    over = undefined;
  };
};

export async function launch(executablePath) {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath,
    args: ["--remote-allow-system-access"],
    // Who reads the clipboard is not asked by a menu whether that is meant.
    firefoxUserPrefs: { "dom.events.testing.asyncClipboard": true },
  });
  const inner = (object) => browser._connection.toImpl(object);
  const server = inner(browser);
  const session = server._browserSession;
  correct(server);
  const { contexts } = await session.send("browsingContext.getTree", { "moz:scope": "chrome" });
  const main = { context: contexts[0].context };

  async function prepare(page, { colorScheme, hasTouch }) {
    const { delegate } = inner(page);
    const id = delegate._session.sessionId;
    const set = (settings) =>
      session.send("script.callFunction", {
        functionDeclaration: SET,
        arguments: [id, JSON.stringify(settings)].map((value) => ({ type: "string", value })),
        awaitPromise: false,
        target: main,
      });
    await set({
      prefersColorSchemeOverride: colorScheme,
      ...(hasTouch && { inRDMPane: true, touchEventsOverride: "enabled" }),
    });
    page.emulateMedia = ({ media }) => set({ mediumOverride: media });
    // playwright-core gives a size in inches where Firefox reads centimetres; journeys print on A4.
    page.pdf = async () => {
      const { data } = await session.send("browsingContext.print", {
        context: id,
        background: true,
        margin: { top: 0, bottom: 0, left: 0, right: 0 },
        page: { width: 21, height: 29.7 },
      });
      return Buffer.from(data, "base64");
    };
    // A picture is taken without a style that the page's policy forbids.
    delegate.shouldToggleStyleSheetToSyncAnimations = () => false;
    const point = (pointerType, x, y, times) =>
      session.send("input.performActions", {
        context: id,
        actions: [
          {
            type: "pointer",
            id: `pw_${pointerType}`,
            parameters: { pointerType },
            actions: [
              { type: "pointerMove", x, y },
              ...Array(times).fill([
                { type: "pointerDown", button: 0 },
                { type: "pointerUp", button: 0 },
              ]),
            ].flat(),
          },
        ],
      });
    delegate.rawTouchscreen.tap = (_, x, y) => point("touch", x, y, 1);
    // Firefox counts clicks together only within one command.
    const { mouse } = inner(page);
    const click = mouse.click.bind(mouse);
    mouse.click = (progress, x, y, options) =>
      options.clickCount === 2 ? point("mouse", x, y, 2) : click(progress, x, y, options);
    // What is in view stays where it is.
    delegate.scrollRectIntoViewIfNeeded = async (handle) => {
      const nearest = ([, node]) =>
        node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      await handle.evaluateInUtility(nearest, null);
      return "done";
    };
    // A text that is set instead of entered makes no `change`.
    delegate.rawKeyboard.sendText = (_, text) =>
      page.evaluate((text) => void document.execCommand("insertText", false, text), text);
    const { rawMouse } = delegate;
    const [move, up] = [rawMouse.move, rawMouse.up].map((each) => each.bind(rawMouse));
    let moved = false;
    rawMouse.move = (progress, x, y, button, buttons, ...rest) => {
      moved = buttons.size > 0;
      return move(progress, x, y, button, buttons, ...rest);
    };
    rawMouse.up = async (progress, x, y, ...rest) => {
      if (moved && (await page.evaluate(() => globalThis.isDragging()))) {
        // The move with which a drag begins is not one over its target, and one to the same place is none.
        await move(progress, x + 1, y);
        await page.evaluate(() => globalThis.drop());
      }
      await up(progress, x, y, ...rest);
    };
    return page;
  }

  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(DROPS);
    const newPage = context.newPage.bind(context);
    context.newPage = async () => prepare(await newPage(), options);
    // Firefox has no such permissions; the clipboard is open by the preference above.
    context.grantPermissions = async () => undefined;
    return context;
  };
  return browser;
}

/** Corrects what passes between playwright-core and Firefox. */
function correct({ _connection: connection, _downloads: downloads }) {
  const { onmessage } = connection._transport;
  const rawSend = connection.rawSend.bind(connection);
  connection.rawSend = (message) => {
    // This Firefox does not have the command; `prepare` sets the colours.
    if (message.method === "emulation.setMediaFeaturesOverride")
      setImmediate(onmessage, { id: message.id, type: "success", result: {} });
    else rawSend(message);
  };
  connection._transport.onmessage = (message) => {
    const { method, params } = message;
    if (method?.startsWith("browsingContext.download")) {
      // What a page makes itself has no number by which playwright-core knows it again.
      params.navigation ??= params.url;
      // A second file of the same name is written under another one.
      const download = downloads.get(params.navigation);
      if (params.filepath && download) download.artifact._localPath = params.filepath;
    }
    onmessage(message);
  };
}
