// What the search said of games and files.

import { Marked } from "../app/marked";
import { t } from "../i18n";
import type { Search } from "./search";

export function Messages({ search }: { search: Search }) {
  const more = search.moreMessages.value;
  return (
    <ul class="messages">
      {search.messages.value.map((message, index) => (
        <li key={index} class={`message breaks ${message.severity}`}>
          <span class="severity">{t(`severity.${message.severity}`)}</span> <Marked text={message.text} />
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
