/** `pawl chat` itself, loaded only when it runs. */
import { existsSync } from "node:fs";
import { projectsDir } from "../../clients/transcripts/find.ts";
import { loadAgentSDK } from "../../model/agent-sdk.ts";
import { systemClock } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { openLog } from "../../platform/log.ts";
import { claudeConfigDir, pawlHome } from "../../platform/paths.ts";
import { redactText } from "../../redact/index.ts";
import { Application, type ApplicationOptions } from "../../sdk/index.ts";
import { neededBy } from "../clients/connect.ts";
import { UsageError } from "../command.ts";
import { plain } from "../output.ts";
import { words } from "../words.ts";
import { Conversation } from "./conversation.ts";

interface ChatRequest {
  cwd: string;
  prompt: string | undefined;
  resume: string | undefined;
  model: string | undefined;
}

/** Returns the exit code. */
export async function chat({ cwd, resume, model, ...request }: ChatRequest): Promise<number> {
  // Checked first, because nothing must be recorded without the SDK.
  await loadAgentSDK();
  if (resume !== undefined) checkSession(resume);
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const prompt = request.prompt ?? (terminal ? undefined : await Bun.stdin.text());
  if (prompt?.trim() === "") throw new UsageError(words.errors.missingPrompt, "chat PROMPT");
  const options = { ...(await surroundings(cwd)), cwd, resume, model, clientSettings: true };
  if (terminal) return new Conversation(options).run(prompt);
  return answerOnce(new Application(options), prompt ?? "");
}

async function surroundings(cwd: string): Promise<Pick<ApplicationOptions, "env" | "needs" | "log">> {
  const home = pawlHome();
  const log = openLog({ path: home.log, now: systemClock, redact: redactText });
  return {
    env: processEnv,
    needs: await neededBy(home, "project", cwd),
    log: (level, message, fields) => {
      if (level !== "debug") log[level](message, fields);
    },
  };
}

/** A wrong id must not create a session that never existed. */
function checkSession(id: string): void {
  const cwd = projectsDir(claudeConfigDir());
  if (/^[\w-]+$/.test(id) && existsSync(cwd)) {
    for (const _ of new Bun.Glob(`*/${id}.jsonl`).scanSync({ cwd, dot: true })) return;
  }
  throw new PawlError("no_such_session", words.errors.resumeUnknown(id), {
    hint: words.errors.sessionUnknownHint,
  });
}

// One question and one answer without a terminal: standard output contains only the answer.

const INTERRUPTED = 130;

export async function answerOnce(app: Application, prompt: string): Promise<number> {
  let code = 0;
  let interrupted = false;
  const stop = () => {
    interrupted = true;
    app.interrupt().catch(() => app.abandon());
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  try {
    await app.start();
    for await (const event of app.send(prompt)) {
      if (event.type === "text") process.stdout.write(plain(event.text));
      else if (event.type === "notice") process.stderr.write(`${plain(event.text)}\n`);
      else if (event.type === "end" && !event.ok) {
        process.stderr.write(`pawl: ${plain(event.error ?? words.chat.failed)}\n`);
        code = 1;
      }
    }
  } finally {
    await app.close();
  }
  return interrupted ? INTERRUPTED : code;
}
