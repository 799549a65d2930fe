/** Queries Codex for the hooks that the user has trusted: `hooks/list` of its app server. Codex silently skips the others. */

import { z } from "zod";
import { findProgram, GUARD, processEnv } from "../../../platform/env.ts";
import { isOwnHook } from "../../../platform/own-hook.ts";
import { version } from "../../../platform/version.ts";
import { isObject, tryParse } from "../../fields.ts";
import type { HookTrust } from "../../setup.ts";
import { codexHomeDir } from "../transcripts/files.ts";

const hook = z.looseObject({
  eventName: z.string(),
  command: z.string().nullish(),
  enabled: z.boolean().catch(true),
  trustStatus: z.string().catch("unknown"),
});
const problems = z.array(z.string()).catch([]);
const answer = z.object({
  data: z.array(z.looseObject({ hooks: z.array(hook), warnings: problems, errors: problems })),
});

/** `managed`: by an administrator, independent of the user's trust. */
const RUNS: ReadonlySet<string> = new Set(["trusted", "managed"]);
const WAIT_MS = 15_000;

/** Undefined if Codex is not installed or does not answer, for example because it is an older version. */
export async function askCodex(cwd: string): Promise<HookTrust | undefined> {
  const program = findProgram("codex");
  if (program === null) return undefined;
  const child = Bun.spawn([program, "app-server"], {
    // It must not feed Pawl.
    env: { ...processEnv, CODEX_HOME: codexHomeDir(), ...GUARD },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const timer = setTimeout(() => child.kill(), WAIT_MS);
  try {
    for (const message of toMessages(cwd)) child.stdin.write(`${JSON.stringify(message)}\n`);
    await child.stdin.flush();
    return toTrust(await readAnswer(child.stdout));
  } finally {
    clearTimeout(timer);
    child.kill();
    await child.exited;
  }
}

const LIST_ID = 2;

function toMessages(cwd: string): object[] {
  const clientInfo = { name: "pawl", title: "Pawl", version };
  return [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: { clientInfo } },
    { jsonrpc: "2.0", method: "initialized" },
    { jsonrpc: "2.0", id: LIST_ID, method: "hooks/list", params: { cwds: [cwd] } },
  ];
}

async function readAnswer(stdout: ReadableStream<Uint8Array>): Promise<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = tryParse(line);
      if (isObject(message) && message.id === LIST_ID) return message.result;
    }
  }
  return undefined;
}

function toTrust(result: unknown): HookTrust | undefined {
  const parsed = answer.safeParse(result);
  if (!parsed.success) return undefined;
  const own = parsed.data.data
    .flatMap(({ hooks }) => hooks)
    .filter(({ command }) => isOwnHook({ type: "command", command }));
  // Codex runs nothing from a file that it cannot read, and gives the reason here.
  const [error] = parsed.data.data.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const names = (list: typeof own) => list.map(({ eventName }) => eventName);
  return {
    hooks: own.length,
    untrusted: names(own.filter(({ trustStatus }) => !RUNS.has(trustStatus))),
    disabled: names(own.filter(({ enabled }) => !enabled)),
    ...(own.length === 0 && error !== undefined ? { error } : {}),
  };
}
