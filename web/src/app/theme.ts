// Light and dark: as the system has it, or as the reader chose.

import { effect } from "@preact/signals";
import { storedChoice } from "./preferences";

export const THEMES = ["auto", "light", "dark"] as const;

export const theme = storedChoice("theme", THEMES);

export function startTheme(): void {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
}
