// Journeys about training: puzzles of answers, right and wrong moves, hints, marks, and what is due.

import { readFileSync } from "node:fs";
import { SAMPLE, search } from "../bench.mjs";
import { wording, words } from "../words.mjs";

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
    await page.getByRole("button", { name: words("train.open"), exact: true }).click();
    await page.locator(".train-task", { hasText: words("train.task.black") }).waitFor();
    await page.waitForSelector(".train-board .orientation-black");
    // The solution is nowhere on the page.
    assert.doesNotMatch(await page.textContent(".train"), /Qh4|Fool/);
    await move(page, "d8", "f6", "black");
    await said(page, words("train.said.wrong", { move: "Qf6" }));
    // The queen stands where she stood, so that she can go elsewhere.
    await page.waitForTimeout(400);
    await picture(page, "train-wrong");
    await move(page, "d8", "h4", "black");
    await said(page, words("train.said.solved"));
    assert.match(await page.textContent(".train-solution"), /2\.\.\. Qh4#.*Fool – Wise 0-1/s);
    await picture(page, "train-solved");
    assert.deepEqual(await violations(page), []);
    await button(page, words("train.next")).click();
    await page.locator(".train-task", { hasText: words("train.task.white") }).waitFor();
    await page.getByLabel(words("board.write")).fill("Qxf9");
    await page.keyboard.press("Enter");
    await page.locator(".unread-move").waitFor();
    await page.getByLabel(words("board.write")).fill("Qf7");
    await page.keyboard.press("Enter");
    await said(page, words("train.said.solved"));
    await page.locator(".train-end", { hasText: words("train.end", { n: 2, solved: 1 }) }).waitFor();
    await page.getByRole("button", { name: words("train.mark.failed", { number: 1 }) }).waitFor();
    // What failed comes again.
    await button(page, words("train.again", { n: 1 })).click();
    await page.locator(".train-task", { hasText: words("train.task.black") }).waitFor();
    await button(page, words("train.hint")).click();
    await page.waitForSelector(".train-board square.mark-blue");
    await button(page, words("train.solve")).click();
    await said(page, words("train.said.shown"));
    await button(page, words("app.close")).click();
    await page.locator(".due", { hasText: words("train.noneDue") }).waitFor();
    assert.match(await page.textContent(".due"), wording("train.kept", { n: 2 }));
    // The next day it is due, and after it was solved then, it is not.
    await page.evaluate(() => {
      const cards = JSON.parse(localStorage.getItem("tabiya.cards"));
      for (const card of cards) card.due -= 1;
      localStorage.setItem("tabiya.cards", JSON.stringify(cards));
    });
    await page.reload();
    const due = page.locator(".due", { hasText: words("train.due", { n: 1 }) });
    await due.waitFor();
    await due.getByRole("button", { name: words("train.open"), exact: true }).click();
    await page.locator(".train-task", { hasText: words("train.task.black") }).waitFor();
    await move(page, "d8", "h4", "black");
    await said(page, words("train.said.solved"));
    await page.keyboard.press("Escape");
    await page.locator(".due", { hasText: words("train.noneDue") }).waitFor();
  },

  async "train: a sequence is played out, on a phone in the dark too"({ assert, open, picture, serve }) {
    const page = await open({ at: await serve([SAMPLE]), phone: true, dark: true });
    await page.click(`.panels button:has-text('${words("app.panel.query")}')`);
    await search(page, "next (check (not check)* mate)");
    await page.click(`.panels button:has-text('${words("app.panel.answers")}')`);
    await page.getByRole("button", { name: words("train.open"), exact: true }).click();
    await page.locator(".train-task").waitFor();
    await picture(page, "train-phone");
    assert.deepEqual(await violations(page), []);
    // Nothing is wider than the phone.
    assert.ok(await page.evaluate(() => document.querySelector(".train").scrollWidth <= innerWidth));
    await page.getByLabel(words("board.write")).fill("Qf6");
    await page.keyboard.press("Enter");
    await said(page, words("train.said.right"));
    await page.getByLabel(words("board.write")).fill("Be7");
    await page.keyboard.press("Enter");
    await said(page, words("train.said.solved"));
    assert.equal(await page.textContent(".train-solution b"), "22. Qf6+ Nxf6 23. Be7#");
    await page.locator(".train").getByLabel(words("train.begin")).selectOption("at");
    await page.getByLabel(words("train.moves")).fill("1");
    await page.locator(".train-task", { hasText: words("train.task.black") }).waitFor();
  },
};
