/** Whether what the model was told was of use: which of the files and commands in it came up afterwards. */
import { commandOf } from "../learn/command-text.ts";

interface LaterCall {
  tool: string;
  input: string;
  files: readonly string[];
}

const FILE = /(?:[\w@.~-]*\/)*[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,5}\b/g;
const QUOTED = /`([^`\n]{2,200})`/g;

/** The files and commands that the text names and a later call took up; empty when none did. */
export function usedOf(text: string, later: readonly LaterCall[]): string[] {
  const files = new Set(text.match(FILE) ?? []);
  const commands = new Set([...text.matchAll(QUOTED)].map(([, command = ""]) => command));
  const touched = later.flatMap((call) => call.files.map((file) => file.replaceAll("\\", "/")));
  const run = new Set(later.flatMap((call) => (call.tool === "Bash" ? (commandOf(call.input) ?? []) : [])));
  return [
    ...[...files].filter((file) => touched.some((path) => path === file || path.endsWith(`/${file}`))),
    ...[...commands].filter((command) => run.has(command)),
  ];
}
