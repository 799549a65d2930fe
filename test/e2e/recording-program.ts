/** A package folder whose hook program records how it was called, instead of Pawl's own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Call {
  args: string[];
  cwd: string;
  event?: string;
  secret?: string;
}

export function createRecordingProgram(dir: string) {
  const log = join(dir, "calls.jsonl");
  const cli = join(dir, "src", "cli");
  const hookEntry = join(cli, "hook", "program.ts");
  mkdirSync(join(cli, "hook"), { recursive: true });
  writeFileSync(join(dir, "package.json"), '{"type":"module"}');
  const record = (event: string) => `import { appendFileSync, readFileSync } from "node:fs";
const call = { args: process.argv.slice(2), cwd: process.cwd(), secret: process.env.FROM_DOT_ENV, ${event} };
appendFileSync(${JSON.stringify(log)}, JSON.stringify(call) + "\\n");
console.log("{}");
`;
  writeFileSync(hookEntry, record(`event: JSON.parse(readFileSync(0, "utf8")).hook_event_name`));
  writeFileSync(join(cli, "main.ts"), record(""));
  return {
    hookEntry,
    calls: (): Call[] =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
  };
}

/** A project whose files would run code in, or misconfigure, any Bun that starts in its folder. */
export function plantTraps(project: string): { sprung: () => boolean } {
  const proof = join(project, "sprung");
  writeFileSync(join(project, "trap.ts"), `await Bun.write(${JSON.stringify(proof)}, "");`);
  writeFileSync(join(project, "bunfig.toml"), 'preload = ["./trap.ts"]');
  writeFileSync(join(project, "tsconfig.json"), '{"compilerOptions":{"paths":{"*":["./trap.ts"]}}}');
  writeFileSync(join(project, ".env"), "FROM_DOT_ENV=read");
  return { sprung: () => existsSync(proof) };
}
