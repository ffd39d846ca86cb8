// The tree: what was played in the position on the board, how often and with what results. A move is a button that plays it.
// In its place stand comparisons of games, on demand.

import "./next.css";
import { signal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Among, Comparison, Counted, Next, NextMove, OpeningName, Playable } from "../api/types";
import { Button, Check, Problem, Select, setterOf } from "../app/controls";
import type { Store } from "../app/store";
import { IconButton } from "../board/icons";
import { START } from "../board/squares";
import { Written } from "../board/written";
import { oneLine } from "../conditions/parts";
import { back, treeOf } from "../game/tree";
import { language, moveText, t } from "../i18n";
import { numbered } from "../items/item";
import { latest, useAnswer } from "../why/request";
import { view } from "./answers";
import { Choices, Compare } from "./compare";
import type { Search } from "./search";

const VIEWS = ["moves", "novelties", "leavings", "conflicts", "duplicates"] as const;
const shown = signal<Comparison | "moves">("moves");

/** Whether the games of the sources count, or those in which the search has found something. */
const scope = signal<"sources" | "answers">("sources");

/** Whether moves of variations count. */
const variations = signal(false);

/** The answers of this visit that are kept. */
const MOST_KEPT = 300;

export function NextMoves({ store, search }: { store: Store; search: Search }) {
  const kept = useMemo(() => new Map<string, Next>(), [store, search]);
  const value = useAnswer<Next>(() => {
    if (shown.value !== "moves") return null;
    const among = amongOf(store, search);
    const fen = fenOf(store);
    if (!among || fen === null) return null;
    const asked = { fen, ...among, variations: variations.value };
    const key = JSON.stringify(asked);
    return async (signal) => {
      const known = kept.get(key) ?? (await store.api.next(asked, signal));
      if (kept.size > MOST_KEPT) kept.clear();
      kept.set(key, known);
      return known;
    };
  }, [store, search]);
  const next = latest(value);
  const busy = value.state === "loading";
  return (
    <div class="next tall rows" aria-busy={busy}>
      <Bar store={store} search={search} next={busy ? undefined : next} />
      {shown.value === "moves" ? (
        <>
          <Problem text={value.state === "failed" && value.problem} />
          {value.state === "none" && <p class="quiet empty">{t("search.noSources")}</p>}
          {busy && !next && <p class="quiet empty">{t("tree.counting")}</p>}
          {next && <Table store={store} search={search} next={next} />}
          <OwnMove store={store} />
        </>
      ) : (
        <Compare key={shown.value} store={store} what={shown.value} />
      )}
    </div>
  );
}

function amongOf(store: Store, search: Search): Among | null {
  if (scope.value === "answers" && search.id.value) return { search: search.id.value };
  const sources = store.searched.value.map(({ id }) => id);
  return sources.length ? { sources } : null;
}

/** The position on the board; null while its game is loaded. */
function fenOf(store: Store): string | null {
  const place = store.place.value;
  if (!place) return START;
  return store.tree.value?.nodes[place.node]?.fen ?? null;
}

/** What is shown; of the tree, where it is, the way back, and whose games count. */
function Bar({ store, search, next }: { store: Store; search: Search; next: Next | undefined }) {
  const what = shown.value;
  const isTree = what === "moves";
  return (
    <div class="next-bar lean row flows flow-gap">
      {isTree && <Where store={store} next={next} />}
      {isTree && (
        <Check checked={variations.value} onChange={setterOf(variations)}>
          {t("query.variations")}
        </Check>
      )}
      <Select
        label={t("compare.what")}
        value={what}
        options={VIEWS.map((each) => [each, t(`compare.${each}`)])}
        onChange={setterOf(shown)}
      />
      {isTree ? (
        <span class="next-scope">
          <Select
            label={t("tree.scope")}
            value={scope.value}
            options={[
              ["sources", t("tree.scope.sources")],
              ["answers", t("tree.scope.answers"), !search.id.value],
            ]}
            onChange={setterOf(scope)}
          />
        </span>
      ) : (
        <Choices store={store} what={what} />
      )}
    </div>
  );
}

function Where({ store, next }: { store: Store; next: Next | undefined }) {
  const game = store.tree.value;
  const node = store.place.value?.node ?? 0;
  return (
    <>
      <IconButton
        icon="back"
        label={t("game.back")}
        disabled={!game || node === 0}
        onClick={() => game && store.goto(back(treeOf(game.nodes), node))}
      />
      <span class="next-place grows">
        <b>{(game && moveText(numbered(game, node))) || t("game.start")}</b>{" "}
        <span class="quiet" role="status">
          {next ? t("games.count", { n: next.games }) : t("tree.counting")}
        </span>
        <Name opening={next?.opening} />
      </span>
    </>
  );
}

/** The name of a position. */
function Name({ opening }: { opening: OpeningName | undefined }) {
  if (!opening) return null;
  const text = `${opening.eco} ${opening.name}`;
  return (
    <small class="next-name block cut tiny quiet" title={text}>
      {text}
    </small>
  );
}

/** A move that is in no game, perhaps. */
function OwnMove({ store }: { store: Store }) {
  const fen = fenOf(store);
  const moves = useRef<readonly Playable[]>([]);
  if (fen === null || store.tree.value?.otherRules) return null;
  return (
    <div class="next-own">
      <Written
        key={fen}
        legal={async () => {
          moves.current = await store.api.moves({ fen });
          return moves.current;
        }}
        onPlay={(uci) => {
          const move = moves.current.find((each) => each.uci === uci);
          if (move) store.play(move);
        }}
      />
    </div>
  );
}

