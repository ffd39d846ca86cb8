// Light and dark: as the system has it, or as the reader chose.

import { effect } from "@preact/signals";
import { remembered, store } from "./preferences";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

export const theme = remembered<Theme>("theme", (text) => THEMES.find((each) => each === text) ?? "auto");

export function startTheme(): void {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    store("theme", theme.value === "auto" ? null : theme.value);
  });
}
