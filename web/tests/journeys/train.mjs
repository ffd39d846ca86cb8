// Journeys about training: puzzles of answers, right and wrong moves, hints, marks, and what is due.

import { readFileSync } from "node:fs";
import { SAMPLE, search } from "../bench.mjs";

const AXE = new URL("../../node_modules/axe-core/axe.min.js", import.meta.url);

/** What axe finds on the page. */
export async function violations(page) {
  await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // An experiment of axe's: what is seen on a button is a part of its name.
      rules: { "label-content-name-mismatch": { enabled: true } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`);
  });
}

/** A fool's mate, and a scholar's mate after which the queen could also have mated otherwise. */
const GAMES = `[White "Fool"]
[Black "Wise"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Scholar"]
[Black "Pupil"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
`;

/** The middle of a square of the board that is played on. */
async function middle(page, square, side) {
  const box = await page.locator(".train-board cg-board").boundingBox();
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const [x, y] = side === "white" ? [file, 7 - rank] : [7 - file, rank];
  return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
}

async function move(page, from, to, side) {
  await page.mouse.click(...(await middle(page, from, side)));
  await page.mouse.click(...(await middle(page, to, side)));
}

const said = (page, text) => page.locator(".train-said", { hasText: text }).waitFor();
const button = (page, name) => page.locator(".train").getByRole("button", { name, exact: true });

export const journeys = {
  async "train: answers are puzzles, marked, and due again"({ assert, file, open, picture, serve }) {
    const at = await serve([file("mates.pgn", GAMES)]);
    const page = await open({ at });
    await search(page, "mate");
    assert.equal(await page.locator(".due").count(), 0);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.locator(".train-task", { hasText: "Find Black’s move" }).waitFor();
    await page.waitForSelector(".train-board .orientation-black");
    // The solution is nowhere on the page.
    assert.doesNotMatch(await page.textContent(".train"), /Qh4|Fool/);
    await move(page, "d8", "f6", "black");
    await said(page, "Qf6 is not the move");
    // The queen stands where she stood, so that she can go elsewhere.
    await page.waitForTimeout(400);
    await picture(page, "train-wrong");
    await move(page, "d8", "h4", "black");
    await said(page, "Right!");
    assert.match(await page.textContent(".train-solution"), /2\.\.\. Qh4#.*Fool – Wise 0-1/s);
    await picture(page, "train-solved");
    assert.deepEqual(await violations(page), []);
    await button(page, "Next").click();
    await page.locator(".train-task", { hasText: "Find White’s move" }).waitFor();
    await page.getByLabel("Your move").fill("Qxf9");
    await page.keyboard.press("Enter");
    await page.locator(".unread-move").waitFor();
    await page.getByLabel("Your move").fill("Qf7");
    await page.keyboard.press("Enter");
    await said(page, "Right!");
    await page.locator(".train-end", { hasText: "1 of 2 solved" }).waitFor();
    await page.getByRole("button", { name: "Position 1: failed" }).waitFor();
    // What failed comes again.
    await button(page, "Again the 1 that failed").click();
    await page.locator(".train-task", { hasText: "Find Black’s move" }).waitFor();
    await button(page, "Hint").click();
    await page.waitForSelector(".train-board square.mark-blue");
    await button(page, "Solution").click();
    await said(page, "This was the solution.");
    await button(page, "Close").click();
    await page.locator(".due", { hasText: "Nothing is due today" }).waitFor();
    assert.match(await page.textContent(".due"), /2 positions in training/);
    // The next day it is due, and after it was solved then, it is not.
    await page.evaluate(() => {
      const cards = JSON.parse(localStorage.getItem("tabiya.cards"));
      for (const card of cards) card.due -= 1;
      localStorage.setItem("tabiya.cards", JSON.stringify(cards));
    });
    await page.reload();
    const due = page.locator(".due", { hasText: "1 position is due today" });
    await due.waitFor();
    await due.getByRole("button", { name: "Train", exact: true }).click();
    await page.locator(".train-task", { hasText: "Find Black’s move" }).waitFor();
    await move(page, "d8", "h4", "black");
    await said(page, "Right!");
    await page.keyboard.press("Escape");
    await page.locator(".due", { hasText: "Nothing is due today" }).waitFor();
  },

  async "train: a sequence is played out, on a phone in the dark too"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve([SAMPLE]), phone: true, dark: true });
    await page.click(".panels button:has-text('Query')");
    await search(page, "next (check (not check)* mate)");
    await page.click(".panels button:has-text('Answers')");
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.locator(".train-task").waitFor();
    await picture(page, "train-phone");
    assert.deepEqual(await violations(page), []);
    // Nothing is wider than the phone.
    assert.ok(await page.evaluate(() => document.querySelector(".train").scrollWidth <= innerWidth));
    await page.getByLabel("Your move").fill("Qf6");
    await page.keyboard.press("Enter");
    await said(page, "Right. And now?");
    await page.getByLabel("Your move").fill("Be7");
    await page.keyboard.press("Enter");
    await said(page, "Right!");
    assert.equal(await page.textContent(".train-solution b"), "22. Qf6+ Nxf6 23. Be7#");
    await page.locator(".train").getByLabel("Begin").selectOption("at");
    await page.getByLabel("Moves to find").fill("1");
    await page.locator(".train-task", { hasText: "Find Black’s move" }).waitFor();
  },
};
