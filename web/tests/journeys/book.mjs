// Journeys about the book beside the query: its pages, its queries, the exercises of its lessons.

import { SAMPLE } from "../bench.mjs";
import { wording, words } from "../words.mjs";

const text = (page) => page.textContent(".cm-content");

export const journeys = {
  async "the book lies beside the query, and its queries are tried"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await page.getByRole("tab", { name: words("tools.book") }).click();
    const panel = page.locator(".tool-panel");
    await panel.getByRole("button", { name: "One piece on one square" }).waitFor();
    await picture(page, "book-contents");
    await panel.getByRole("searchbox").fill("knight outpost");
    await panel.locator(".book-found").getByRole("button", { name: "outposts" }).first().click();
    await panel.locator(".book h1", { hasText: "outposts" }).waitFor();
    await picture(page, "book-page");
    await panel
      .getByRole("button", { name: words("book.try") })
      .first()
      .click();
    await page.waitForFunction(() =>
      /\d/.test(document.querySelector("#answers-heading")?.textContent ?? ""),
    );
    assert.match(await text(page), /outpost/);
    // Links lead to other pages of the book.
    await panel.locator(".book button.link").first().click();
    await panel.locator(".book h1").waitFor();
    await panel.getByRole("button", { name: words("book.contents") }).click();
    // The search is still there.
    assert.equal(await panel.getByRole("searchbox").inputValue(), "knight outpost");
  },

  async "the exercise of a lesson is checked"({ assert, open, picture, serve }) {
    const at = await serve([SAMPLE]);
    const page = await open({ at });
    await page.getByRole("tab", { name: words("tools.book") }).click();
    const panel = page.locator(".tool-panel");
    await panel.getByRole("button", { name: "One piece on one square" }).click();
    // Its picture is drawn here.
    await panel.locator(".book-diagram .piece-wN").waitFor();
    await panel.locator(".book-diagram .mark-red").waitFor();
    const write = async (query) => {
      await page.locator(".cm-content").fill(query);
      await panel.getByRole("button", { name: words("lesson.check") }).click();
    };
    await write("ph2");
    await panel.getByText(wording("lesson.wrong")).waitFor();
    assert.match(await panel.getByRole("status").textContent(), wording("lesson.missing"));
    await picture(page, "book-exercise");
    await write("chekc");
    await panel.getByRole("status").locator(".problem").waitFor();
    await panel.getByRole("button", { name: words("lesson.solution") }).click();
    await panel.locator(".solution").getByRole("button").click();
    assert.equal(await text(page), "pa-h2");
    await panel.getByRole("button", { name: words("lesson.check") }).click();
    await panel.getByText(words("lesson.right", { positions: 44, games: 7 })).waitFor();
    // The mark stays.
    await panel.getByRole("button", { name: words("book.contents") }).click();
    await panel.getByRole("img", { name: words("lesson.solved") }).waitFor();
    // The address follows.
    await page.waitForTimeout(500);
    await page.reload();
    await panel.getByRole("img", { name: words("lesson.solved") }).waitFor();
  },
};
