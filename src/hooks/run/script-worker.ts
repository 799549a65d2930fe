/** The process that runs a script. The script is imported once; a changed file gets a new process. */
import { toMessage } from "../../platform/errors.ts";
import { defineHook } from "../define-hook.ts";
import { toPlacedMessage } from "./script-error.ts";
import type { FromScripts, ToScripts } from "./script-process.ts";

type Script = (input: unknown, toolUseID: string | undefined, options: { signal: AbortSignal }) => unknown;

/** Longer answers are refused. */
const ANSWER_LIMIT = 1024 * 1024;

const send = (message: FromScripts): void => void process.send?.(message);
const running = new Map<number, AbortController>();

// A project with a hook need not have Pawl among its packages.
Bun.plugin({
  name: "pawl",
  setup: (build) => void build.module("pawl", () => ({ exports: { defineHook }, loader: "object" })),
});

const watch = new Worker(new URL("./script-watch.ts", import.meta.url), { smol: true, ref: false });
watch.addEventListener("error", (event) => console.error(`The script watch failed: ${event.message}`));

process.on("message", (message: ToScripts) => {
  if (message.kind === "call") void handle(message);
  else running.get(message.id)?.abort(new Error(message.reason));
});
process.on("disconnect", () => process.exit(0));

// A script's unhandled rejection is logged, and must not end the other scripts.
process.on("unhandledRejection", (reason) =>
  console.error(`Unhandled rejection in a script: ${toMessage(reason)}`),
);
process.on("uncaughtException", (error) => console.error(`Uncaught error in a script: ${toMessage(error)}`));

type Request = Extract<ToScripts, { kind: "call" }>;

async function handle({ id, file, input, toolUseID, onlyLoad }: Request): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const script = toScript(await import(file));
    const { signal } = controller;
    const value = onlyLoad ? undefined : await script(input, toolUseID, { signal });
    send({ kind: "answer", id, json: toJson(value) });
  } catch (error) {
    send({ kind: "error", id, message: toPlacedMessage(error, file) });
  } finally {
    running.delete(id);
  }
}

function toScript(module: { default?: unknown; hook?: unknown }): Script {
  const found = [module.default, module.hook].find((each) => typeof each === "function");
  if (found === undefined)
    throw new Error('It exports no function: use "export default" or "export const hook".');
  return found as Script;
}

function toJson(value: unknown): string | undefined {
  const json: string | undefined = JSON.stringify(value);
  if (json !== undefined && json.length > ANSWER_LIMIT)
    throw new Error(`Its answer is longer than ${ANSWER_LIMIT} characters.`);
  if (json === undefined && value !== undefined)
    throw new Error(`It answered a ${typeof value}, not a hook output.`);
  return json;
}

// From this folder: Bun reads settings from the folder it starts in, and a project's must not be among them.
const folder = process.argv[2];
if (folder !== undefined) process.chdir(folder);
