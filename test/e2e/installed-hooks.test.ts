import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedHooks } from "../../src/clients/claude-code/settings/hooks.ts";
import { jsonHooks } from "../../src/clients/settings/edit.ts";
import { install, uninstall } from "../../src/clients/settings/install.ts";
import { OWN_HOME_ARGUMENT } from "../../src/platform/hook-request.ts";
import { placeLauncher } from "../../src/platform/launcher.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { bun, hasClient, openModel, openScratch, runClaude } from "./real-client.ts";
import { createRecordingProgram, plantTraps } from "./recording-program.ts";

test.skipIf(!hasClient)(
  "the real client runs the installed hooks: commands as one line, the rest over HTTP with the token",
  async () => {
    const scratch = openScratch();
    const delivered: { event: string; token: string | null }[] = [];
    const model = openModel((event, headers) => {
      const { hook_event_name } = event as { hook_event_name: string };
      delivered.push({ event: hook_event_name, token: headers.get("authorization") });
    });
    try {
      const packageDir = join(scratch.home, "a $b package");
      const program = createRecordingProgram(packageDir);
      const traps = plantTraps(scratch.project);
      const file = join(scratch.home, ".claude", "settings.json");
      const installsDir = join(scratch.home, ".pawl", "installs");
      const home = join(scratch.home, "pawl home");
      const launcher = homeAt(home);
      placeLauncher(launcher, model.port);
      writeFileSync(launcher.program, `${bun}\n${packageDir}\n${model.port}\n`);
      const wanted = installedHooks({
        launcher: launcher.launcher,
        home,
        port: model.port,
        hookToken: "t0ken",
        scope: "user",
      });
      install({ file, wanted, installsDir, edit: jsonHooks });
      const session = await runClaude(scratch, ["-p", "hello"], model.env);
      expect(session.output).toContain("ok");

      // By the launcher: the client hands over a socket as input, and the home is the user's own.
      const seen = ["--socket", OWN_HOME_ARGUMENT];
      expect(program.calls().map(({ event, args }) => [event, ...args])).toEqual([
        ["SessionStart", ...seen, "--installed-by=pawl", "--home", home, "session-start"],
        ["UserPromptSubmit", ...seen, "--installed-by=pawl", "--home", home, "session-init"],
        ["SessionEnd", ...seen, "--installed-by=pawl", "--home", home, "session-end"],
      ]);
      expect(delivered).toContainEqual({ event: "Stop", token: "Bearer t0ken" });
      expect(traps.sprung()).toBe(false);
      uninstall(file, jsonHooks, installsDir);
      expect(existsSync(file)).toBe(false);
    } finally {
      model.close();
      scratch.remove();
    }
  },
  180_000,
);
