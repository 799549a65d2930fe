/**
 * The last check before data is stored: names, paths and ids that the redactor has not seen. A secret in an id becomes
 * a keyed digest. The same id always gets the same digest, so writes and queries still match.
 */
import { findSecrets } from "./index.ts";
import { MARKER, replaceFindings } from "./spans.ts";

/** Longer texts were redacted on entry. Shorter ones are redacted again here. */
const MAX_TEXT = 4_096;
const DIGEST = 16;

const ID_FIELD =
  /(?:^|[a-z_])(?:ids?|keys?|uris?|path|project|cwd|dir|file|files|fingerprint|subject|session|except|from|to|prefix|observation|openedIn)$|(?:Id|Ids|Key|Keys|Uri|Path)$/;

/** Fields of prompts, calls and answers. Their record has the redaction version that they passed. */
const REDACTED_FIELD = /^(?:text|input|response)$/;

export interface Guard {
  /** One id, path or name. */
  id(text: string): string;
  /** Makes the ids and short texts in any value safe; returns the same value if nothing changes. */
  value<T>(value: T): T;
}

export function createGuard(key: () => string): Guard {
  function id(text: string): string {
    if (text.length < 8 || text.length > MAX_TEXT) return text;
    const marker = (kind: string, secret: string) => `${MARKER}${kind}-${digest(secret)}]`;
    return replaceFindings(text, findSecrets(text), marker);
  }

  function digest(secret: string): string {
    return new Bun.CryptoHasher("sha256", key()).update(secret).digest("hex").slice(0, DIGEST);
  }

  function visit(value: unknown, field: string, depth: number): unknown {
    if (typeof value === "string") {
      if (value.length > MAX_TEXT) return value;
      return ID_FIELD.test(field) ? id(value) : replaceFindings(value, findSecrets(value));
    }
    if (typeof value !== "object" || value === null || depth > 8) return value;
    if (Array.isArray(value)) {
      const copy = value.map((item) => visit(item, field, depth + 1));
      return copy.every((item, index) => item === value[index]) ? value : copy;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const before = Object.entries(value);
    const isRecord = "key" in value && "redaction" in value;
    const isRedacted = (name: string) => isRecord && REDACTED_FIELD.test(name);
    const after = before.map(([name, item]): [string, unknown] => [
      name,
      isRedacted(name) ? item : visit(item, name, depth + 1),
    ]);
    return after.every(([, item], index) => item === before[index]?.[1]) ? value : Object.fromEntries(after);
  }

  return { id, value: <T>(value: T) => visit(value, "id", 0) as T };
}
