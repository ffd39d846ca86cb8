// The sheet: pages of diagrams, and the solutions on a page of their own.

import { turnOf } from "../board/squares";
import { moveText, t } from "../i18n";
import { type Item, numbered, occasionOf, playersOf } from "../items/item";
import { puzzleOf, solution } from "../train/puzzle";
import { Diagram } from "./diagram";

export interface Layout {
  heading: string;
  perPage: 6 | 12;
  /** The position before the move, to be solved, or the match with its marks. */
  show: "problem" | "match";
  solutions: boolean;
}

/** A diagram of the sheet with what stands below it, and its solution. */
interface Entry extends Pick<Item, "squares" | "arrows"> {
  fen: string;
  caption: string;
  solution: string;
  about: string;
}

function entriesOf(items: readonly Item[], show: Layout["show"]): Entry[] {
  return items.flatMap((item) => {
    const { game, node, squares, arrows } = item;
    const about = [playersOf(game), occasionOf(game)].filter(Boolean).join(", ");
    const fen = game.nodes[node]?.fen ?? game.start;
    const move = moveText(numbered(game, node));
    if (show === "match") return [{ fen, squares, arrows, caption: about, solution: move, about }];
    const puzzle = puzzleOf(item, "auto", 1);
    if (!puzzle) return [];
    const caption = t(turnOf(puzzle.fen) === "white" ? "report.turn.white" : "report.turn.black");
    return [
      { fen: puzzle.fen, squares: [], arrows: [], caption, solution: moveText(solution(puzzle)), about },
    ];
  });
}

export function Sheet({ items, layout }: { items: readonly Item[]; layout: Layout }) {
  const { heading, perPage, show } = layout;
  const entries = entriesOf(items, show);
  const pages = Array.from({ length: Math.ceil(entries.length / perPage) }, (_, page) =>
    entries.slice(page * perPage, (page + 1) * perPage),
  );
  return (
    <div class="sheet">
      {pages.map((shown, page) => (
        <section key={String(page)} class={`sheet-page rows sheet-${perPage}`}>
          <header class="flex spread unbroken">
            <b class="cut">{heading}</b>
            <span>{t("print.page", { number: page + 1 })}</span>
          </header>
          <div class="sheet-grid grid grows">
            {shown.map((entry, at) => (
              <figure key={entry.fen + entry.about}>
                <Diagram {...entry} label={`${page * perPage + at + 1}`} />
                <figcaption class="flex">
                  <b>{page * perPage + at + 1}</b>
                  <span class="sheet-turn">{turnOf(entry.fen) === "white" ? "□" : "■"}</span>
                  <span class="sheet-caption clamped">
                    {show === "match" && <b>{entry.solution} </b>}
                    {entry.caption}
                  </span>
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
      {show === "problem" && layout.solutions && entries.length > 0 && (
        <section class="sheet-page rows sheet-solutions">
          <header class="flex spread unbroken">
            <b>{t("print.solutions")}</b>
          </header>
          <ol>
            {entries.map((entry) => (
              <li key={entry.fen + entry.about}>
                <b>{entry.solution}</b> <span>{entry.about}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
