/** What a new session would get right now, beside the settings that shape it. */
import { useEffect } from "preact/hooks";
import { Empty, Loaded } from "../../parts/basics.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { ProjectSelect } from "../../parts/project-select.tsx";
import { get } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { onLive } from "../../state/live.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery } from "../../state/route.ts";
import type { SettingsAnswer, Source } from "../../state/types.ts";
import { injectedWords } from "../../words/index.ts";
import { SettingField } from "../settings/setting-field.tsx";
import { SourceItem } from "./source-item.tsx";

interface Context {
  text: string;
  tokens: number;
  sources: Source[];
}

const SHAPING = /^(?:context|recall)\./;

export function NextSession() {
  const i = injectedWords();
  const { project = "" } = route.value.query;
  const found = useResource<Context>(`context ${project}`, (signal) =>
    get("/api/context", { project }, signal),
  );
  const settings = useResource<SettingsAnswer>("settings", (signal) => get("/api/page/settings", {}, signal));
  const muted = useResource<{ muted: string[] }>("muted", (signal) => get("/api/page/muted", {}, signal));
  useEffect(
    () =>
      onLive((event) => {
        if (event.type !== "changed") return;
        found.reload();
        settings.reload();
        muted.reload();
      }),
    [found.reload, settings.reload, muted.reload],
  );
  const changed = () => {
    found.reload();
    muted.reload();
  };
  return (
    <>
      <p>{i.nextLead}</p>
      <search class="filters">
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </search>
      <div class="next-session">
        <section aria-label={i.parts.next} class="panel">
          <Loaded of={found}>
            {(value) =>
              value.text === "" ? (
                <Empty title={i.nextNone} />
              ) : (
                <>
                  <p class="quiet" role="status">
                    {i.nextTokens(numberOf(value.tokens), numberOf(value.sources.length))}
                  </p>
                  <Markdown text={value.text.replace(/^<\/?pawl-[a-z]+>$/gm, "")} />
                  <ul class="sources">
                    {value.sources.map((source) => (
                      <SourceItem
                        key={source.uri}
                        source={source}
                        project={project}
                        muted={muted.value?.muted.includes(source.uri) ?? false}
                        reload={changed}
                      />
                    ))}
                  </ul>
                </>
              )
            }
          </Loaded>
        </section>
        <section aria-label={i.shapedBy}>
          <h2>{i.shapedBy}</h2>
          {settings.value?.settings
            .filter(({ path }) => SHAPING.test(path))
            .map((setting) => (
              <SettingField
                key={setting.path}
                setting={setting}
                onSaved={() => {
                  settings.reload();
                  found.reload();
                }}
              />
            ))}
        </section>
      </div>
    </>
  );
}
