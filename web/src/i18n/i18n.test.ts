import { expect, test } from "vitest";
import en from "./en.json";
import { fill, type Key, type Language, languages, type Message, preferred, t } from "./index";

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

const values = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

const formOf = (message: Message): string => (typeof message === "string" ? message : (message.other ?? ""));

test.each(languages.filter((code) => code !== "en"))(
  "%s has every text, with the same values",
  async (code) => {
    const language = (await import(`./${code}.json`)).default as Language;
    expect(Object.keys(language).sort()).toEqual(Object.keys(en).sort());
    for (const [key, message] of Object.entries(en)) {
      const other = language[key as Key] ?? "";
      expect(typeof other, key).toBe(typeof message);
      const wanted = values(formOf(message));
      expect(values(formOf(other)), key).toEqual(wanted);
      if (typeof other === "string") continue;
      // One form may say its number in words.
      for (const text of Object.values(other))
        expect(new Set([...values(text), "{n}"]), key).toEqual(new Set([...wanted, "{n}"]));
      // French and Spanish have a form for millions, which is that of other numbers here.
      for (const form of new Intl.PluralRules(code).resolvedOptions().pluralCategories)
        if (form !== "many") expect(other, `${key} ${form}`).toHaveProperty(form);
    }
  },
);
