// Every text of the page, in English. Another language is a file like this one, named by its code, that exports the same keys
// (`export default { … } satisfies Language`). `{name}` is replaced by a value; `{n}` also chooses the form of the plural.

export const en = {
  "app.skip": "Skip to the query",
  "app.tagline": "Find patterns in chess games",
  "app.theme": "Theme",
  "app.theme.auto": "Like the system",
  "app.theme.light": "Light",
  "app.theme.dark": "Dark",
  "app.language": "Language",
  "app.help": "Keyboard and help",
  "app.close": "Close",
  "app.dismiss": "Dismiss",
  "app.panels": "Parts of the page",

  "error.unreachable": "The program does not answer. Is “tabiya serve” still running?",

  "search.noSources": "Choose at least one source of games on the left.",
  "search.queryErrors": {
    one: "The query has an error; it is explained below the text.",
    other: "The query has {n} errors; they are explained below the text.",
  },

  // Game, ask, why
} as const;
