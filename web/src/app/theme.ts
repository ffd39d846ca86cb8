// Light and dark: as the system has it, or as the reader chose.

import { effect, type Signal, signal } from "@preact/signals";
import { store, stored } from "./preferences";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

export const theme: Signal<Theme> = signal(THEMES.find((each) => each === stored("theme")) ?? "auto");

export function startTheme(): void {
  effect(() => {
    const root = document.documentElement;
    if (theme.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    store("theme", theme.value === "auto" ? null : theme.value);
  });
}
