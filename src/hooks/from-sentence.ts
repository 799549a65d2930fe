/** `pawl hooks new "never push with force"`: a hook from one sentence, by a few templates. */

interface NewHook {
  event: "PreToolUse" | "PostToolUse";
  group: { matcher: string; description: string; hooks: object[] };
}

/** Valid example sentences, shown for an unsupported one. */
export const SENTENCES = [
  "never push with force",
  "never edit generated/",
  "never read .env",
  "never run terraform destroy",
  "ask before running npm publish",
  "run npx prettier --write $FILE after edits",
];

const NEVER = String.raw`^(?:never|no|do not|don['’]t|nobody may|nobody)\s+`;
const never = (what: string) => new RegExp(`${NEVER}${what}`, "i");
/** In front of a file or folder. */
const IN = String.raw`\s+(?:(?:anything|files?)\s+in\s+|the\s+folder\s+)?(\S+)$`;
const FORCED = String.raw`/\bgit\b.*\bpush\b.*\s(-[a-zA-Z]*f[a-zA-Z]*|--force\S*|\+\S+)/s`;

/** The first group of the pattern is what the matcher is about. */
const TEMPLATES: readonly [RegExp, (found: string, sentence: string) => NewHook][] = [
  [
    never(String.raw`.*\bforce\b.*|^.*\bpush\w*\b.*\bforce\b.*`),
    (_, sentence) => refusal(`tool == "Bash" && tool_input.command =~ ${FORCED}`, sentence),
  ],
  [
    never(`(?:edit|change|touch|modify|write(?:\\s+to)?|delete|remove)${IN}`),
    (path, sentence) =>
      refusal(
        `!(tool in ["Read", "Grep", "Glob"]) && tool_input.file_path matches "${toGlob(path)}"`,
        sentence,
      ),
  ],
  [
    never(`(?:read|open|look\\s+at|look\\s+into)${IN}`),
    (path, sentence) => refusal(`tool_input.file_path matches "${toGlob(path)}"`, sentence),
  ],
  [
    never(String.raw`(?:run|use|call|execute|start)\s+(.+)$`),
    (command, sentence) => refusal(toCommandMatcher(command), sentence),
  ],
  [
    /^ask(?:\s+me)?\s+before\s+(?:running|using|calling|you\s+run)\s+(.+)$/i,
    (command, sentence) => {
      const decision = { permissionDecision: "ask", permissionDecisionReason: sentence };
      const answer = { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } };
      const hook = { type: "command", command: "echo", args: [JSON.stringify(answer)] };
      return gate(toCommandMatcher(command), sentence, hook);
    },
  ],
  [
    /^(?:always\s+)?run\s+(.+?)\s+(?:after|on|when)\s+(?:(?:every|each|all)\s+)?(?:edits?|changes?|a\s+file\s+changes|editing)$/i,
    (command, description) => {
      const hooks = [{ type: "command", command, async: true }];
      return { event: "PostToolUse", group: { matcher: 'tool in ["Edit", "Write"]', description, hooks } };
    },
  ],
];

/** Undefined where no template fits. */
export function hookFromSentence(text: string): NewHook | undefined {
  const sentence = text.trim().replace(/[.!]+$/, "");
  for (const [pattern, make] of TEMPLATES) {
    const found = pattern.exec(sentence);
    if (found !== null) return make(found[1] ?? "", sentence);
  }
  return undefined;
}

function refusal(matcher: string, sentence: string): NewHook {
  const script = 'echo "$0" >&2; exit 2';
  return gate(matcher, sentence, { type: "command", command: "sh", args: ["-c", script, `${sentence}.`] });
}

const gate = (matcher: string, description: string, hook: object): NewHook => ({
  event: "PreToolUse",
  group: { matcher, description, hooks: [{ ...hook, onError: "deny" }] },
});

/** Matches the words in this order, with any text between them. */
function toCommandMatcher(command: string): string {
  const words = command
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return `tool == "Bash" && tool_input.command =~ /(^|[\\s;&|(\\/])${words.join("\\s(.*\\s)?")}(\\s|$|[;&|)])/`;
}

/** A folder means everything inside. */
function toGlob(path: string): string {
  const plain = path.replace(/^["'`]|["'`]$/g, "");
  const isFile = /\.[\w*]+$/.test(plain) || plain.includes("*");
  return isFile ? plain : `${plain.replace(/\/+$/, "")}/**`;
}
