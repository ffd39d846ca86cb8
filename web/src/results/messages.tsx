// What the search said of games and files.

import { Marked } from "../app/marked";
import { t } from "../i18n";
import type { Search } from "./search";

const COLOURS = { error: "problem", warning: "limit", hint: "accented" };

export const Severity = ({ of }: { of: keyof typeof COLOURS }) => (
  <span class={`severity strong ${COLOURS[of]}`}>{t(`severity.${of}`)}</span>
);

export function Messages({ search }: { search: Search }) {
  const more = search.moreMessages.value;
  return (
    <ul class="messages roomy">
      {search.messages.value.map((message, index) => (
        <li key={index} class={`message spaced-1 breaks ${message.severity}`}>
          <Severity of={message.severity} /> <Marked text={message.text} />
          {message.file && (
            <span class="quiet">
              {" "}
              {message.file}
              {message.line ? `:${message.line}` : ""}
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li class="quiet">{t("results.moreMessages", { n: more })}</li>}
    </ul>
  );
}
