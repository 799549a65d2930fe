/** Messages for the whole page: the daemon is not running, the sign-in expired, the disk is full, recording is paused, work is in progress. */
import { hello, setPaused } from "../state/hello.ts";
import { connection } from "../state/live.ts";
import { tasks } from "../state/tasks.ts";
import { words } from "../words/index.ts";

export function Banner() {
  const { banner } = words.value;
  const state = connection.value;
  return (
    <div role="status" class="banners">
      {state === "gone" ? (
        <p class="banner bad">
          <strong>{banner.gone}</strong> {banner.goneHint} <code>pawl up</code>
        </p>
      ) : null}
      {state === "closed" ? (
        <p class="banner bad">
          <strong>{banner.closed}</strong> {banner.closedHint} <code>pawl up</code>
        </p>
      ) : null}
      {hello.value?.diskFull === true ? <p class="banner bad">{banner.diskFull}</p> : null}
      {hello.value?.paused === true ? (
        <p class="banner injected">
          <strong>{banner.paused}</strong> {banner.pausedHint}{" "}
          <button type="button" onClick={() => void setPaused(false)}>
            {banner.resume}
          </button>
        </p>
      ) : null}
      {state === "open"
        ? tasks.value.map(({ task, percent }) => {
            const name = banner.tasks[task] ?? task;
            // Without anything older it takes a moment, and a new page would begin with it.
            if (task === "redactOlder" && percent === undefined) return null;
            return (
              <p key={task} class="banner work">
                {percent === undefined ? name : banner.progress(name, String(percent))}
              </p>
            );
          })
        : null}
    </div>
  );
}
