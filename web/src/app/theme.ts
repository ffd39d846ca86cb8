// Light and dark, and the language: as the system and the browser ask for them, or as the reader chose.

import { effect } from "@preact/signals";
import { startLook } from "../board/look";
import { choose, preferred } from "../i18n";
import { remembered, store, storedChoice } from "./preferences";

export const THEMES = ["auto", "light", "dark"] as const;

export const theme = storedChoice("theme", THEMES);

const chosen = remembered("language", (text) => text);

/** The page follows what is chosen from now on. */
export function startChoices(): void {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
  effect(() => void choose(chosen.value ?? preferred(navigator.languages)));
  startLook();
}

export function setLanguage(code: string): void {
  chosen.value = code;
  store("language", code);
}
