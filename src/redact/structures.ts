/** Documents whose kind, not a field's name, says that their values are secret. */
import type { Anchor, Pass } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { execAt } from "./value-span.ts";
import { isStrong } from "./values.ts";

const MAX_DOCUMENT = 6_000;

const secretKind = /(?:kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?(?![A-Za-z]))/y;
const dataLine = /^([ \t]{1,12})[\w.-]{1,120}:[ \t]{1,4}(["']?)([^\s"'#][^\n"']{3,4000})\2[ \t]*$/gm;
const jsonData = /"(?:data|stringData)"\s{0,20}:\s{0,20}\{([^{}]{1,6000})\}/g;
const jsonValue = /"[\w.-]{1,120}"\s{0,10}:\s{0,10}"([^"\\]{4,4000})"/g;

/** Kubernetes: everything under `data` and `stringData` of a Secret, whichever comes first. */
export const kubernetesAnchor: Anchor = {
  literal: "kind",
  find(text, at, pass) {
    if (execAt(secretKind, text, at) === null || at < (pass.refused.get(kubernetesAnchor) ?? 0))
      return undefined;
    const low = Math.max(0, at - MAX_DOCUMENT);
    const before = text.slice(low, at);
    const cut = Math.max(before.lastIndexOf("\n---"), 0);
    const start = low + cut;
    const ahead = text.slice(at, at + MAX_DOCUMENT);
    const stop = ahead.indexOf("\n---");
    const end = at + (stop === -1 ? ahead.length : stop);
    pass.refused.set(kubernetesAnchor, end);
    addDocument(text.slice(start, end), start, pass);
    return undefined;
  },
};

function addDocument(document: string, offset: number, pass: Pass): void {
  pass.steps += document.length;
  for (const block of document.matchAll(/^([ \t]{0,12})(?:data|stringData):[ \t]*\n/gm)) {
    const from = block.index + block[0].length;
    const indent = (block[1] ?? "").length;
    dataLine.lastIndex = from;
    for (let line = dataLine.exec(document); line !== null; line = dataLine.exec(document)) {
      if (
        (line[1] ?? "").length <= indent ||
        /^\S/m.test(document.slice(from, line.index).split("\n").pop() || " ")
      )
        break;
      if (/\n {0,12}(?:kind|metadata|type|apiVersion):/.test(document.slice(from, line.index))) break;
      const value = line[3] ?? "";
      const start = offset + line.index + line[0].lastIndexOf(value);
      pass.more.push({ kind: "secret", start, end: start + value.trimEnd().length });
    }
  }
  for (const block of document.matchAll(jsonData)) {
    const from = block.index + block[0].indexOf(block[1] ?? "");
    for (const field of (block[1] ?? "").matchAll(jsonValue)) {
      const value = field[1] ?? "";
      const start = offset + from + field.index + field[0].lastIndexOf(value);
      pass.more.push({ kind: "secret", start, end: start + value.length });
    }
  }
}

/** A word that says what the field beside it holds. Group 1 is the value. */
const fields: [literal: string, pattern: RegExp][] = [
  [
    "SecureString",
    /SecureString\\{0,3}["']?\s{0,20},\s{0,20}\\{0,3}["']?Value\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']([^"'\\\n]{4,4096})/dy,
  ],
  [
    ".vault.azure.net/secrets/",
    /\.vault\.azure\.net\/secrets\/[\w/-]{1,200}["']\s{0,20},\s{0,20}(?:["'][\w-]{1,40}["']\s{0,4}:\s{0,4}[^\n,{]{1,120},\s{0,20}){0,8}["']value["']\s{0,4}:\s{0,4}["']([^"'\\\n]{4,4096})/dy,
  ],
  [
    'm_password"',
    /m_password["'][\s\S]{0,1500}?["'](?:result|bcrypt_hash)["']\s{0,4}:\s{0,4}["']([^"\n]{4,400}?)["']\s{0,4}[,}]/dy,
  ],
  [
    'm_string"',
    /m_string["'][\s\S]{0,1500}?["']result["']\s{0,4}:\s{0,4}["']([^"\n]{8,400}?)["']\s{0,4}[,}]/dy,
  ],
  ["SecretString", /SecretString\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']([^"'\\\n]{4,4096})/dy],
  ["kty", /kty["']\s{0,4}:[\s\S]{0,1200}?["'](?:d|k)["']\s{0,4}:\s{0,4}["']([\w-]{20,2000})/dy],
  ["auth", /auth\\{0,3}["']\s{0,4}:\s{0,4}\\{0,3}["']([A-Za-z0-9+/]{12,400}={0,2})(?=\\{0,3}["'])/dy],
  ["TRUE", /TRUE\t\/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,14}\t[^\t\n]{1,80}\t([^\s]{8,4096})/dy],
  ["FALSE", /FALSE\t\/[^\t\n]{0,100}\t(?:TRUE|FALSE)\t\d{1,14}\t[^\t\n]{1,80}\t([^\s]{8,4096})/dy],
];

export const fieldAnchors: Anchor[] = fields.map(([literal, pattern]) => ({
  literal,
  find(text, at, pass): Finding | undefined {
    if (at < (pass.refused.get(pattern) ?? 0)) return undefined;
    const match = execAt(pattern, text, at);
    pass.steps += match?.[0].length ?? 1;
    const place = match?.indices?.[1];
    if (place === undefined) {
      // What lies ahead was searched: a second word like the first is not searched again from its own place.
      if (literal === "kty" || literal.startsWith("m_")) pass.refused.set(pattern, at + 1_000);
      return undefined;
    }
    const value = text.slice(...place);
    if (literal === "auth" && !isEncodedLogin(value)) return undefined;
    return { kind: "secret", start: place[0], end: place[1] };
  },
}));

const isEncodedLogin = (value: string) => {
  const plain = Buffer.from(value, "base64").toString("latin1");
  return /^[\x20-\x7e]{1,80}:[\x20-\x7e]{3,300}$/.test(plain) || isStrong(value);
};

const goDsn = /[\w.-]{1,60}:([^\s@/]{4,128})@tcp\(/dy;
/** Go's MySQL address: `app:…@tcp(db:3306)/shop`. */
export const dsnAnchor: Anchor = {
  literal: "@tcp(",
  find(text, at) {
    const low = Math.max(0, at - 190);
    const before = text.slice(low, at);
    const start =
      low +
      Math.max(
        before.lastIndexOf(" "),
        before.lastIndexOf('"'),
        before.lastIndexOf("'"),
        before.lastIndexOf("\n"),
        before.lastIndexOf("="),
      ) +
      1;
    const place = execAt(goDsn, text, start)?.indices?.[1];
    return place === undefined ? undefined : { kind: "url-password", start: place[0], end: place[1] };
  },
};

const pgpass = /^[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:([^\s:]{4,128})$/;
/** `.pgpass`: host:port:database:user:password */
export const pgpassAnchor: Anchor = {
  literal: ":5432:",
  find(text, at) {
    const before = text.slice(Math.max(0, at - 101), at);
    const cut = before.lastIndexOf("\n");
    if (cut === -1 && at > 100) return undefined;
    const start = at - before.length + cut + 1;
    const line = /^[^\n]{1,400}/.exec(text.slice(start, start + 400))?.[0] ?? "";
    const value = pgpass.exec(line)?.[1];
    if (value === undefined) return undefined;
    return { kind: "password", start: start + line.length - value.length, end: start + line.length };
  },
};
