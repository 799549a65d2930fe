import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import korean from "../locale/thrown/ko.json";
import simplified from "../locale/thrown/zh-cn.json";
import traditional from "../locale/thrown/zh-tw.json";
import { PawlError } from "../platform/errors.ts";
import { reportDaemonFailure } from "./daemon-failure.ts";

const NAMES = ["PAWL_HOME", "PAWL_LOCALE", "PAWL_PORT", "LC_ALL"] as const;
const kept = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-failure-"));
  for (const name of NAMES) delete process.env[name];
  process.env.PAWL_HOME = dir;
  process.env.LC_ALL = "C";
});
afterEach(() => {
  for (const name of NAMES) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
  rmSync(dir, { recursive: true, force: true });
});

const taken = new PawlError("port_taken", "Port 7 is in use by another program", {
  hint: "Set another one.",
  params: { port: 7 },
});

async function said(error: unknown): Promise<string> {
  const write = spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    expect(await reportDaemonFailure(error)).toBe(1);
    return write.mock.calls.map(([text]) => text).join("");
  } finally {
    write.mockRestore();
  }
}

test("why a daemon could not start is one line that pawl up finds by its beginning", async () => {
  expect(await said(taken)).toBe("pawl: Port 7 is in use by another program. Set another one.\n");
  expect(await said("odd")).toBe("pawl: odd.\n");
});

test.each([
  ["ko", korean],
  ["zh-CN", simplified],
  ["zh-TW", traditional],
] as const)("it is said in the language of the settings: %s", async (locale, thrown) => {
  writeFileSync(join(dir, "config.json"), JSON.stringify({ locale }));
  // What the daemon cannot start with must not hide the language.
  process.env.PAWL_PORT = "none";
  expect(await said(taken)).toStartWith(`pawl: ${thrown.port_taken?.message.replace("{port}", "7")}`);
});
