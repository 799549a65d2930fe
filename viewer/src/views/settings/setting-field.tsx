/** One setting: edited here, validated by the daemon while typing, saved with a button. */
import { useEffect, useState } from "preact/hooks";
import { Badge, type Tone } from "../../parts/basics.tsx";
import { Problem, send } from "../../state/api.ts";
import type { Setting, SettingsAnswer } from "../../state/types.ts";
import { words } from "../../words/index.ts";

const TONES: Record<Setting["source"], Tone> = {
  default: "plain",
  "config.json": "accent",
  environment: "injected",
};

export function SettingField({
  setting,
  onSaved,
}: {
  setting: Setting;
  onSaved(answer: SettingsAnswer): void;
}) {
  const w = words.value;
  const [draft, setDraft] = useState<string | undefined>();
  const [message, setMessage] = useState("");
  const id = `setting-${setting.path}`;
  const current = toDraft(setting.value);
  const byDefault = toDraft(setting.defaultValue);
  const value = draft ?? current;
  const dirty = draft !== undefined && draft !== current;

  useEffect(() => {
    if (!dirty || draft === undefined) return setMessage("");
    const abort = new AbortController();
    const timer = setTimeout(() => {
      send<{ message: string }>(
        "PATCH",
        "/api/page/settings",
        { path: setting.path, value: toValue(setting, draft), check: true },
        abort.signal,
      ).then(
        (answer) => setMessage(answer.message),
        // Saving reports the same error, and then it matters.
        () => undefined,
      );
    }, 150);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [draft, dirty, setting]);

  const save = (next: unknown) =>
    send<SettingsAnswer>("PATCH", "/api/page/settings", { path: setting.path, value: next }).then(
      (answer) => {
        setDraft(undefined);
        onSaved(answer);
      },
      (error: unknown) =>
        setMessage(error instanceof Problem ? `${w.problems[error.kind]} ${error.message}` : String(error)),
    );

  return (
    <form
      class="setting"
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty && message === "") void save(toValue(setting, value));
      }}
    >
      <label for={id}>
        <code>{setting.path}</code>
      </label>
      <p class="meaning" id={`${id}-meaning`}>
        {w.settings.meanings[setting.path] ?? setting.meaning}
      </p>
      <div class="setting-control">
        <Control setting={setting} id={id} value={value} wrong={message !== ""} onInput={setDraft} />
        <Badge tone={TONES[setting.source]}>
          {setting.source === "environment" ? setting.variable : w.settings.sources[setting.source]}
        </Badge>
        {dirty ? (
          <button type="submit" class="primary" disabled={message !== ""}>
            {w.settings.save}
          </button>
        ) : null}
        {!dirty && setting.source === "config.json" ? (
          <button type="button" onClick={() => void save(null)}>
            {byDefault === "" ? w.settings.reset : w.settings.resetTo(byDefault)}
          </button>
        ) : null}
      </div>
      <p class="wrong" id={`${id}-wrong`} role="status">
        {message}
      </p>
      {setting.needsRestart ? <p class="quiet">{w.settings.restart}</p> : null}
    </form>
  );
}

interface ControlProps {
  setting: Setting;
  id: string;
  value: string;
  wrong: boolean;
  onInput(value: string): void;
}

function Control({ setting, id, value, wrong, onInput }: ControlProps) {
  const w = words.value;
  const common = {
    id,
    disabled: setting.source === "environment" || setting.type === "other",
    "aria-describedby": `${id}-meaning ${id}-wrong`,
    "aria-invalid": wrong,
  };
  if (setting.type === "boolean" || setting.type === "choice") {
    const choices = setting.type === "boolean" ? ["true", "false"] : (setting.choices ?? []);
    return (
      <select {...common} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
        {value === "" ? <option value="">{w.settings.automatic}</option> : null}
        {choices.map((choice) => (
          <option key={choice} value={choice} selected={choice === value}>
            {setting.type === "boolean" ? (choice === "true" ? w.settings.yes : w.settings.no) : choice}
          </option>
        ))}
      </select>
    );
  }
  if (setting.type === "list") {
    return (
      <textarea
        {...common}
        rows={Math.min(8, value.split("\n").length + 1)}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    );
  }
  const numeric = setting.type === "integer" || setting.type === "number";
  return (
    <input
      {...common}
      type="text"
      inputMode={numeric ? "decimal" : "text"}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

function toDraft(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Converts the input to the file's type. Text that is not a number stays text, so that the daemon reports it. */
function toValue({ type }: Setting, draft: string): unknown {
  const text = draft.trim();
  if (text === "") return null;
  if (type === "boolean") return text === "true";
  if (type === "integer" || type === "number") return Number.isNaN(Number(text)) ? text : Number(text);
  // One entry per line.
  if (type === "list")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  return text;
}
