/** What the program writes on a real terminal, command after command. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCALES, type Locale } from "../../src/locale/messages.ts";
import { recordStory } from "./story.ts";

const MAIN = join(import.meta.dir, "..", "..", "src", "cli", "main.ts");
const EXPECTED = join(import.meta.dir, "expected");

const COMMANDS: readonly (readonly string[])[] = [
  ["day", "2026-03-10"],
  ["sessions", "--since", "2026-03-01"],
  ["session", "aaaabbbb"],
  ["blame", "src/totals.ts"],
  ["search", "tax office", "--limit", "1"],
  ["status"],
  ["sesions"],
];

export interface Setting {
  columns: number;
  hasColour: boolean;
  locale: Locale;
}

export const SETTINGS: readonly Setting[] = LOCALES.flatMap((locale) =>
  ([60, 120] as const).flatMap((columns) =>
    [true, false].map((hasColour) => ({ columns, hasColour, locale })),
  ),
);

export function fileOf({ columns, hasColour, locale }: Setting): string {
  return join(EXPECTED, `${columns}-${hasColour ? "colour" : "plain"}-${locale}.txt`);
}

export interface Stage extends AsyncDisposable {
  transcript(setting: Setting): Promise<string>;
  /** One command with what it writes. */
  show(command: readonly string[], setting: Setting): Promise<string>;
  /** The screen of `pawl ui` with the newest session, as its own code draws it. */
  browser(columns: number, rows: number): Promise<string>;
}

/** The story is recorded once; showing it changes nothing. */
export async function openStage(): Promise<Stage> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pawl-terminal-")));
  const project = await recordStory(home);
  // On the PATH, so that hints say `pawl` and not where this checkout is.
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin", "pawl"), "#!/bin/sh\n", { mode: 0o755 });
  mkdirSync(join(home, ".claude"));
  const run = (command: readonly string[], setting: Setting) => show(command, setting, home, project);
  return {
    show: run,
    async transcript(setting) {
      const parts: string[] = [];
      for (const command of COMMANDS) parts.push(await run(command, setting));
      return parts.join("\n");
    },
    async browser(columns, rows) {
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, "draw-browser.ts"), `${columns}`, `${rows}`],
        {
          cwd: project,
          env: { HOME: home, PATH: "", TZ: "UTC", PAWL_LOCALE: "en" },
          stdout: "pipe",
        },
      );
      return normalized(await new Response(child.stdout).text(), home);
    },
    async [Symbol.asyncDispose]() {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function show(
  command: readonly string[],
  { columns, hasColour, locale }: Setting,
  home: string,
  project: string,
): Promise<string> {
  let written = "";
  const decoder = new TextDecoder();
  const closed = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, "--no-env-file", MAIN, ...command], {
    cwd: project,
    env: {
      PATH: join(home, "bin"),
      HOME: home,
      TZ: "UTC",
      TERM: "xterm-256color",
      PAWL_LOCALE: locale,
      PAWL_PORT: "1",
      ...(hasColour ? {} : { NO_COLOR: "1" }),
    },
    terminal: {
      cols: columns,
      rows: 50,
      data: (_terminal, bytes) => {
        written += decoder.decode(bytes, { stream: true });
      },
      exit: () => closed.resolve(),
    },
  });
  await child.exited;
  // What was written last may still be on its way.
  await closed.promise;
  child.terminal?.close();
  return `$ pawl ${command.join(" ")}\n${normalized(written, home)}`;
}

/** What differs from machine to machine and from version to version, with the same width. */
function normalized(text: string, home: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(home, "/home/ada")
    .replace(/\d+\.\d+ MB/g, "N MB")
    .replace(/Pawl(\S*) \d+\.\d+\.\d+/g, "Pawl$1 X.Y.Z");
}
