import { CopyButton, Loaded } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { useResource } from "../../state/resource.ts";
import type { Check } from "../../state/types.ts";
import { words } from "../../words/index.ts";

export function Doctor() {
  const w = words.value;
  const found = useResource<{ ok: boolean; checks: Check[] }>("doctor", (signal) =>
    get("/api/page/doctor", {}, signal),
  );
  // Problems first.
  const checks = [...(found.value?.checks ?? [])].sort((a, b) => Number(a.ok) - Number(b.ok));
  const wrong = checks.filter((check) => !check.ok).length;
  return (
    <>
      <div class="head">
        <p role="status">
          {found.value === undefined ? "" : wrong === 0 ? w.settings.healthy : w.settings.unhealthy(wrong)}
        </p>
        <button type="button" onClick={found.reload} disabled={found.loading}>
          {w.settings.again}
        </button>
      </div>
      <Loaded of={found}>
        {(_value) => (
          <ul class="checks">
            {checks.map((check) => (
              <li key={check.name} class={check.ok ? "fine" : "wrong-check"}>
                <span class="check-mark" aria-hidden="true">
                  {check.ok ? "✓" : "✗"}
                </span>
                <div>
                  <strong>{w.settings.checks[check.name] ?? check.name}</strong>
                  <span class="visually-hidden">{check.ok ? w.settings.fine : w.settings.notFine}</span>
                  <p>{check.message}</p>
                  {check.fix === null ? null : (
                    <p class="fix">
                      → {check.fix} <CopyButton label={w.frame.copy} text={() => check.fix ?? ""} />
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
