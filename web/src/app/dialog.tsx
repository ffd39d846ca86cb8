// A dialog over the page, open while it is mounted: its title, the controls next to it, and the button that closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Remove } from "./controls";

interface Props {
  title: string;
  class: string;
  /** Controls next to the title. */
  head?: ComponentChildren;
  onClose(): void;
  children: ComponentChildren;
}

/** Closes the dialog that contains an element. The browser returns the focus to the element that had it before. */
export const closeDialog = (inside: Element): void => inside.closest("dialog")?.close();

export function Dialog({ title, head, onClose, children, ...props }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class={props.class} aria-labelledby={id} data-own-keys onClose={onClose}>
      <div class="dialog-head row flows gap-3">
        <h2 id={id} class="at-start">
          {title}
        </h2>
        {head}
        <Remove label={t("app.close")} onClick={(event) => closeDialog(event.currentTarget)} />
      </div>
      {children}
    </dialog>
  );
}

export function openDialog(id: "help" | "palette"): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !document.querySelector("dialog[open]")) dialog.showModal();
}
