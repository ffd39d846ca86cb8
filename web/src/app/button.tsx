// The buttons of the page. They do not submit forms; a button with only a symbol has its words as name and as tooltip.

import type { ButtonHTMLAttributes, TargetedMouseEvent } from "preact";

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "title"> {
  class?: string;
  /** Its name and tooltip, where its content does not say what it does. */
  label?: string | undefined;
  title?: string | undefined;
}

export function Button({ class: name = "button", label, title = label, ...props }: Props) {
  return <button type="button" class={name} aria-label={label} title={title} {...props} />;
}

/** The cross that removes something. */
export const Remove = (props: {
  label: string;
  onClick(event: TargetedMouseEvent<HTMLButtonElement>): void;
}) => (
  <Button class="icon-button" {...props}>
    ×
  </Button>
);

/** What leads to a part of the page before all others, for the keyboard. */
export const Skip = ({ to, text }: { to: string; text: string }) => (
  <Button class="skip" onClick={() => document.querySelector<HTMLElement>(to)?.focus()}>
    {text}
  </Button>
);
