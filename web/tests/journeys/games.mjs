// Journeys through the games of a file: they are listed, looked through, and shown without a search.

import { copies, write } from "../bench.mjs";
import { words } from "../words.mjs";

export const journeys = {
  async "the games of a file are listed, and any of them is shown"({ assert, file, open, picture, serve }) {
    const page = await open({ at: await serve([file("many.pgn", copies(3))]) });
    await write(page, "stalemate");
    await page.getByRole("button", { name: words("games.browse", { name: "many.pgn" }) }).click();
    const dialog = page.getByRole("dialog", { name: "many.pgn" });
    const listed = dialog.getByRole("listitem");
    await dialog.getByText(words("games.count", { n: 204 })).waitFor();
    assert.equal(await listed.count(), 100);
    await dialog.getByRole("button", { name: words("browse.more") }).click();
    await listed.nth(199).waitFor();
    await picture(page, "games");
    // The search covers all of them, from the first one.
    await dialog.getByRole("searchbox").fill("morphy");
    await page.waitForFunction(() => document.querySelectorAll(".browse-list li").length < 100);
    // Firefox crashes if it is asked for all texts at once in a dialog that is found by its name.
    for (const each of await listed.all()) assert.match(await each.textContent(), /Morphy/);
    const chosen = await listed.nth(1).locator("b").first().textContent();
    await listed.nth(1).getByRole("button").click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".game-heading h3", { hasText: chosen }).waitFor();
    // The focus is where it was; a word that no game has gives a message.
    const opener = page.locator(`:focus[aria-label="${words("games.browse", { name: "many.pgn" })}"]`);
    await opener.waitFor();
    await opener.press("Enter");
    await dialog.getByRole("searchbox").fill("xyzzy");
    await dialog.getByText(words("browse.none")).waitFor();
  },
};
