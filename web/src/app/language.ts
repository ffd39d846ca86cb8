// The language: as the browser asks for it, or as the reader chose.

import { effect } from "@preact/signals";
import { choose, preferred } from "../i18n";
import { remembered, store } from "./preferences";

const chosen = remembered("language", (text) => text);

export function startLanguage(): void {
  effect(() => void choose(chosen.value ?? preferred(navigator.languages)));
}

export function setLanguage(code: string): void {
  chosen.value = code;
  store("language", code);
}
