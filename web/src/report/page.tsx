// The report's layout: what was searched for and found, the charts, the matches, and the game of one of them.

import { Button, Segmented, Select, Skip, setterOf } from "../app/controls";
import { openDialog } from "../app/dialog";
import { Choices } from "../app/header";
import { Help } from "../app/help";
import { useKeys } from "../app/keys";
import { Spoken } from "../app/notice";
import { type Key, t } from "../i18n";
import { counts } from "../results/words";
import { FilterChips } from "../stats/filters";
import { Statistics } from "../stats/statistics";
import { QUERY } from "./counted";
import { Cards, Matches } from "./matches";
import { Opened } from "./opened";
import { type Report, wide } from "./store";
import { Summary } from "./summary";
import { Sums } from "./sums";

/** The keys, and what takes those that are not the game's. */
const KEYS: readonly [keys: string, does: Key, run?: (report: Report) => void][] = [
  ["← →", "keys.game.step"],
  ["↑ ↓", "report.keys.variation"],
  ["Home End", "keys.game.ends"],
  ["m", "report.keys.match", (report) => report.goto(report.match.peek()?.node ?? 0)],
  ["n", "keys.next", (report) => report.stepAnswer(1)],
  ["p", "keys.previous", (report) => report.stepAnswer(-1)],
  [", .", "keys.game.match"],
  ["f", "keys.game.flip"],
  ["/", "report.keys.search", () => document.getElementById("search")?.focus()],
  ["Escape", "report.keys.close", (report) => isCovered(report) && report.close()],
  ["?", "keys.help", () => openDialog("help")],
];

/** The game lies over the matches. */
const isCovered = (report: Report) => !wide.matches && report.match.peek() !== null;

export function Page({ report }: { report: Report }) {
  useKeys(Object.fromEntries(KEYS.flatMap(([key, _, run]) => (run ? [[key, () => run(report)]] : []))));
  const { match } = report;
  const { about, end } = report.results;
  return (
    <>
      <Skip to="#list" text={t("report.skip")} />
      <div class={match.value ? "frame open" : "frame"}>
        <header class="head row gap-2">
          <span class="logo piece piece-wN" aria-hidden="true" />
          <span class="name">Tabiya</span>
          <span class="grows" />
          <Button onClick={() => print()}>{t("report.print")}</Button>
          <Choices />
        </header>
        {about.title === undefined ? (
          <Found report={report} />
        ) : (
          <main>
            <h1>{about.title}</h1>
            <Sums sums={end?.sums ?? []} />
          </main>
        )}
        <footer class="foot quiet small">{t("report.foot", { version: about.version })}</footer>
      </div>
      <Spoken store={report} />
      <Help title={t("report.keys")} keys={KEYS.map(([keys, does]) => [keys, t(does)])} />
      <Cards report={report} />
    </>
  );
}

/** What was found: the numbers, the charts, the matches, and the game of one of them. */
function Found({ report }: { report: Report }) {
  const { rows, match, search } = report;
  return (
    <main class="columns grid">
      <div class="results narrows">
        <Summary report={report} />
        <Sums sums={report.results.end?.sums ?? []} />
        <section class="charts" aria-label={t("report.charts")} hidden={!rows.properties.length}>
          <Statistics rows={rows} />
        </section>
        <section aria-label={t("report.matches")}>
          <Toolbar report={report} />
          <div class="shown row flows gap-2 small below-1">
            <span id="shown" role="status">
              {search.value && counts(search.value)}
            </span>
            <FilterChips rows={rows} />
          </div>
          <div id="list" tabIndex={-1}>
            <Matches report={report} />
          </div>
        </section>
      </div>
      <aside id="viewer" class="card viewer" aria-label={t("app.game")} hidden={!match.value}>
        <Opened report={report} />
      </aside>
    </main>
  );
}

/** Search, choice of a query, order, view. */
function Toolbar({ report }: { report: Report }) {
  const { rows, columns, view } = report;
  const { queries } = report.results.about;
  const order = rows.order.value;
  const set = (column: string, down: boolean) => rows.setOrder({ column, down });
  return (
    <form
      class="toolbar row flows gap-2"
      id="toolbar"
      role="search"
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        type="search"
        id="search"
        class="field"
        aria-label={t("report.search")}
        placeholder={t("report.search.hint")}
        autocomplete="off"
        onInput={(event) => rows.setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
      />
      {queries.length > 1 && (
        <Select
          id="query"
          label={t("report.query")}
          value={Number(rows.filters.value[QUERY] ?? 0) - 1}
          options={[
            [-1, t("report.query.all")],
            ...queries.map(({ name }, i): [number, string] => [i, name]),
          ]}
          onChange={(query) => rows.setFilter(QUERY, query < 0 ? undefined : String(query + 1))}
        />
      )}
      <Select
        id="sort"
        label={t("report.sort")}
        value={order.column}
        options={columns.map(({ name, title }, i) => [
          name,
          i === 0 ? t("report.sort.found") : t("report.sort.by", { name: title() }),
        ])}
        onChange={(name) => set(name, columns.find((column) => column.name === name)?.down ?? false)}
      />
      <Button id="direction" label={t("report.reverse")} onClick={() => set(order.column, !order.down)}>
        {order.down ? "↓" : "↑"}
      </Button>
      <Segmented
        id="view"
        label={t("report.view")}
        value={view.value}
        choices={(["boards", "table"] as const).map((each) => [each, t(`report.view.${each}`)])}
        onChange={setterOf(view)}
      />
    </form>
  );
}
