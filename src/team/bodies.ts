/** Converts local records to shared ones and back. Everything passes the redactor, on sending and on receiving. */
import type { Solution } from "../memory/records/knowledge.ts";
import { checkMemory, type Memory, parseUri, parseWritableUri } from "../memory/records/memory.ts";
import type { Redactor } from "../redact/redactor.ts";
import { type BodyOf, bodySchema, type SharedBody } from "./records/record.ts";

export type Redact = Pick<Redactor, "text" | "version">;

/** Cleans each text without the field names: those are ours, and a `key` in front of a text does not indicate a secret. */
export function clean<T>(value: T, redact: Redact): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? redact.text(part).replaceAll("\0", "") : part,
  ) as T;
}

/** Undefined for what this version does not understand, or what no record may be. */
export function parseBody(json: string, redact: Redact): SharedBody | undefined {
  try {
    const found = bodySchema.safeParse(clean(JSON.parse(json) as unknown, redact));
    if (!found.success) return undefined;
    const { data } = found;
    if (data.kind === "memory" && parseWritableUri(data.uri).namespace !== "project") return undefined;
    if ("content" in data) checkMemory({ content: data.content });
    return data;
  } catch {
    // Not JSON, or without a URI: not a record, whoever its author is.
    return undefined;
  }
}

/** Undefined for anything that is never shared: other namespaces, proposals. */
export function toSharedMemory(
  memory: Memory,
  redact: Redact,
  { isKnown }: { isKnown: boolean },
): BodyOf<"memory"> | undefined {
  const { uri, provenance, status } = memory;
  if (memory.project === "" || status === "proposed" || (status !== "active" && !isKnown)) return undefined;
  if (parseUri(uri).namespace !== "project") return undefined;
  const { evidence, at: saidAt, file } = provenance ?? {};
  const body: BodyOf<"memory"> = {
    kind: "memory",
    uri,
    content: memory.content,
    priority: memory.priority,
    status,
    origin: memory.origin,
    ...(memory.disclosure === undefined ? {} : { disclosure: memory.disclosure }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(saidAt === undefined ? {} : { saidAt }),
    ...(file === undefined || file.startsWith("/") ? {} : { file }),
  };
  return clean(body, redact);
}

export function toWrittenSolution(solution: Solution, redact: Redact): BodyOf<"written-solution"> {
  const { fingerprint, toolName, errorSample, steps } = solution;
  const kind = "written-solution" as const;
  return clean({ kind, fingerprint, toolName, errorSample, text: solution.text, steps }, redact);
}

/** A hash of a record's content. Its origin and its displayed name may differ. */
export function hashOf(body: SharedBody): string {
  const said =
    body.kind === "memory"
      ? [body.content, body.priority, body.disclosure ?? "", body.status]
      : body.kind === "solution"
        ? [body.failure, body.sessions]
        : body;
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([body.kind, said]))
    .digest("hex")
    .slice(0, 32);
}
