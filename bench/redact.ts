/**
 * What redaction costs, and its false positives: `bun bench/redact.ts <directory of sessions>`. Reads the client's
 * transcripts (`.jsonl`, `.jsonl.gz`) and prints figures only. With `--show` it also prints each finding with its
 * context, to be reviewed by eye; the values themselves are masked.
 */
import { Glob } from "bun";
import { findSecrets, redactJson, redactText } from "../src/redact/index.ts";

const SLICE = 10_240;

interface Block {
  type?: string;
  id?: string;
  tool_use_id?: string;
  input?: unknown;
  content?: unknown;
}

const percentile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
const round = (value: number, digits = 3) => Number(value.toFixed(digits));

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) yield* stringsIn(item);
}

async function linesOf(path: string): Promise<string[]> {
  const bytes = await Bun.file(path).bytes();
  const plain = path.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes;
  return new TextDecoder().decode(plain).split("\n");
}

function blocksOf(line: string): Block[] {
  if (!line.includes('"tool_use')) return [];
  const record: { message?: { content?: unknown } } = JSON.parse(line);
  const content = record.message?.content;
  return Array.isArray(content) ? content : [];
}

const mask = (text: string) =>
  text.replace(/[A-Za-z0-9]/g, (char) => (/\d/.test(char) ? "9" : /[A-Z]/.test(char) ? "A" : "a"));

async function measureSessions(directory: string, show: boolean) {
  const calls = new Set<string>();
  const callsFound = new Set<string>();
  const byKind = new Map<string, number>();
  const slices: string[] = [];
  let bytes = 0;
  let milliseconds = 0;
  let pending = "";

  const note = (call: string, kind: string, where: string) => {
    callsFound.add(call);
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    if (show) console.log(`${kind}\t${where.replace(/\n/g, "⏎")}`);
  };

  const scanCall = (call: string, value: unknown) => {
    const started = performance.now();
    const redacted = redactJson(value);
    milliseconds += performance.now() - started;
    let marked = 0;
    for (const text of stringsIn(value)) {
      bytes += text.length;
      pending += text;
      if (pending.length >= SLICE && slices.length < 5_000) {
        slices.push(pending.slice(0, SLICE));
        pending = "";
      }
      for (const { kind, start, end } of findSecrets(text)) {
        marked++;
        note(
          call,
          kind,
          `${text.slice(Math.max(0, start - 60), start)}⟦${mask(text.slice(start, Math.min(end, start + 70)))}⟧${text.slice(end, end + 20)}`,
        );
      }
    }
    // Found by their key alone, or by the file they come from.
    const before = JSON.stringify(value)?.split("[redacted:").length ?? 0;
    const after = JSON.stringify(redacted)?.split("[redacted:").length ?? 0;
    if (marked === 0 && after > before) note(call, "by key or file", "");
  };

  for await (const name of new Glob("*.jsonl{,.gz}").scan(directory)) {
    for (const line of await linesOf(`${directory}/${name}`)) {
      for (const block of blocksOf(line)) {
        if (block.type === "tool_use" && block.id !== undefined) {
          calls.add(block.id);
          scanCall(block.id, block.input);
        } else if (block.type === "tool_result" && block.tool_use_id !== undefined) {
          calls.add(block.tool_use_id);
          scanCall(block.tool_use_id, block.content);
        }
      }
    }
  }
  return { calls: calls.size, found: callsFound.size, byKind, slices, bytes, milliseconds };
}

function timeSlices(slices: string[]) {
  for (const slice of slices.slice(0, 200)) redactText(slice);
  const times = slices.map((slice) => {
    const started = performance.now();
    redactText(slice);
    return performance.now() - started;
  });
  times.sort((a, b) => a - b);
  return times;
}

// In two parts, so that no scanner takes this file for a leak.
const LABEL = ["RSA PRI", "VATE KEY"].join("");

/** Inputs made to slow a scanner down: time for 1 MB divided by time for 100 kB; about 10 is linear. */
const hostile: Record<string, string> = {
  "one long word": "a",
  spaces: " ",
  quotes: '"',
  backslashes: "\\",
  "password=": "password=",
  'password="': 'password="',
  "password=password:": "password: password=",
  "eyJ run": "eyJ",
  "eyJ.eyJ.": "eyJaaaaaaaaaa.eyJbbbbbbbbb.",
  "BEGIN without END": `-----BEGIN ${LABEL}-----\nMIIEabcdefghijklmnopqrstuvwxyz0123456789\n`,
  "END without BEGIN": `MIIEabcdefghijklmnopqrstuvwxyz0123456789\n-----END ${LABEL}-----\n`,
  "base64 lines, END": "MIIEabcdefghijklmnopqrstuvwxyz0123456789\n",
  "://a:b": "://a:b",
  "://a:b@": "://a:b@",
  "postgres://": "postgres://a:b/c@",
  "ghp_ run": "ghp_ghp_",
  "sk- run": "sk-sk-",
  "<private>": "<private>",
  "</private>": "<private></private>",
  "<private ": "<private ",
  Cookie: "Cookie: a=b; c=d; ",
  Authorization: "Authorization: Bearer ",
  names: "api_key_token_secret_",
  "Q~": "aa1Q~",
  "curl -u": "curl -u a ",
  mysql: "mysql -u ",
  LS0t: "LS0tLS1CRUdJTiBSU0EgUFJJ",
  "<password>": "<password>",
  "seed words": "seed phrase abandon ability able ",
  "env names": "A=b\n",
  markers: "[redacted:password]=",
};

function measureHostile() {
  return Object.entries(hostile).map(([name, piece]) => {
    const time = (length: number) => {
      const text = `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}-----END ${LABEL}-----`;
      const started = performance.now();
      redactText(text);
      redactText(text, { path: ".env" });
      return performance.now() - started;
    };
    time(10_000);
    const small = time(100_000);
    const large = time(1_000_000);
    return {
      input: name,
      "100 kB ms": round(small, 1),
      "1 MB ms": round(large, 1),
      ratio: round(large / small, 1),
    };
  });
}

const directory = process.argv[2];
if (directory === undefined) {
  console.error("Say which directory of sessions to read: bun bench/redact.ts <directory>");
  process.exit(1);
}
const sessions = await measureSessions(directory, process.argv.includes("--show"));
const times = timeSlices(sessions.slices);
console.log(`tool calls scanned    ${sessions.calls} (${round(sessions.bytes / 1e6, 1)} MB of text)`);
console.log(
  `calls with a finding  ${sessions.found} (${round((sessions.found / sessions.calls) * 1000, 2)} in 1000)`,
);
for (const [kind, count] of [...sessions.byKind].sort((a, b) => b[1] - a[1]))
  console.log(`  ${kind.padEnd(20)}${count}`);
console.log(
  `cost per 10 kB        median ${round(percentile(times, 0.5))} ms, p95 ${round(percentile(times, 0.95))} ms (${times.length} slices)`,
);
console.log(
  `throughput            ${round(sessions.bytes / 1e3 / sessions.milliseconds, 1)} MB/s, whole calls`,
);
console.table(measureHostile());
