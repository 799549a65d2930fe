/**
 * For authors of hooks. While `pawl hooks watch` runs, their edits are allowed without a question, and every run of a hook is
 * shown with its input, answer and duration.
 */

import type { LiveEvent } from "../../history/live/live.ts";
import { projectSource, readConfig, userSource } from "../../hooks/config/read.ts";
import { isGate } from "../../hooks/gates.ts";
import { indexGates } from "../../hooks/project-hooks.ts";
import { systemClock } from "../../platform/clock.ts";
import { readIfThere } from "../../platform/files.ts";
import type { Home } from "../../platform/paths.ts";
import { ensureDaemon } from "../daemon-client.ts";
import { bold, dim, green, plain, print, printJson, red } from "../output.ts";
import { agrees, needsPerson } from "../person.ts";
import { words } from "../words.ts";
import { cover } from "./coverage.ts";
import { type Here, lookHere, type SubCommand } from "./sub-command.ts";

const LOOK_MS = 400;

export const subCommand: SubCommand = {
  options: ["yes"],
  positionals: 0,
  async run({ values }) {
    const here = lookHere(values);
    const asJson = values.json === true;
    // It trusts every edit of the files, so only a person may start it.
    needsPerson("pawl hooks watch", here.project);
    if (!(await agrees(words.hooks.watching, values.yes === true))) return 1;
    const { url } = await ensureDaemon(here.home);
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort());
    process.once("SIGTERM", () => stop.abort());
    print(asJson ? "" : words.hooks.watching);
    await Promise.all([
      keepTrusted(here, asJson, stop.signal),
      showRuns(url, here.home, asJson, stop.signal).finally(() => stop.abort()),
    ]);
    return 0;
  },
};

async function keepTrusted(here: Here, asJson: boolean, signal: AbortSignal): Promise<void> {
  const { project, book, home } = here;
  let said = "";
  while (!signal.aborted) {
    const { text, config, findings } = readConfig(projectSource(project));
    const pins = book.pins(project, text, config.hooks);
    const before = book.state(project, config.hooks, pins);
    const problems = findings.map(({ message }) => message).join("\n");
    if (problems !== said && !asJson)
      print(words.attention(plain(problems === "" ? words.hooks.trustedAlready : problems)));
    said = problems;
    // A file that is just being saved is not a wish to remove its gates.
    if ((before.state === "changed" || before.state === "unknown") && config.hooks.length > 0) {
      book.trust(project, pins, systemClock(), text);
      await indexGates(home, book);
      await cover();
      const files = before.state === "changed" ? before.changes : Object.keys(pins);
      if (asJson) printJson({ allowed: files });
      else print(`${green("✓")} ${words.hooks.editAllowed(files.map(plain).join(", "))}`);
    }
    await keepUserGates(here);
    await Bun.sleep(LOOK_MS);
  }
}

async function keepUserGates({ project, book, home }: Here): Promise<void> {
  const { config } = readConfig(userSource(home));
  const gates = config.hooks.filter(isGate);
  if (gates.some((gate) => book.changedUserFiles(gate, project).length > 0))
    book.trustUserFiles(gates, project);
}

async function showRuns(url: string, home: Home, asJson: boolean, signal: AbortSignal): Promise<void> {
  const token = readIfThere(home.token)?.trim() ?? "";
  try {
    const response = await fetch(`${url}/api/live`, {
      headers: { Authorization: `Bearer ${token}` },
      signal,
    });
    if (response.body === null) return;
    let rest = "";
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines)
        if (line.startsWith("data: ")) show(JSON.parse(line.slice(6)) as LiveEvent, asJson);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function show(event: LiveEvent, asJson: boolean): void {
  if (event.type !== "hook") return;
  if (asJson) {
    printJson(event);
    return;
  }
  const mark = event.error === undefined ? green("✓") : red("✗");
  print(`${mark} ${bold(event.event)} ${plain(event.name)}  ${dim(`${event.ms.toFixed(1)} ms`)}`);
  print(dim(`    ← ${plain(event.input)}`));
  print(`    → ${plain(event.answer)}`);
  if (event.error !== undefined) print(`    ${red(plain(event.error))}`);
}
