// The dialog of the sheet: what is on it, a view of it, and the browser's own printing.

import "./print.css";
import { type Signal, useSignal } from "@preact/signals";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button, Check, Count, Select, setterOf } from "../app/controls";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { Room, useItems } from "../items/dialog";
import type { Item } from "../items/item";
import type { From } from "../items/opened";
import { type Layout, Sheet } from "./sheet";

const MOST = 240;

export function headingOf(from: From): string {
  return "items" in from ? from.title : from.search.question.query.trim().replace(/\s+/g, " ").slice(0, 80);
}

export function PrintDialog({ store, from }: { store: Store; from: From }) {
  const most = useSignal(24);
  const layout = useSignal<Layout>({
    heading: headingOf(from),
    perPage: 6,
    show: "problem",
    solutions: true,
  });
  const { items, told } = useItems(store, from, most.value);
  usePaper(items, layout.value);
  return (
    <Room
      title={t("print.title")}
      class="print"
      head={
        <Button class="button primary" disabled={!items?.length} onClick={() => print()}>
          {t("print.print")}
        </Button>
      }
    >
      <Settings layout={layout} most={most} />
      {items ? (
        <section class="print-view" aria-label={t("print.title")}>
          <Sheet items={items} layout={layout.value} />
        </section>
      ) : (
        <p role="status">{told}</p>
      )}
    </Room>
  );
}

/** What is chosen of the sheet. */
function Settings({ layout, most }: { layout: Signal<Layout>; most: Signal<number> }) {
  const { heading, perPage, show, solutions } = layout.value;
  const change = setterOf(layout, (part: Partial<Layout>) => ({ ...layout.value, ...part }));
  return (
    <div class="room-settings row flows">
      <label class="print-heading inline-row gap-2">
        {t("print.heading")}
        <input
          class="field small grows"
          value={heading}
          onInput={(event) => change({ heading: event.currentTarget.value })}
        />
      </label>
      <label class="inline-row gap-2">
        {t("items.most")}
        <Count value={most.value} most={MOST} onChange={setterOf(most)} />
      </label>
      <label class="inline-row gap-2">
        {t("print.perPage")}
        <Select
          value={perPage}
          options={([6, 12] as const).map((each) => [each, String(each)])}
          onChange={(each) => change({ perPage: each })}
        />
      </label>
      <label class="inline-row gap-2">
        {t("print.show")}
        <Select
          value={show}
          options={(["problem", "match"] as const).map((each) => [each, t(`print.show.${each}`)])}
          onChange={(each) => change({ show: each })}
        />
      </label>
      {show === "problem" && (
        <Check checked={solutions} onChange={(on) => change({ solutions: on })}>
          {t("print.solutions")}
        </Check>
      )}
    </div>
  );
}

/** Puts the sheet beside the page: on paper it stands in the place of everything else. It is drawn together with its view. */
function usePaper(items: readonly Item[] | null, layout: Layout): void {
  const paper = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = document.createElement("div");
    element.className = "paper";
    document.body.append(element);
    document.body.classList.add("has-paper");
    paper.current = element;
    return () => {
      render(null, element);
      element.remove();
      document.body.classList.remove("has-paper");
    };
  }, []);
  useLayoutEffect(() => {
    if (paper.current) render(<Sheet items={items ?? []} layout={layout} />, paper.current);
  }, [items, layout]);
}
