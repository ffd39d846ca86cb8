// The small pictures on buttons. Each button says in words what it does.

import "./icons.css";
import { Button } from "../app/controls";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  previousMatch: "M12 19V6M6 12l6-6 6 6",
  nextMatch: "M12 5v13M6 12l6 6 6-6",
  flip: "M7 4v13M3.5 13.5L7 17l3.5-3.5M17 20V7M13.5 10.5L17 7l3.5 3.5",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  clear: "M6 7h12M10 7V4.5h4V7M7.5 7l1 13h7l1-13",
  share: "M8 4H4v16h16v-4M13 4h7v7M20 4L10 14",
  star: "M12 3.5l2.6 5.6 6.1.7-4.5 4.1 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.1 6.1-.7z",
  starred: "M12 3.5l2.6 5.6 6.1.7-4.5 4.1 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.1 6.1-.7z",
  up: "M12 19V6M6 12l6-6 6 6",
  down: "M12 5v13M6 12l6 6 6-6",
  hand: "M5 12h14M12 5v14M5 12l3-3M5 12l3 3M19 12l-3-3M19 12l-3 3M12 5L9 8M12 5l3 3M12 19l-3-3M12 19l3-3",
} as const;

export type IconName = keyof typeof PATHS;

const SOLID: ReadonlySet<IconName> = new Set(["first", "back", "forward", "last", "starred"]);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={SOLID.has(name) ? "icon solid" : "icon"}
      viewBox="0 0 24 24"
      width="18"
      height="18"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A button that shows only a picture. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  keys?: string;
}) {
  const title = props.keys ? `${props.label} (${props.keys})` : props.label;
  return (
    <Button
      class="icon-button"
      aria-label={props.label}
      title={title}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </Button>
  );
}
