/** Messages for the whole page: the daemon is not running, the sign-in expired, recording is paused. */
import { hello, setPaused } from "../state/hello.ts";
import { connection } from "../state/live.ts";
import { working } from "../state/working.ts";
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
      {hello.value?.paused === true ? (
        <p class="banner injected">
          <strong>{banner.paused}</strong> {banner.pausedHint}{" "}
          <button type="button" onClick={() => void setPaused(false)}>
            {banner.resume}
          </button>
        </p>
      ) : null}
    </div>
  );
}

/** Not in a status region: a screen reader would read every step of it. */
export function WorkingLine() {
  const { working: names } = words.value.banner;
  const shown = working.value.filter(({ task, total = 0 }) => task in names && isLong(task, total));
  return (
    <>
      {shown.map(({ task, done, total }) => (
        <p key={task} class="working">
          <span>{names[task]}</span>
          <progress
            aria-label={names[task]}
            {...(done === undefined || !total ? {} : { value: done, max: total })}
          />
        </p>
      ))}
    </>
  );
}

/** The index is always being brought up to date; only a long way to go is worth a line. */
const isLong = (task: string, total: number) => task !== "index" || total > 2000;
