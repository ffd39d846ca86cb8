// The page's head: its name, the theme, the language and the help.

import { language, languageName, languages, t } from "../i18n";
import { Button, Segmented, Select, setterOf } from "./controls";
import { openDialog } from "./dialog";
import { looks } from "./places";
import type { Store } from "./store";
import { setLanguage, THEMES, theme } from "./theme";

export function Header({ store }: { store: Store }) {
  const about = store.about.value;
  return (
    <header class="head row gap-2">
      <img class="logo" src="./icon.svg" width="24" height="24" alt="" />
      <span class="name">Tabiya</span>
      <span class="tagline quiet">{store.here?.tagline() ?? t("app.tagline")}</span>
      <span class="grows" />
      <Segmented
        class="places"
        label={t("app.places")}
        value={looks.isOn.value}
        choices={[
          [false, t("app.ask")],
          [true, t("app.look"), `${t("keys.look")} (l)`],
        ]}
        onChange={looks.set}
      />
      {about && <span class="version quiet tiny">{about.version}</span>}
      <Button
        class="icon-button"
        aria-label={t("keys.palette")}
        title={`${t("keys.palette")} (Ctrl+K)`}
        onClick={() => openDialog("palette")}
      >
        ⋯
      </Button>
      <Choices />
    </header>
  );
}

/** The language, the theme and the help. */
export function Choices() {
  return (
    <>
      <Select
        label={t("app.language")}
        value={language()}
        options={languages.map((code) => [code, languageName(code)])}
        onChange={setLanguage}
      />
      <Select
        label={t("app.theme")}
        value={theme.value}
        options={THEMES.map((each) => [each, t(`app.theme.${each}`)])}
        onChange={setterOf(theme)}
      />
      <Button class="icon-button" label={t("app.help")} onClick={() => openDialog("help")}>
        ?
      </Button>
    </>
  );
}