/** The heads of the columns after the move; the bar of results needs no visible one. */
const HEADS = ["games.title", "tree.results", "tree.score", "tree.rating", "tree.last"] as const;

function Table({ store, search, next }: { store: Store; search: Search; next: Next }) {
  const place = store.place.value;
  const continues = store.tree.value?.nodes.find(
    ({ parent, mainline }) => parent === place?.node && mainline,
  )?.uci;
  if (!next.games) return <p class="quiet empty">{t("tree.none")}</p>;
  return (
    <>
      <table class="next-moves whole">
        <thead>
          <tr>
            <th scope="col">{t("results.column.moved")}</th>
            {HEADS.map((key) => (
              <th key={key} scope="col" class={key === "tree.results" ? "" : "number"}>
                <span class={key === "tree.results" ? "visually-hidden" : ""}>{t(key)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {next.moves.map((move) => (
            <MoveRow
              key={move.uci}
              store={store}
              move={move}
              total={next.games}
              isPlayed={move.uci === continues}
              among={scope.value === "answers" ? search.question.query : null}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("tree.all")}</th>
            <Numbers counted={next} total={next.games} />
          </tr>
        </tfoot>
      </table>
      <p class="quiet lean small">
        {next.ended > 0 && t("tree.ended", { n: next.ended })}{" "}
        {next.lastPly !== undefined && t("tree.early", { plies: next.lastPly })}
      </p>
    </>
  );
}

function MoveRow(props: {
  store: Store;
  move: NextMove;
  total: number;
  isPlayed: boolean;
  /** The query whose games count, if not all do. */
  among: string | null;
}) {
  const { store, move, total, isPlayed, among } = props;
  const query = gamesQuery(move.fen, among);
  const onGames = query === null ? undefined : () => showGames(store, query);
  return (
    <tr class={isPlayed ? "played" : ""} onClick={() => store.play(move)}>
      <th scope="row">
        <button
          type="button"
          class={isPlayed ? "strong" : ""}
          aria-current={isPlayed ? "true" : undefined}
          aria-label={t("game.moveInWords", {
            number: move.number,
            move: moveText(move.san),
            words: move.words,
          })}
          title={isPlayed ? t("tree.played") : undefined}
        >
          {moveText(move.san)}
        </button>
        <Name opening={move.opening} />
      </th>
      <Numbers
        counted={move}
        total={total}
        title={t("tree.show", { n: move.games, move: moveText(move.san) })}
        onGames={onGames}
      />
    </tr>
  );
}

/** Searches for the games of a move, and shows them. */
function showGames(store: Store, query: string): void {
  view.value = "list";
  if (variations.value) store.variations.value = true;
  void store.run(query);
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** White's score, whoever is to move. */
function scoreOf({ white, draws, black, score, low = 0, high = 1 }: Counted) {
  if (score === undefined) return null;
  const mine = (white + draws / 2) / (white + draws + black);
  // What the program says is the score of the side to move.
  const isWhites = Math.abs(mine - score) < 1e-6;
  return { score: mine, low: isWhites ? low : 1 - high, high: isWhites ? high : 1 - low };
}

/** A query for a position, and for what a search has found in the same game; null where its text cannot be a part. */
export function gamesQuery(fen: string, among: string | null): string | null {
  const here = `fen == "${fen.split(" ").slice(0, 4).join(" ")}"`;
  if (among === null) return here;
  const query = oneLine(among);
  if (/^cql\s*\(|\bfunction\s+\w+\s*\(/.test(query)) return null;
  return `${here} initialposition:{find {${query}}}`;
}

function Numbers(props: {
  counted: Counted;
  total: number;
  title?: string;
  onGames?: (() => void) | undefined;
}) {
  const { counted, total, title, onGames } = props;
  const { games, rating, lastYear } = counted;
  const number = games.toLocaleString(language());
  const said = scoreOf(counted);
  return (
    <>
      <td class="number" title={percent(games / total)}>
        {onGames ? (
          <Button
            class="link"
            label={title}
            onClick={(event) => {
              event.stopPropagation();
              onGames();
            }}
          >
            {number}
          </Button>
        ) : (
          number
        )}
      </td>
      <td class="next-results">
        <Results counted={counted} />
      </td>
      <td
        class="number"
        title={said ? t("tree.interval", { low: percent(said.low), high: percent(said.high) }) : undefined}
      >
        {said ? percent(said.score) : ""}
      </td>
      <td class="number">{rating ?? ""}</td>
      <td class="number">{lastYear ?? ""}</td>
    </>
  );
}

/** White's wins, draws and Black's wins as parts of a bar; those of which nothing is known have none. */
function Results({ counted }: { counted: Counted }) {
  const { white, draws, black } = counted;
  const known = white + draws + black;
  if (!known) return null;
  const parts = [
    ["white", white],
    ["draws", draws],
    ["black", black],
  ] as const;
  const words = t("tree.bar", {
    white: percent(white / known),
    draws: percent(draws / known),
    black: percent(black / known),
  });
  return (
    <span class="result-bar flex centred tiny" role="img" aria-label={words} title={words}>
      {parts.map(([name, games]) => (
        <span key={name} class={`result-${name}`} style={{ width: `${(100 * games) / known}%` }}>
          {games / known >= 0.14 ? percent(games / known) : ""}
        </span>
      ))}
    </span>
  );
}
