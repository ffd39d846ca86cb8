// The book beside the query: its table of contents, what is found in it, its pages, and the exercises of its lessons.

import "./book.css";
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BookFound, BookPage, BookPart } from "../api/types";
import { Button, Problem, SearchField, setTo, setterOf } from "../app/controls";
import { Html } from "../app/html";
import { kept, listOf } from "../app/preferences";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { type Answer, latest, useAnswer } from "../why/request";
import { Exercise } from "./exercise";
import { open } from "./open";

/** The pages of the lessons whose exercises were solved. */
const [solved, keepSolved] = kept<readonly string[]>(
  "lessons",
  (value) => listOf(value, (each) => typeof each === "string"),
  (mine, theirs) => [...new Set([...mine, ...theirs])],
);
const parts = signal<readonly BookPart[]>([]);
const wanted = signal("");

export function BookPanel({ store }: { store: Store }) {
  useEffect(() => {
    if (parts.peek().length) return;
    store.api.book({}).then(setterOf(parts), (error: unknown) => store.fail(error));
  }, []);
  return open.value === null ? <Contents store={store} /> : <Page store={store} name={open.value} />;
}

function Contents({ store }: { store: Store }) {
  const answer = useAnswer<BookFound[]>(() => {
    const text = wanted.value.trim();
    return text ? (signal) => store.api.pages({ text }, signal) : null;
  }, [store]);
  return (
    <div class="book-contents">
      <SearchField label={t("book.search")} wanted={wanted} />
      {wanted.value.trim() ? (
        <Found answer={answer} />
      ) : (
        parts.value.map(({ title, pages }, i) => (
          <details key={title} class="book-part" open={i < 2}>
            <summary>{title || t("book.begin")}</summary>
            <ul>
              {pages.map((page) => (
                <li key={page.name} class={page.depth ? "below" : ""}>
                  <PageLink {...page} />
                  {solved.value.includes(page.name) && <Solved />}
                </li>
              ))}
            </ul>
          </details>
        ))
      )}
    </div>
  );
}

function Found({ answer }: { answer: Answer<BookFound[]> }) {
  const found = latest(answer);
  if (answer.state === "failed") return <Problem text={answer.problem} />;
  if (!found) return null;
  if (!found.length) return <p class="quiet">{t("book.none")}</p>;
  return (
    <ul class="book-found">
      {found.map(({ name, title, excerpt }) => (
        <li key={name}>
          <PageLink name={name} title={title} />
          <p class="quiet">{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}

function PageLink({ name, title }: { name: string; title: string }) {
  return (
    <Button class="link" onClick={setTo(open, name)}>
      {title}
    </Button>
  );
}

function Solved() {
  return (
    <span class="solved accented" role="img" aria-label={t("lesson.solved")}>
      {" "}
      ✓
    </span>
  );
}

function Page({ store, name }: { store: Store; name: string }) {
  const answer = useAnswer<BookPage>(() => (signal) => store.api.page({ name }, signal), [name], 0);
  const shown = latest(answer);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    // Whoever has gone on from the end of a page begins the next one at its beginning.
    const article = shown && element.current;
    if (article && article.getBoundingClientRect().top < 0) article.scrollIntoView();
  }, [shown]);
  const all = parts.value.flatMap(({ pages }) => pages);
  const at = all.findIndex((each) => each.name === name);
  return (
    <article class="book-page" ref={element}>
      <nav class="book-nav flows gap-2 below-2" aria-label={t("book.pages")}>
        <Button onClick={setTo(open, null)}>{t("book.contents")}</Button>
        <Step to={all[at - 1]} text={t("book.previous")} />
        <Step to={all[at + 1]} text={t("book.next")} />
      </nav>
      <Problem text={answer.state === "failed" && answer.problem} />
      {shown && (
        <Html
          html={shown.html}
          onPage={setterOf(open)}
          onQuery={(query) => {
            store.replace(query);
          }}
        />
      )}
      {shown?.exercise && (
        <Exercise
          key={name}
          store={store}
          exercise={shown.exercise}
          onSolved={() => keepSolved([...new Set([...solved.value, name])])}
        />
      )}
    </article>
  );
}

function Step({ to, text }: { to: { name: string; title: string } | undefined; text: string }) {
  return (
    <Button
      disabled={!to}
      title={to?.title}
      onClick={() => {
        if (to) open.value = to.name;
      }}
    >
      {text}
    </Button>
  );
}
