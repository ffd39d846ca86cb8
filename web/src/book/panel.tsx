// The book beside the query: its table of contents, what is found in it, its pages, and the exercises of its lessons.

import "./book.css";
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BookFound, BookPage, BookPart } from "../api/types";
import { asking } from "../app/asking";
import { Button, SearchField, setTo, setterOf } from "../app/controls";
import { Html } from "../app/html";
import { store as keep, listOf, parsed, remembered } from "../app/preferences";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { t } from "../i18n";
import { Exercise } from "./exercise";
import { open } from "./open";

const SOLVED = "lessons";
const isName = (value: unknown): value is string => typeof value === "string";

/** The pages of the lessons whose exercises were solved. */
const solved: Signal<readonly string[]> = remembered(
  SOLVED,
  (text) => listOf(parsed(text), isName),
  (mine, theirs) => [...new Set([...mine, ...theirs])],
);
const parts = signal<readonly BookPart[]>([]);
const wanted = signal("");

function setSolved(page: string): void {
  if (solved.value.includes(page)) return;
  solved.value = [...solved.value, page];
  keep(SOLVED, JSON.stringify(solved.value));
}

export function BookPanel({ store }: { store: Store }) {
  useEffect(() => {
    if (parts.peek().length) return;
    store.api.book({}).then(setterOf(parts), (error: unknown) => store.fail(error));
  }, []);
  return open.value === null ? <Contents store={store} /> : <Page store={store} name={open.value} />;
}

function Contents({ store }: { store: Store }) {
  const found = useSignal<readonly BookFound[] | null>(null);
  const text = wanted.value.trim();
  useEffect(() => {
    found.value = null;
    if (!text) return;
    return asking(
      (signal) => store.api.pages({ text }, signal),
      setterOf(found),
      (error) => store.fail(error),
    );
  }, [text]);
  return (
    <div class="book-contents">
      <SearchField label={t("book.search")} wanted={wanted} />
      {text ? (
        <Found found={found.value} />
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

function Found({ found }: { found: readonly BookFound[] | null }) {
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
  const page = useSignal<BookPage | null>(null);
  const problem = useSignal("");
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    [page.value, problem.value] = [null, ""];
    return asking(
      (signal) => store.api.page({ name }, signal),
      (found) => {
        page.value = found;
        // Whoever has gone on from the end of a page begins the next one at its beginning.
        const article = element.current;
        if (article && article.getBoundingClientRect().top < 0) article.scrollIntoView();
      },
      (error) => {
        problem.value = message(error);
      },
    );
  }, [name]);
  const all = parts.value.flatMap(({ pages }) => pages);
  const at = all.findIndex((each) => each.name === name);
  const shown = page.value;
  return (
    <article class="book-page" ref={element}>
      <nav class="book-nav flows gap-2 below-2" aria-label={t("book.pages")}>
        <Button onClick={setTo(open, null)}>{t("book.contents")}</Button>
        <Step to={all[at - 1]} text={t("book.previous")} />
        <Step to={all[at + 1]} text={t("book.next")} />
      </nav>
      {problem.value && <p class="problem">{problem.value}</p>}
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
        <Exercise key={name} store={store} exercise={shown.exercise} onSolved={() => setSolved(name)} />
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
