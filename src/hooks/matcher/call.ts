/** A tool call from a gate's view: its files, and the texts of its shell command. */
import { type CallText, readCommand } from "../command-files.ts";
import { type CallFiles, filesOfCall } from "../paths/call-paths.ts";
import {
  isFedUnknown,
  isLiteral,
  isShell,
  type MeantCommand,
  programOf,
  toPlainText,
} from "../paths/shell-meaning.ts";
import { isInside, type NamedFile } from "../paths/spellings.ts";

type RawInput = Readonly<Record<string, unknown>>;

/** The base of the event's relative paths. */
export const folderOf = ({ cwd }: RawInput, projectDir: string | undefined): string =>
  typeof cwd === "string" && cwd !== "" ? cwd : (projectDir ?? "/");

interface CommandTexts {
  texts: string[];
  /** Part of what it runs can be determined only by running it. */
  isOpaque: boolean;
}

/** Cached by input, so that an event is parsed once, not once per hook. */
const calls = new WeakMap<RawInput, Call>();

export function callOf(input: RawInput, projectDir: string | undefined): Call {
  const known = calls.get(input);
  if (known?.projectDir === projectDir && known !== undefined) return known;
  const call = new Call(input, projectDir);
  calls.set(input, call);
  return call;
}

class Call {
  private readonly cwd: string;
  private readonly fields: RawInput;
  private readonly named = new Map<string, NamedFile>();
  private found: CallFiles | undefined;
  private reading: readonly CallText[] | undefined;

  constructor(
    input: RawInput,
    readonly projectDir: string | undefined,
  ) {
    this.cwd = folderOf(input, projectDir);
    // `FileChanged` and similar events have their path outside of the tool's input.
    const { tool_input: tool, file_path } = input;
    this.fields = typeof tool === "object" && tool !== null ? (tool as RawInput) : { file_path };
  }

  /** The file of one field: the same for every hook that asks, so that its names are looked up once. */
  file(path: string): NamedFile {
    const { cwd, projectDir = cwd } = this;
    const file = this.named.get(path) ?? { path, cwd, projectDir };
    this.named.set(path, file);
    return file;
  }

  /** The path fields of any tool, and every word of a shell command that can be a path. */
  files(): CallFiles {
    this.found ??= filesOfCall(this.fields, this.cwd, this.projectDir ?? this.cwd, this.read());
    return this.found;
  }

  /** The command as written, as the shell reads it, and the project scripts that it runs. */
  texts(): CommandTexts {
    const texts = this.read().flatMap(({ text, kind, commands, isUnread }) => {
      if (isUnread) return [];
      const written = { own: String(this.fields.command), inner: undefined, script: text }[kind];
      const handed = commands.map(handedByXargs).filter((each) => each !== "unknown");
      return [written, commands.map(toPlainText).join(" ; "), ...handed];
    });
    const isOpaque = this.read().some(({ kind, commands, isUnread }) => {
      const isFed = (each: MeantCommand) => isFedUnknown(each) || handedByXargs(each) === "unknown";
      return isUnread || (kind === "own" && commands.some(isFed));
    });
    return { texts: texts.filter((text) => text !== undefined), isOpaque };
  }

  private read(): readonly CallText[] {
    const { cwd, projectDir = cwd } = this;
    const { command } = this.fields;
    if (typeof command !== "string") return [];
    // From a subfolder, `../deploy.sh` is also a script of the project.
    const project = isInside(cwd, projectDir) ? projectDir : cwd;
    this.reading ??= readCommand(command, project, { cwd, isAnywhere: true }).texts;
    return this.reading;
  }
}

/** `echo --force | xargs git push`: xargs appends its input after the command's own words. */
function handedByXargs(command: MeantCommand): string | "unknown" | undefined {
  const { run: words, pipedFrom } = command;
  if (programOf(words[0]) !== "xargs" || pipedFrom === undefined) return undefined;
  // Usually it is a list of files; only a shell runs it as code.
  if (!isLiteral(pipedFrom)) return words.some((word) => isShell(programOf(word))) ? "unknown" : undefined;
  const given = pipedFrom.run.slice(1).map(({ value }) => value);
  return [toPlainText({ ...command, words: words.slice(1) }), ...given].join(" ");
}
