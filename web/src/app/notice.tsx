// What the page tells, over it: errors until they are closed, the rest for a while. What was done can be taken back from here.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { Button, Remove, setTo } from "./controls";
import type { Viewing } from "./viewing";

/** Milliseconds for which what is no error stays. */
const LONG = 12_000;

export function Notice({ store }: { store: Pick<Viewing, "notice"> }) {
  const notice = store.notice.value;
  const close = setTo(store.notice, null);
  useEffect(() => {
    if (notice?.severity !== "info") return;
    const timer = setTimeout(close, LONG);
    return () => clearTimeout(timer);
  }, [notice]);
  if (!notice) return null;
  const { undo } = notice;
  return (
    <div
      class={`notice row gap-2 ${notice.severity}`}
      role={notice.severity === "error" ? "alert" : "status"}
    >
      <span>{notice.text}</span>
      {undo && (
        <Button
          onClick={() => {
            close();
            undo();
          }}
        >
          {t("app.undo")}
        </Button>
      )}
      <Remove label={t("app.dismiss")} onClick={close} />
    </div>
  );
}

/** What is said to screen readers. */
export const Spoken = ({ store }: { store: Pick<Viewing, "spoken"> }) => (
  <div class="visually-hidden" role="status" aria-live="polite">
    {store.spoken.value}
  </div>
);
