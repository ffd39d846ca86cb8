// What was searched for and what was found: the numbers, the queries, the facts of the run.

import { language, t } from "../i18n";
import { shortSeconds } from "../results/words";
import type { Report } from "./store";

/** More files than these are counted only. */
const MOST_FILES = 4;

export function Summary({ report }: { report: Report }) {
  const { about, end, matches } = report.results;
  report.rows.version.value;
  const games = report.rows.gameCount;
  const several = about.queries.length > 1;
  return (
    <section class="summary" aria-label={t("report.summary")}>
      <h1>
        {t("results.matches", { n: matches.length })}{" "}
        {end ? t("report.inGamesOf", { games, n: end.games }) : t("results.inGames", { n: games })}
      </h1>
      <Notice report={report} />
      {about.queries.map((query, i) => {
        const found = end?.queries[i];
        return (
          <figure class="card query below-2 breaks">
            {(several || query.name !== "query") && (
              <figcaption class="flex lined spread small">
                <b>{query.name}</b>
                {several && found && (
                  <span class="quiet">
                    {t("results.matches", { n: found.positions })}{" "}
                    {t("results.inGames", { n: found.matched })}
                  </span>
                )}
              </figcaption>
            )}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long query is scrolled by keys. */}
            <pre class="pre" tabIndex={0}>
              <code>
                {query.tokens.map(([kind, text]) =>
                  kind === "blank" ? text : <span class={`token-${kind}`}>{text}</span>,
                )}
              </code>
            </pre>
          </figure>
        );
      })}
      <p class="facts breaks quiet small">{factsOf(report)}</p>
    </section>
  );
}

/** What is not as it may seem: a file that breaks off, a search that ended early, a sample. */
function Notice({ report }: { report: Report }) {
  const { about, end } = report.results;
  const notices: string[] = [];
  if (!end) notices.push(t("report.brokenOff"));
  else if (end.status !== "complete") notices.push(t("report.endedEarly"));
  if (about.sample) notices.push(t("report.sample", { n: about.sample }));
  if (about.limit !== null && report.rows.gameCount >= about.limit)
    notices.push(t("report.limit", { n: about.limit }));
  if (!notices.length) return null;
  return (
    <p id="notice" class="told warning below-2">
      {notices.join(" ")}
    </p>
  );
}

function factsOf({ results: { about, end } }: Report): string {
  const files = about.files.slice(0, MOST_FILES).join(", ");
  const others = about.files.length - MOST_FILES;
  const started = new Date(about.started * 1000);
  const facts = [
    others > 0 ? t("report.otherFiles", { files, n: others }) : files,
    started.toLocaleString(language(), { dateStyle: "long", timeStyle: "short" }),
    end && t("results.seconds", { seconds: shortSeconds(end.seconds) }),
    end?.damaged ? t("report.damaged", { n: end.damaged }) : "",
    `Tabiya ${about.version}`,
  ];
  return facts.filter(Boolean).join(" · ");
}
