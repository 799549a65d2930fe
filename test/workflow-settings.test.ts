/** Settings and language as events see them. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestApp } from "../src/daemon/test-app.ts";
import { parseConfig } from "../src/hooks/config/read.ts";
import { toSettings } from "../src/hooks/config/schema.ts";
import { chooseLocale } from "../src/locale/choose.ts";
import { HOOK_ENV_HEADER } from "../src/platform/hook-request.ts";
import { packageManagerOf } from "../src/recall/start/project-files.ts";
import { begin, event, post } from "./played-session.ts";

test("a session's own environment decides its language, whatever language the daemon was started in", () => {
  const daemon = { LANG: "en_US.UTF-8" };
  for (const [name, value, locale] of [
    ["LANG", "zh_TW.UTF-8", "zh-TW"],
    ["LC_ALL", "zh_HK", "zh-TW"],
    ["LC_MESSAGES", "zh_CN.UTF-8", "zh-CN"],
    ["LANG", "ko", "ko"],
  ] as const)
    expect(chooseLocale({ [name]: value }, undefined, daemon)).toBe(locale);
  expect(chooseLocale({ LANG: "fr_FR" }, undefined, { LANG: "ko" })).toBe("en");
  expect(chooseLocale({ LANG: "ko" }, "zh-TW", daemon)).toBe("zh-TW");
  expect(chooseLocale({ LANG: "ko", PAWL_LOCALE: "zh-CN" }, "zh-TW", daemon)).toBe("zh-CN");
  expect(chooseLocale({}, undefined, { LANG: "ko" })).toBe("ko");
});

test("messages follow the session's start, and the file's locale from the next event on", async () => {
  await using app = await openTestApp({ settings: { locale: undefined } });
  await begin(app);
  const headers = { [HOOK_ENV_HEADER]: encodeURIComponent(JSON.stringify({ LANG: "zh_TW.UTF-8" })) };
  await post(app, event(app, "SessionStart", { source: "startup" }), headers);
  // An http hook carries no environment.
  const compact = async (n: number) => (await post(app, event(app, "PreCompact", { n }))).systemMessage ?? "";
  expect(await compact(1)).toContain("工作流：standard");
  writeFileSync(app.home.config, JSON.stringify({ locale: "ko" }));
  expect(await compact(2)).toContain("워크플로");
  writeFileSync(app.home.config, JSON.stringify({ locale: "en" }));
  utimesSync(app.home.config, 5, 5);
  expect(await compact(3)).toContain("Workflow: standard");
});

test("the nearest folder that names a package manager wins, by any of its signs", () => {
  const project = mkdtempSync(join(tmpdir(), "pawl-manager-"));
  const env = { CLAUDE_CONFIG_DIR: join(project, "none") };
  const inside = join(project, "frontend", "src");
  const found = (cwd = inside) => packageManagerOf(project, env, cwd).name;
  try {
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(project, "package-lock.json"), "{}");
    expect(found()).toBe("npm");
    writeFileSync(join(project, "frontend", "yarn.lock"), "");
    expect(found()).toBe("yarn");
    expect(found(project)).toBe("npm");
    expect(found(tmpdir())).toBe("npm");
    rmSync(join(project, "frontend", "yarn.lock"));
    for (const [file, text, name] of [
      ["pnpm-workspace.yaml", "", "pnpm"],
      [".yarnrc.yml", "", "yarn"],
      ["package.json", '{"devEngines":{"packageManager":[{"name":"bun"}]}}', "bun"],
      ["package.json", '\ufeff{"packageManager":"pnpm@9.1.0"}', "pnpm"],
      ["package.json", "{ broken", "npm"],
    ] as const) {
      writeFileSync(join(project, "frontend", file), text);
      expect(found()).toBe(name);
      rmSync(join(project, "frontend", file));
    }
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
