/**
 * Mutations that change nothing a test could see. They are listed in the report and not counted. An entry is found by
 * its content, so it survives when lines move; when the line itself changes, the entry has to be judged again.
 */
import type { Equivalent } from "./equivalent-entry.ts";
import { QUICK } from "./equivalent-quick.ts";

const BASE = "The hash is only compared with others that are written in the same base.";
const identity = (after: string): Equivalent => ({
  file: "src/pipeline/skip.ts",
  line: "return `${input.sessionId} ${input.event} ${Bun.hash(body.trimEnd()).toString(36)}`;",
  before: "36",
  after,
  reason: BASE,
});

const hidden = (file: string, line = "windowsHide: true,"): Equivalent => ({
  file,
  line,
  before: "true",
  after: "false",
  reason: "Windows alone opens a window for a program; elsewhere the option says nothing.",
});

const threads = (after: string): Equivalent => ({
  file: "src/clients/transcripts/import.ts",
  line: "const { now, threads = 1 } = options;",
  before: "1",
  after,
  reason: "However many threads read, none included, the same records come; tests run with 0, 1 and 2.",
});

const chunk = (before: string, after: string): Equivalent => ({
  file: "src/clients/transcripts/worker.ts",
  line: "const LINES = { sync: true, chunkBytes: 1 << 18 };",
  before,
  after,
  reason:
    "How many bytes are read at a time; the lines are the same however they are split, which a test says.",
});

