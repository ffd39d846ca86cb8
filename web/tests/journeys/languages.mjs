// Journeys in the languages of the page: each is chosen, fits, and stays.

import { search } from "../bench.mjs";

const SAYS = { de: "Abfrage", es: "Consulta", fr: "Requête" };

export const journeys = {
  async "every language is chosen and stays"({ assert, open, picture, serve }) {
    const at = await serve();
    const page = await open({ at, width: 1280, height: 720 });
    const choice = page.locator(".head select").first();
    const codes = await choice.locator("option").evaluateAll((all) => all.map((each) => each.value));
    assert.deepEqual(codes, ["de", "en", "es", "fr"]);
    await search(page, "check");
    for (const [code, query] of Object.entries(SAYS)) {
      await choice.selectOption(code);
      await page.locator("#query-heading", { hasText: query }).waitFor();
      assert.equal(await page.getAttribute("html", "lang"), code);
      // Moves have figurines.
      await page
        .locator(".moves button", { hasText: "♘f3" })
        .or(page.locator(".moves button", { hasText: "♕" }))
        .first()
        .waitFor();
      await picture(page, `language-${code}`);
      // No button of the query, the answers or the game is cut off.
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll(".tabs [role=tab], .query-actions .button, .answers-head .button")]
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.textContent),
      );
      assert.deepEqual(cut, []);
    }
    await page.reload();
    await page.locator("#query-heading", { hasText: SAYS.fr }).waitFor();
    const phone = await open({ at, phone: true });
    await phone.locator(".panels button").nth(1).click();
    for (const code of Object.keys(SAYS)) {
      await phone.locator(".head select").first().selectOption(code);
      await phone.locator("#query-heading", { hasText: SAYS[code] }).waitFor();
      assert.equal(
        await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
        code,
      );
      const right = await phone.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll(".tabs [role=tab]")].map(
            (tab) => tab.getBoundingClientRect().right,
          ),
        ),
      );
      assert.ok(right <= 390, `${code}: a tab ends at ${right}`);
    }
    await picture(phone, "language-phone");
  },
};
