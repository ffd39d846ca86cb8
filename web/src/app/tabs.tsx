// A row of tabs by the usual pattern: one tab stop, arrows move, the tab in focus is shown.

import { useRef } from "preact/hooks";
import { goByKey } from "./keys";

interface Props<T extends string> {
  id: string;
  label: string;
  tabs: readonly { value: T; text: string; count?: string | undefined }[];
  value: T;
  onChange(value: T): void;
}

export function Tabs<T extends string>({ id, label, tabs, value, onChange }: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const places = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    goByKey(event, places, (place) => {
      const { value: next } = tabs[place] as (typeof tabs)[number];
      onChange(next);
      list.current?.querySelector<HTMLElement>(`#${id}-tab-${next}`)?.focus();
    });
  };
  return (
    <div class="tabs lined flows" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          class="unbroken quiet"
          key={tab.value}
          id={`${id}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.text}
          {tab.count !== undefined && <span class="count">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
