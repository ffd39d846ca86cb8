// What the playground says of files: that they stay here, and which of them a page that was loaded again has lost.

import { signal } from "@preact/signals";
import { t } from "../i18n";

const KEY = "tabiya.files";

function before(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** The files that were here before the page was loaded again. */
const lost = signal(before());

/** Keeps the names of the files that are here, for the time after the page is loaded again. */
export function keepNames(names: readonly string[]): void {
  lost.value = lost.value.filter((name) => !names.includes(name));
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...lost.value, ...names]));
  } catch {
    // Without storage nothing is said.
  }
}

export function Files() {
  return (
    <>
      <p class="quiet">{t("play.files")}</p>
      {lost.value.length > 0 && (
        <p class="limit" role="status">
          {t("play.again", { names: lost.value.join(", ") })}
        </p>
      )}
    </>
  );
}
