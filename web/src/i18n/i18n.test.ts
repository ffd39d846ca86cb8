import { expect, test } from "vitest";
import { en } from "./en";
import { fill, languages, preferred, t } from "./index";

test("values and plurals", () => {
  expect(fill("{a} of {b}", { a: "x", b: 1234 }, "en")).toBe("x of 1,234");
  expect(t("results.matches", { n: 1 })).toBe("1 match");
  expect(t("results.matches", { n: 100_000 })).toBe("100,000 matches");
  expect(
    fill({ one: "{n} ход", few: "{n} хода", many: "{n} ходов", other: "{n} хода" }, { n: 5 }, "ru"),
  ).toBe("5 ходов");
});

test("a value is put in as it is, and a missing one is seen", () => {
  expect(fill("{name}", { name: "{n} $&" }, "en")).toBe("{n} $&");
  expect(fill("{name}", {}, "en")).toBe("{name}");
});

test("the first language that there is", () => {
  expect(languages).toContain("en");
  expect(preferred(["xx-YY", "en-GB"])).toBe("en");
  expect(preferred(["xx"])).toBe("en");
});

test("every plural has the form that every language has", () => {
  for (const [key, message] of Object.entries(en)) {
    if (typeof message !== "string") expect(message, key).toHaveProperty("other");
  }
});
