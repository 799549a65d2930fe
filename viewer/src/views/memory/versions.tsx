import { Time, Trouble } from "../../parts/basics.tsx";
import { diffLines } from "../../parts/diff-lines.ts";
import { send } from "../../state/api.ts";
import { toMilliseconds } from "../../state/format.ts";
import { useProblem } from "../../state/resource.ts";
import type { Memory, MemoryVersion } from "../../state/types.ts";
import { words } from "../../words/index.ts";

interface Props {
  one: { memory: Memory; versions: MemoryVersion[] };
  changed(): void;
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

export function Versions({ one, changed }: Props) {
  const w = words.value;
  const { memory, versions } = one;
  const { problem, fail } = useProblem();
  if (versions.length === 0) return null;
  const newestFirst = [...versions].sort((a, b) => b.version - a.version);
  const rollback = (version: number) =>
    send("POST", "/api/memories/rollback", {
      uri: memory.uri,
      ...(memory.project === "" ? {} : { project: memory.project }),
      version,
    }).then(changed, fail);
  return (
    <section aria-label={w.memory.versions}>
      <h3>{w.memory.versions}</h3>
      <Trouble problem={problem} />
      <ol class="versions" reversed>
        {newestFirst.map((version) => {
          const at = toMilliseconds(version.at);
          const isNow = version.content === memory.content;
          return (
            <li key={version.version} value={version.version}>
              <details>
                <summary>
                  {w.memory.version(version.version)} {at === undefined ? null : <Time at={at} />}{" "}
                  <span class="quiet">
                    {[version.author, version.reason].filter((part) => (part ?? "") !== "").join(" · ")}
                  </span>
                </summary>
                {isNow ? (
                  <p class="quiet">{w.memory.sameAsNow}</p>
                ) : (
                  <>
                    <p class="quiet">{w.memory.diffHint}</p>
                    <pre class="diff">
                      {diffLines(version.content, memory.content).map((line, i) => (
                        <span key={`${i} ${line.text}`} class={line.kind}>
                          {SIGNS[line.kind]} {line.text}
                          {"\n"}
                        </span>
                      ))}
                    </pre>
                    <button type="button" onClick={() => void rollback(version.version)}>
                      {w.memory.rollback}
                    </button>
                  </>
                )}
              </details>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
