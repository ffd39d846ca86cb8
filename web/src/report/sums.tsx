// What was counted with further figures, as pictures and tables: the tallies of a search, or all that a player's games say.

import { t } from "../i18n";
import type { Sum } from "./static";

/** More lines than these are scrolled. */
const MOST_LINES = 12;

export function Sums({ sums }: { sums: readonly Sum[] }) {
  if (!sums.length) return null;
  return (
    <section class="sums grid gap-3" aria-label={t("report.counts")}>
      {sums.map((sum) => (
        <figure class="card sum small spaced-3">
          <figcaption>
            <h2 class="below-1">{sum.title || t("report.counts")}</h2>
            {sum.command && <code class="breaks quiet">{sum.command}</code>}
          </figcaption>
          {sum.rows.length > 1 && (
            <img
              class="whole above-2 below-2"
              src={`data:image/svg+xml,${encodeURIComponent(sum.picture)}`}
              alt={t("report.pictureOf", { title: sum.heads.join(", ") })}
            />
          )}
          <Lines {...sum} />
        </figure>
      ))}
    </section>
  );
}

/** The lines as a table. */
function Lines({ heads, rows }: Sum) {
  if (!rows.length) return <p class="quiet">{t("report.none")}</p>;
  return (
    <div class="lines" tabIndex={rows.length > MOST_LINES ? 0 : undefined}>
      <table class="figures">
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
