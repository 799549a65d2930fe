/** The command line in the user's language: the sentences change, commands, exit codes and JSON do not. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCliMessages } from "../../src/locale/cli/index.ts";
import { createScratch } from "./harness/scratch.ts";
import { createPawl } from "./pawl.ts";

describe.each(["ko", "zh-TW", "zh-CN"] as const)("PAWL_LOCALE=%s", async (locale) => {
  const words = await loadCliMessages(locale);
  const env = { PAWL_LOCALE: locale };

  test("help, results, wrong usage and errors are in that language", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const help = await pawl.run(["help"], { env });
    expect(help.stdout).toContain(words.help.commands.forget.summary);
    expect((await pawl.run(["forget", "--match", "nothing like it"], { env })).stdout).toBe(
      `${words.forget.noMatch}\n`,
    );
    const missing = await pawl.run(["search"], { env });
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toBe(
      `pawl: ${words.errors.missingSearchText} ${words.errors.usage("search QUERY")}\n`,
    );
    const unknown = await pawl.run(["session", "abc"], { env });
    expect(unknown.exitCode).toBe(1);
    expect(unknown.stderr).toBe(
      `pawl: ${words.errors.sessionUnknown("abc")} ${words.errors.sessionUnknownHint}\n`,
    );
  });

  test("an error of the store is translated by its code, with its values", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    mkdirSync(pawl.home, { recursive: true });
    writeFileSync(join(pawl.home, "pawl.db"), "this is not a database ".repeat(100));
    const { exitCode, stderr } = await pawl.run(["sessions"], { env });
    const { message = "", hint } = words.thrown.store_corrupt ?? {};
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`pawl: ${message.replace("{location}", join(pawl.home, "pawl.db"))} ${hint}\n`);
  });

  test("status and doctor line up by columns of the terminal", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { stdout } = await pawl.run(["status"], { env });
    const row = (label: string) => stdout.split("\n").find((line) => line.startsWith(label)) ?? "";
    const { store, recorded, last, errors } = words.status;
    const columns = [
      row(store).indexOf(pawl.home) < 0
        ? -1
        : Bun.stringWidth(row(store).slice(0, row(store).indexOf(pawl.home))),
      Bun.stringWidth(row(recorded).slice(0, row(recorded).indexOf(words.status.counts(0, 0, 0)))),
      Bun.stringWidth(row(last).slice(0, row(last).indexOf(words.status.nothingYet))),
      Bun.stringWidth(row(errors).slice(0, row(errors).indexOf(words.none))),
    ];
    expect(new Set(columns).size).toBe(1);
    expect(columns[0]).toBeGreaterThan(4);
    const doctor = await pawl.run(["doctor"], { env });
    expect(doctor.stdout).toContain(words.doctor.daemon.startFix);
  });

  test("--json is the same as in English", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const translated = await pawl.run(["doctor", "--json"], { env });
    const english = await pawl.run(["doctor", "--json"]);
    const checks = ({ stdout }: { stdout: string }) =>
      (
        JSON.parse(stdout) as { checks: { name: string; message: string; fix: string | null }[] }
      ).checks.filter(({ name }) => name !== "disk");
    expect(checks(translated)).toEqual(checks(english));
    expect(translated.exitCode).toBe(english.exitCode);
    expect(JSON.stringify(checks(translated))).toContain("not running");
  });
});

test("the language comes from PAWL_LOCALE, then the setting, then the system", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const [ko, zhTW, zhCN] = await Promise.all((["ko", "zh-TW", "zh-CN"] as const).map(loadCliMessages));
  const shown = async (env: Record<string, string>) =>
    (await pawl.run(["sessions"], { env })).stdout.trimEnd();
  expect(await shown({ LANG: "zh_CN.UTF-8" })).toBe(String(zhCN?.sessions.none));
  mkdirSync(pawl.home, { recursive: true });
  writeFileSync(join(pawl.home, "config.json"), '{\n  // mine\n  "locale": "zh-TW",\n}\n');
  expect(await shown({ LANG: "zh_CN.UTF-8" })).toBe(String(zhTW?.sessions.none));
  expect(await shown({ LANG: "zh_CN.UTF-8", PAWL_LOCALE: "ko" })).toBe(String(ko?.sessions.none));
});

test("a broken configuration does not keep a command from speaking", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  mkdirSync(pawl.home, { recursive: true });
  writeFileSync(join(pawl.home, "config.json"), '{ "locale": ');
  const { stdout, exitCode } = await pawl.run(["sessions"], { env: { LANG: "ko_KR.UTF-8" } });
  expect(exitCode).toBe(0);
  expect(stdout).toContain((await loadCliMessages("ko")).sessions.none);
});
