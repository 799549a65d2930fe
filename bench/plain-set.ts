/**
 * The same questions with simple definitions that do not depend on how Pawl selects, so that the bench does not
 * only count what Pawl itself looked for.
 */
import type { SessionHistory, WorkingSet } from "../src/work/workflow/working-set.ts";

export function plainSet(history: SessionHistory, project: string): WorkingSet {
  const files = new Set<string>();
  const ok = new Set<string>();
  const failed = new Map<string, { error: string; left: string[] }>();
  for (const o of history.observations) {
    if (o.ok && /^(?:Read|Edit|Write|MultiEdit|NotebookEdit)$/.test(o.toolName)) {
      for (const path of o.files) files.add(path.replace(`${project}/`, ""));
    }
    if (o.toolName !== "Bash") continue;
    const input: { command?: unknown } = JSON.parse(o.input);
    // What is done with the output is not part of the command.
    const line = String(input.command ?? "")
      .replace(/\d?>&?\S*|\|\s*(?:tail|head)\b[^|&;\n]*/g, "")
      .trim();
    const pieces = line.split("&&").map((piece) => piece.trim());
    if (o.ok) {
      // A line is repaired when it succeeds, or each of its commands alone.
      for (const [name, { error, left }] of failed) {
        const open = left.filter((piece) => !pieces.includes(piece));
        if (open.length === 0) failed.delete(name);
        else failed.set(name, { error, left: open });
      }
    }
    // Somebody's "no" is no failure.
    else if (!/user doesn't want to proceed|tool use was denied/i.test(o.response))
      failed.set(line, {
        error: o.response.split("\n").find((text) => !/^Exit code|^\s*$/.test(text)) ?? "",
        left: pieces,
      });
    // Every sentence that contains one of the words, as typed.
    for (const piece of line.split(/&&|;|\||\n/)) {
      const command = piece.replace(/\d?>&?\S*/g, "").trim();
      if (o.ok && /^[\w./]+(?: \S+){0,2}[ :](?:test|build|lint|fmt|format|run|start|check)\b/.test(command))
        ok.add(command);
    }
  }
  const said = history.prompts.flatMap((prompt) => prompt.text.split(/\n|(?<=[.!?])\s/));
  return {
    files: [...files].map((path) => ({ path, reads: 0, edits: 0, lastAt: 0 })),
    commands: [...ok].map((command) => ({ command, kind: "other", runs: 1, lastAt: 0 })),
    standing: said
      .map((line) => line.trim())
      .filter((line) => /\b(?:always|never)\b/i.test(line) && line.length < 300),
    open: [],
    failures: [...failed].map(([what, { error }]) => ({ what: what.replace(/\s+/g, " "), error, at: 0 })),
    decisions: [],
  };
}

/** The strictest count of failures: whole lines with their pipes, a refusal included, until the very same line succeeds. */
export function failedAsTyped({ observations }: SessionHistory): WorkingSet["failures"] {
  const failed = new Map<string, string>();
  for (const { toolName, input, ok, response } of observations) {
    if (toolName !== "Bash") continue;
    const { command = "" }: { command?: string } = JSON.parse(input);
    const what = command.trim().replace(/\s+/g, " ");
    if (ok) failed.delete(what);
    else failed.set(what, response.split("\n").find((text) => !/^Exit code|^\s*$/.test(text)) ?? "");
  }
  return [...failed].map(([what, error]) => ({ what, error, at: 0 }));
}
