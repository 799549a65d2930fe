/** What the daemon does beside requests. */
import { expect, test } from "bun:test";
import { systemClock } from "../platform/clock.ts";
import { openCounters } from "../platform/counters.ts";
import { openLog } from "../platform/log.ts";
import { homeAt } from "../platform/paths.ts";
import { createDaemonWork } from "./daemon-work.ts";
import { openTestApp } from "./test-app.ts";

test("quiet for long, it gives back what can be read again, once until somebody asks again", async () => {
  await using app = await openTestApp();
  const home = homeAt(`${app.dir}/home`);
  const { service } = app;
  const work = createDaemonWork({
    home,
    service,
    counters: openCounters(home.counters),
    log: openLog({ path: home.log, now: systemClock, redact: (text) => text }),
    now: systemClock,
  });
  const past = () => service.pasts.of(app.dir, []);
  const first = await past();
  work.tick(30_000);
  expect(await past()).toBe(first);
  work.tick(120_000);
  const second = await past();
  expect(second).not.toBe(first);
  work.tick(150_000);
  expect(await past()).toBe(second);
  work.tick(1_000);
  work.tick(120_000);
  expect(await past()).not.toBe(second);
  work.stop();
  await service.upkeep.close();
});
