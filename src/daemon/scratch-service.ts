/** The whole service on a store of its own in a temporary folder: what `pawl replay` plays past sessions through. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../hooks/config/schema.ts";
import { openCounters } from "../platform/counters.ts";
import { openLog } from "../platform/log.ts";
import { homeAt } from "../platform/paths.ts";
import { openStore } from "../store/open.ts";
import { createService, type Service } from "./service.ts";

interface ScratchService extends AsyncDisposable {
  service: Service;
  setTime(at: number): void;
}

/** No model: nothing leaves the machine, and the result does not hang on who answers. */
export async function openScratchService(options: {
  settings: Settings;
  projectOf(cwd: string): string;
}): Promise<ScratchService> {
  const dir = mkdtempSync(join(tmpdir(), "pawl-replay-"));
  const home = homeAt(join(dir, "home"));
  let time = 0;
  const now = () => time;
  const store = await openStore({ ...home, isWarm: true });
  const { settings } = options;
  const service = createService({
    home,
    store,
    log: openLog({ path: home.log, now, redact: (text) => text }),
    counters: openCounters(home.counters),
    now,
    settings: {
      ...settings,
      permissions: { deny: [], ask: [] },
    },
    claudeDir: join(dir, "claude"),
    playback: { projectOf: options.projectOf },
  });
  return {
    service,
    setTime: (at) => {
      time = at;
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
