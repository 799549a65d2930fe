/**
 * The last look at what goes to the store: names, paths and ids that did not pass the redactor on their way. A secret
 * in an id becomes a keyed digest, so that the same call stays the same call, for writing and for asking.
 */
import { findSecrets } from "./index.ts";
import { MARKER, markerOf } from "./spans.ts";

/** Longer texts have passed the redactor where they came in; each of these is looked at again here. */
const MAX_TEXT = 4_096;
const MAX_KNOWN = 2_000;
const DIGEST = 16;

const ID_FIELD =
  /(?:^|[a-z_])(?:ids?|keys?|uris?|path|project|cwd|dir|file|files|fingerprint|subject|session|except|from|to|prefix|observation|openedIn)$|(?:Id|Ids|Key|Keys|Uri|Path)$/;

export interface Guard {
  /** One id, path or name. */
  id(text: string): string;
  /** Any value with its ids and short texts made safe; the same value when there was nothing to do. */
  value<T>(value: T): T;
}

export function createGuard(key: () => string): Guard {
  const known = new Map<string, string>();

  function id(text: string): string {
    if (text.length < 8 || text.length > MAX_TEXT) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    const safe = replaced(text, (kind, secret) => `${MARKER}${kind}-${digest(secret)}]`);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, safe);
    return safe;
  }

  function digest(secret: string): string {
    return new Bun.CryptoHasher("sha256", key()).update(secret).digest("hex").slice(0, DIGEST);
  }

  function visit(value: unknown, field: string, depth: number): unknown {
    if (typeof value === "string") {
      if (value.length > MAX_TEXT) return value;
      return ID_FIELD.test(field) ? id(value) : replaced(value, (kind) => markerOf(kind));
    }
    if (typeof value !== "object" || value === null || depth > 8) return value;
    if (Array.isArray(value)) return visitList(value, field, depth);
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    let copy: Record<string, unknown> | undefined;
    for (const [name, item] of Object.entries(value)) {
      const safe = visit(item, name, depth + 1);
      if (safe === item) continue;
      copy ??= { ...value };
      copy[name] = safe;
    }
    return copy ?? value;
  }

  function visitList(list: unknown[], field: string, depth: number): unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      const safe = visit(item, field, depth + 1);
      if (safe === item) continue;
      copy ??= [...list];
      copy[index] = safe;
    }
    return copy ?? list;
  }

  return { id, value: <T>(value: T) => visit(value, "id", 0) as T };
}

function replaced(text: string, stand: (kind: string, secret: string) => string): string {
  const found = findSecrets(text);
  if (found.length === 0) return text;
  let out = "";
  let from = 0;
  for (const { kind, start, end } of found) {
    out += text.slice(from, start) + stand(kind, text.slice(start, end));
    from = end;
  }
  return out + text.slice(from);
}
