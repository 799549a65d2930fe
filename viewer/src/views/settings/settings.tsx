/** Every setting with its meaning and the source of its value; and doctor. */
import { useEffect, useState } from "preact/hooks";
import { Badge, Loading, Select, Trouble } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { onLive } from "../../state/live.ts";
import { chooseEditor, chooseTheme, EDITORS, editor, language, THEMES, theme } from "../../state/prefs.ts";
import { useResource } from "../../state/resource.ts";
import { route, toHash } from "../../state/route.ts";
import type { SettingsAnswer } from "../../state/types.ts";
import { chooseLanguage } from "../../words/choose.ts";
import { leadOf, nameOf, sessionWords, words } from "../../words/index.ts";
import { LANGUAGES, type Language, languageName } from "../../words/languages.ts";
import { Doctor } from "./doctor.tsx";
import { SettingField } from "./setting-field.tsx";

const EDITOR_NAMES: Readonly<Record<string, string>> = {
  vscode: "VS Code",
  cursor: "Cursor",
  windsurf: "Windsurf",
  zed: "Zed",
  idea: "JetBrains",
};

export function SettingsView() {
  const w = words.value;
  const part = route.value.query.part === "doctor" ? "doctor" : "settings";
  return (
    <>
      <h1>{nameOf("settings")}</h1>
      <p class="lead">{leadOf("settings")}</p>
      <nav class="tabs" aria-label={nameOf("settings")}>
        <a href={toHash("settings")} aria-current={part === "settings" ? "page" : undefined}>
          {w.settings.title}
        </a>
        <a
          href={toHash("settings", "", { part: "doctor" })}
          aria-current={part === "doctor" ? "page" : undefined}
        >
          {w.settings.doctor}
        </a>
      </nav>
      {part === "doctor" ? <Doctor /> : <Settings />}
    </>
  );
}

function Settings() {
  const w = words.value;
  const found = useResource<SettingsAnswer>("settings", (signal) => get("/api/page/settings", {}, signal));
  const [saved, setSaved] = useState<SettingsAnswer | undefined>();
  const shown = saved ?? found.value;
  const { reload } = found;
  useEffect(
    () =>
      onLive((event) => {
        if (event.type !== "changed" || event.what !== "settings") return;
        setSaved(undefined);
        reload();
      }),
    [reload],
  );
  if (shown === undefined) {
    return found.problem === undefined ? (
      <Loading />
    ) : (
      <Trouble problem={found.problem} retry={found.reload} />
    );
  }
  const sections = Map.groupBy(shown.settings, ({ path }) =>
    path.includes(".") ? (path.split(".")[0] ?? "") : "",
  );
  return (
    <>
      <p class="quiet">
        {w.settings.file} <code>{shown.file}</code>
      </p>
      <section class="settings" aria-label={sessionWords().browser}>
        <h2>{sessionWords().browser}</h2>
        <div class="setting browser-settings">
          <Select
            label={w.frame.language}
            value={language.value}
            options={LANGUAGES.map((one) => [one, languageName(one)])}
            onChange={(value) => chooseLanguage(value as Language)}
          />
          <Select
            label={w.frame.theme}
            value={theme.value}
            options={THEMES.map((one) => [one, w.frame.themes[one]])}
            onChange={(value) => chooseTheme(THEMES.find((one) => one === value) ?? "system")}
          />
          <Select
            label={sessionWords().editor}
            value={editor.value}
            options={EDITORS.map((one) => [one, EDITOR_NAMES[one] ?? sessionWords().noEditor])}
            onChange={(value) => chooseEditor(EDITORS.find((one) => one === value) ?? "none")}
          />
        </div>
      </section>
      {[...sections].map(([section, settings]) => (
        <section key={section} class="settings" aria-label={section === "" ? w.settings.general : section}>
          <h2>{section === "" ? w.settings.general : section}</h2>
          {settings.map((setting) => (
            <SettingField key={setting.path} setting={setting} onSaved={setSaved} />
          ))}
        </section>
      ))}
      <p class="quiet">
        <Badge>{w.settings.sources.default}</Badge> {w.settings.sourceHints.default}{" "}
        <Badge tone="accent">{w.settings.sources["config.json"]}</Badge>{" "}
        {w.settings.sourceHints["config.json"]}{" "}
        <Badge tone="injected">{w.settings.sources.environment}</Badge> {w.settings.sourceHints.environment}
      </p>
    </>
  );
}
