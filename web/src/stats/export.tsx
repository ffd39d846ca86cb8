// Exports: the answers that pass the filters, as a file.

import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/client";
import type { ExportFormat } from "../api/types";
import { t } from "../i18n";
import { MoreExports } from "../items/uses";
import type { Search } from "../results/search";

const FORMATS: readonly ExportFormat[] = ["pgn", "csv", "jsonl", "parquet", "html"];

export function Export({ search }: { search: Search }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        element.open = false;
        element.querySelector("summary")?.focus();
      } else if (!element.contains(event.target as Node)) element.open = false;
    };
    addEventListener("click", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("click", close);
      removeEventListener("keydown", close);
    };
  }, []);
  const id = search.id.value;
  if (!id || search.rows.version.value === 0) return null;
  return (
    <details class="export" ref={menu}>
      <summary class="button">{t("export.title")}</summary>
      <div class="export-menu">
        <p class="quiet">
          {search.rows.wanted.value
            ? t("export.text", { text: search.rows.wanted.value })
            : t(search.rows.filtered ? "export.filtered" : "export.all", { n: search.rows.shown.length })}
        </p>
        <ul>
          {FORMATS.map((format) => (
            <li key={format}>
              <a href={api.exportAddress(id, format, search.rows.filters.value)} download="">
                {t(`export.${format}`)}
              </a>
            </li>
          ))}
        </ul>
        <MoreExports search={search} />
      </div>
    </details>
  );
}
