// Exports: the answers that pass the filters, as a file.

import { useSignal } from "@preact/signals";
import { api } from "../api/client";
import type { ExportFormat, ExportRows } from "../api/types";
import { Button, Problem, Select, setterOf } from "../app/controls";
import { Menu } from "../app/menu";
import { message } from "../app/viewing";
import { t } from "../i18n";
import { MoreExports } from "../items/uses";
import type { Search } from "../results/search";

/** The formats that files with such rows have. */
const FORMATS: Readonly<Record<ExportRows, readonly ExportFormat[]>> = {
  matches: ["pgn", "csv", "jsonl", "parquet", "html"],
  steps: ["csv", "jsonl", "parquet"],
  unmatched: ["pgn", "csv", "jsonl", "parquet"],
};

export function Export({ search }: { search: Search }) {
  const id = search.id.value;
  if (!id || search.rows.version.value === 0) return null;
  return (
    <div class="export at-end">
      <Menu title={t("export.title")}>
        <Files search={search} />
        <MoreExports search={search} />
      </Menu>
    </div>
  );
}

function Files({ search }: { search: Search }) {
  const { all, filtered, filters, shownMatches, version, wanted } = search.rows;
  version.value; // Counted anew when rows have come.
  const rows = useSignal<ExportRows>("matches");
  const kinds = (Object.keys(FORMATS) as ExportRows[]).filter(
    (kind) => kind !== "steps" || all.some(({ length }) => length),
  );
  const isOfMatches = rows.value !== "unmatched";
  return (
    <>
      <label class="export-rows row gap-2">
        {t("export.rows")}
        <Select
          value={rows.value}
          options={kinds.map((kind) => [kind, t(`export.rows.${kind}`)])}
          onChange={setterOf(rows)}
        />
      </label>
      {isOfMatches && (
        <p class="quiet">
          {wanted.value
            ? t("export.text", { text: wanted.value })
            : t(filtered ? "export.filtered" : "export.all", { n: shownMatches })}
        </p>
      )}
      <ul>
        {FORMATS[rows.value].filter(api.isMade).map((format) => (
          <li key={format}>
            <File
              file={api.file(search.id.value, format, rows.value, isOfMatches ? filters.value : {})}
              name={t(`export.${format}`)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function File({ file, name }: { file: ReturnType<typeof api.file>; name: string }) {
  const isMade = useSignal(false);
  const problem = useSignal("");
  const { save } = file;
  if (!save)
    return (
      <a class="pick block" href={file.address} download="">
        {name}
      </a>
    );
  const make = async () => {
    isMade.value = true;
    problem.value = "";
    await save().catch(setterOf(problem, message));
    isMade.value = false;
  };
  return (
    <>
      <Button class="pick whole" disabled={isMade.value} onClick={() => void make()}>
        {isMade.value ? t("play.making", { name }) : name}
      </Button>
      <Problem text={problem.value} />
    </>
  );
}