export const EQUIVALENT: Equivalent[] = [
  chunk("1", "2"),
  chunk("18", "19"),
  chunk("18", "17"),
  {
    file: "src/clients/transcripts/entries.ts",
    line: "const head = line.slice(0, HEAD_LENGTH);",
    before: "0",
    after: "1",
    reason:
      "What is looked for stands anywhere in the head, and never at its first character, which opens the object.",
  },
  {
    file: "src/clients/transcripts/offsets.ts",
    line: 'return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");',
    before: 'cause instanceof Error && "code" in cause',
    after: '((cause instanceof Error) || ("code" in cause))',
    reason: "For the type checker: what stat throws is an Error with a code, and the code is compared next.",
  },
  {
    file: "src/clients/transcripts/workers.ts",
    line: "let jobs = 0;",
    before: "0",
    after: "1",
    reason: "The numbers only tell the files of one thread apart.",
  },
  {
    file: "src/clients/transcripts/original-file.ts",
    line: "if (line.length < KEPT + LEAST_CUT) return undefined;",
    before: "if (line.length < KEPT + LEAST_CUT) return undefined;",
    after: ";",
    reason:
      "The quick way for short lines: no end of the file is found so far behind its start, which is checked next.",
  },
  threads("0"),
  threads("2"),
  hidden("src/platform/runtime.ts"),
  hidden(
    "src/platform/runtime.ts",
    "await Bun.spawn([...argv], { stdio, windowsHide: true, ...(cwd === undefined ? {} : { cwd }) }).exited;",
  ),
  hidden("src/platform/runtime-node.ts"),
  hidden("src/platform/keeper-process.ts"),
  {
    file: "src/platform/files.ts",
    line: "fsyncSync(file);",
    before: "fsyncSync(file);",
    after: ";",
    reason: "Only a machine that loses its power shows whether the bytes had reached the disk.",
  },
  {
    file: "src/platform/files.ts",
    line: "await file.sync();",
    before: "await file.sync();",
    after: ";",
    reason: "Only a machine that loses its power shows whether the bytes had reached the disk.",
  },
  {
    file: "src/platform/newer.ts",
    line: "if (difference !== 0) return difference > 0;",
    before: "difference > 0",
    after: "difference >= 0",
    reason: "It is not 0 there.",
  },
  {
    file: "src/platform/daemon-process.ts",
    line: 'if (process.platform === "linux") {',
    before: 'process.platform === "linux"',
    after: 'process.platform !== "linux"',
    reason: "The other way asks ps, which reads the same file: slower, and the same answer.",
  },
  {
    file: "src/platform/daemon-process.ts",
    line: 'if (process.platform === "linux") {',
    before: 'process.platform === "linux"',
    after: '!(process.platform === "linux")',
    reason: "The other way asks ps, which reads the same file: slower, and the same answer.",
  },
  {
    file: "src/platform/lean-zod.ts",
    line: "Bun.plugin(leanZod);",
    before: "Bun.plugin(leanZod);",
    after: ";",
    reason: "Spares the loading of messages that nobody asks for; those that are used are the same.",
  },
  {
    file: "src/hooks/paths/spellings.ts",
    line: "memo?.set(key, found);",
    before: "memo?.set(key, found);",
    after: ";",
    reason: "A cache of one event: without it the same names are found again.",
  },
  {
    file: "src/hooks/paths/spellings.ts",
    line: "if (above === head) return normalize(path);",
    before: "if (above === head) return normalize(path);",
    after: ";",
    reason: "The root has a real path on every system but Windows, where a drive may be missing.",
  },
  {
    file: "src/pipeline/record.ts",
    line: "if (services.seen.inTranscript.get(sessionId) !== true && isThere(transcriptPath))",
    before: "true",
    after: "false",
    reason: "Spares a look at the disk; looking again finds the same and notes it again.",
  },
  {
    file: "src/pipeline/replay.ts",
    line: "if (!body.includes(SPOOL_CLIENT)) return undefined;",
    before: "if (!body.includes(SPOOL_CLIENT)) return undefined;",
    after: ";",
    reason: "Spares the parsing of bodies that cannot name a client; the parsed field is looked at exactly.",
  },
  {
    file: "src/pipeline/skip.ts",
    line: "const once = call.isReplay ? seen.replayed : seen.live;",
    before: "call.isReplay",
    after: "!(call.isReplay)",
    reason: "The two lists are alike; that there are two is all that counts.",
  },
  ...QUICK,
  {
    file: "src/hooks/run/shell-text.ts",
    line: "while (at < command.length) {",
    before: "at < command.length",
    after: "at <= command.length",
    reason: "Behind the end there is no character: nothing is added, and it ends.",
  },
  {
    file: "src/pipeline/user-hooks.ts",
    line: "if (isPlain && services.userHooks.loader.isUnused()) return pass;",
    before: "if (isPlain && services.userHooks.loader.isUnused()) return pass;",
    after: ";",
    reason: "The short way where no hook can exist: asked all the same, none answers.",
  },
  identity("35"),
  identity("18"),
  {
    file: "src/daemon/keeper/hook.ts",
    line: "if (isMeasured) return request.bytes().catch(() => endedEarly(answer));",
    before: "if (isMeasured) return request.bytes().catch(() => endedEarly(answer));",
    after: ";",
    reason:
      "The quick way for a body whose length was checked: counted as it comes, it gives the same bytes.",
  },
  {
    file: "src/clients/codex/transcripts/exit-code.ts",
    line: 'if (!line.includes(callId) || !line.includes("exit_code")) continue;',
    before: 'if (!line.includes(callId) || !line.includes("exit_code")) continue;',
    after: ";",
    reason: "Spares the parsing of lines that cannot be it; the parsed line is compared exactly.",
  },
  {
    file: "src/clients/transcripts/lines.ts",
    line: "const read = options.sync === true ? createSyncRead() : readAsync;",
    before: "options.sync === true",
    after: "options.sync !== true",
    reason: "Two ways to read the same bytes: one is faster in a thread of its own.",
  },
  {
    file: "src/clients/transcripts/lines.ts",
    line: "const read = options.sync === true ? createSyncRead() : readAsync;",
    before: "options.sync === true",
    after: "!(options.sync === true)",
    reason: "Two ways to read the same bytes: one is faster in a thread of its own.",
  },
  {
    file: "src/clients/transcripts/worker.ts",
    line: "const LINES = { sync: true, chunkBytes: 1 << 18 };",
    before: "true",
    after: "false",
    reason: "Two ways to read the same bytes: one is faster in a thread of its own.",
  },
  {
    file: "src/recall/start/start-context.ts",
    line: "if (past === undefined && notes.length === 0) return undefined;",
    before: "if (past === undefined && notes.length === 0) return undefined;",
    after: ";",
    reason: "The short way of a first session: without lines the function ends with the same a little later.",
  },
];
