// Games held against others: their novelties, where they leave a repertoire, what is in conflict in one, and duplicates.

import { signal, useComputed } from "@preact/signals";
import type { CompareAsked, Compared, ComparedRow, Comparison, SideName } from "../api/types";
import { Problem, Select, setterOf } from "../app/controls";
import { uniqueNames } from "../app/names";
import { samePlace } from "../app/place";
import type { Store } from "../app/store";
import { knownDate } from "../games/browse";
import { language, moveText, nameText, resultText, t } from "../i18n";
import { latest, useAnswer } from "../why/request";

/** The source with the older games or the repertoire; the first one, unless it is chosen. */
const base = signal("");
const side = signal<SideName | "any">("any");

/** The chosen sources with their names. */
function chosenOf({ sources, chosen }: Store): (readonly [id: string, name: string])[] {
  const names = uniqueNames(sources.value);
  return sources.value
    .map(({ id, name }, i) => [id, names[i] ?? name] as const)
    .filter(([id]) => chosen.value.has(id));
}

const baseOf = (sources: readonly string[], wanted: string) =>
  sources.includes(wanted) ? wanted : (sources[0] ?? "");

/** What is asked of the chosen sources; null where they are too few. */
export function askedOf(
  what: Comparison,
  chosen: readonly string[],
  wanted: string,
  by: SideName | "any",
): CompareAsked | null {
  const first = baseOf(chosen, wanted);
  if (!first) return null;
  if (what === "duplicates") return { what, sources: [...chosen] };
  const asked = { what, base: [first], ...(what !== "novelties" && by !== "any" && { by }) };
  const sources = chosen.filter((id) => id !== first);
  if (what === "conflicts") return asked;
  return sources.length ? { ...asked, sources } : null;
}

/** What the games are held against, and whose moves count. */
export function Choices({ store, what }: { store: Store; what: Comparison }) {
  if (what === "duplicates") return null;
  const sources = chosenOf(store);
  return (
    <>
      <label class="inline-row gap-1 small narrows">
        {t(what === "novelties" ? "compare.older" : "compare.repertoire")}
        <Select
          class="field small narrows"
          value={baseOf(
            sources.map(([id]) => id),
            base.value,
          )}
          options={sources}
          onChange={setterOf(base)}
        />
      </label>
      {what !== "novelties" && (
        <Select
          label={t("compare.side")}
          value={side.value}
          options={[
            ["any", t(`compare.side.${what}`)],
            ["white", t("game.white")],
            ["black", t("game.black")],
          ]}
          onChange={setterOf(side)}
        />
      )}
    </>
  );
}

export function Compare({ store, what }: { store: Store; what: Comparison }) {
  // Sources change while they are read; the question does not.
  const asked = useComputed(() => {
    const chosen = chosenOf(store).map(([id]) => id);
    return JSON.stringify(askedOf(what, chosen, base.value, side.value));
  });
  const answer = useAnswer<Compared>(() => {
    const question: CompareAsked | null = JSON.parse(asked.value);
    return question && ((signal) => store.api.compare(question, signal));
  }, [store]);
  const found = latest(answer);
  const busy = answer.state === "loading";
  return (
    <div aria-busy={busy}>
      <Problem text={answer.state === "failed" && answer.problem} />
      {answer.state === "none" && (
        <p class="quiet empty">
          {t(store.question().sources.length ? "compare.second" : "search.noSources")}
        </p>
      )}
      {busy && !found && <p class="quiet empty">{t("compare.comparing")}</p>}
      {found && (
        <p class="quiet lean small" role="status">
          {t("compare.found", { n: found.total, games: t("games.count", { n: found.games }) })}{" "}
          {found.total > found.rows.length && t("compare.first", { shown: found.rows.length })}
        </p>
      )}
      {found && found.rows.length > 0 && <Table store={store} what={what} rows={found.rows} />}
    </div>
  );
}

function Table({ store, what, rows }: { store: Store; what: Comparison; rows: readonly ComparedRow[] }) {
  const heads = [
    what === "duplicates" ? "results.number" : "results.column.moved",
    `compare.head.${what}`,
    "compare.players",
    "results.column.date",
    "results.column.result",
  ] as const;
  return (
    <table class="next-moves compared whole">
      <thead>
        <tr>
          {heads.map((key) => (
            <th key={key} scope="col">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <RowLine key={i} store={store} row={row} begins={i > 0 && row.place !== rows[i - 1]?.place} />
        ))}
      </tbody>
    </table>
  );
}

const playersOf = ({ white, black }: { white: string; black: string }) =>
  `${nameText(white)} – ${nameText(black)}`;

/** `begins` says that the row is the first one of another position. */
function RowLine({ store, row, begins }: { store: Store; row: ComparedRow; begins: boolean }) {
  const text = row.moved ? moveText(row.moved) : row.game.toLocaleString(language());
  const isShown = samePlace(store.place.value, row);
  return (
    <tr class={begins ? "begins" : ""} onClick={() => store.look(row)}>
      <th scope="row">
        <button
          type="button"
          class={isShown ? "strong" : ""}
          aria-current={isShown ? "true" : undefined}
          aria-label={`${text} ${playersOf(row)}`}
        >
          {text}
        </button>
      </th>
      <td>{wordsOf(row)}</td>
      <td>{playersOf(row)}</td>
      <td>{knownDate(row.date)}</td>
      <td>{resultText(row.result)}</td>
    </tr>
  );
}

const REASONS = {
  "same-moves": "compare.sameMoves",
  beginning: "compare.beginning",
  "same-position": "compare.samePosition",
} as const;

/** What is said of a row. */
export function wordsOf({ before, instead, by, place, kept, reason = "" }: ComparedRow): string {
  if (kept) {
    const key = REASONS[reason as keyof typeof REASONS];
    return key ? t(key, { game: playersOf(kept) }) : playersOf(kept);
  }
  if (place !== undefined) return t("compare.place", { place });
  if (before !== undefined) return t("compare.before", { n: before });
  if (!instead?.length) return t("compare.ends");
  return t(`compare.left.${by ?? "white"}`, { moves: moveText(instead.join(", ")) });
}
