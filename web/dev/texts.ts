// Leaves texts out of an entry that only others show. They are told by the first part of their keys: `report` of "report.skip".

import type { Plugin } from "vite";

export const texts = (isShown: (part: string) => boolean): Plugin => ({
  name: "texts",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!/\/i18n\/[\w-]+\.json$/.test(id)) return null;
    const all = Object.entries(JSON.parse(code) as Record<string, unknown>);
    const shown = all.filter(([key]) => isShown(key.slice(0, key.indexOf("."))));
    return { code: JSON.stringify(Object.fromEntries(shown)), map: null };
  },
});
