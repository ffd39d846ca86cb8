// Journeys about the book beside the query: its pages, its queries, the exercises of its lessons.

import { SAMPLE } from "../bench.mjs";

const text = (page) => page.textContent(".cm-content");

export const journeys = {
  async "the book lies beside the query, and its queries are tried"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve([SAMPLE]) });
    await page.getByRole("tab", { name: "Book" }).click();
    const panel = page.locator(".tool-panel");
    await panel.getByRole("button", { name: "One piece on one square" }).waitFor();
    await picture(page, "book-contents");
    await panel.getByRole("searchbox").fill("knight outpost");
    await panel.locator(".book-found").getByRole("button", { name: "outposts" }).first().click();
    await panel.locator(".book h1", { hasText: "outposts" }).waitFor();
    await picture(page, "book-page");
    await panel.getByRole("button", { name: "Try it" }).first().click();
    await page.waitForFunction(() =>
      /\d/.test(document.querySelector("#answers-heading")?.textContent ?? ""),
    );
    assert.match(await text(page), /outpost/);
    // Links lead to other pages of the book.
    await panel.locator(".book button.link").first().click();
    await panel.locator(".book h1").waitFor();
    await panel.getByRole("button", { name: "Contents" }).click();
    // The search is still there.
    assert.equal(await panel.getByRole("searchbox").inputValue(), "knight outpost");
  },

  async "the exercise of a lesson is checked"({ assert, open, picture, serve }) {
    const at = await serve([SAMPLE]);
    const page = await open({ at });
    await page.getByRole("tab", { name: "Book" }).click();
    const panel = page.locator(".tool-panel");
    await panel.getByRole("button", { name: "One piece on one square" }).click();
    // Its picture is drawn here.
    await panel.locator(".book-diagram .piece-wN").waitFor();
    await panel.locator(".book-diagram .mark-red").waitFor();
    const write = async (query) => {
      await page.locator(".cm-content").fill(query);
      await panel.getByRole("button", { name: "Check the query as the answer" }).click();
    };
    await write("ph2");
    await panel.getByText("Not yet.").waitFor();
    assert.match(await panel.getByRole("status").textContent(), /Not found: \d+/);
    await picture(page, "book-exercise");
    await write("chekc");
    await panel.getByRole("status").locator(".problem").waitFor();
    await panel.getByRole("button", { name: "Show the solution" }).click();
    await panel.locator(".solution").getByRole("button").click();
    assert.equal(await text(page), "pa-h2");
    await panel.getByRole("button", { name: "Check the query as the answer" }).click();
    await panel.getByText("Right: 44 positions in 7 games.").waitFor();
    // The mark stays.
    await panel.getByRole("button", { name: "Contents" }).click();
    await panel.getByRole("img", { name: "solved" }).waitFor();
    // The address follows.
    await page.waitForTimeout(500);
    await page.reload();
    await panel.getByRole("img", { name: "solved" }).waitFor();
  },
};
