/** Files whose name says that they contain secrets: `.env` and similar files, credentials, keys. */
import { classifyName } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Finding } from "./spans.ts";

/** `.env`, `.env.local`, `prod.env`, `.envrc`; not the examples that are intended for sharing. */
const envPath = /(?:^|[/\\])(?:\.env(?:rc)?|\.env\.[\w.-]+|[\w.-]+\.env|\.dev\.vars|\.flaskenv)$/i;
const credentialsPath =
  /(?:^|[/\\])(?:\.netrc|_netrc|\.pgpass|\.npmrc|\.pypirc|\.aws[/\\]credentials|\.git-credentials|\.htpasswd|\.s3cfg|\.boto|\.my\.cnf)$/i;
const shared = /\.(?:example|sample|template|tmpl|dist|defaults?|md)$/i;
const keyPath = /(?:^|[/\\])(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[\w.-]+\.(?:pem|key|ppk|p8|pk8))$/i;

export const isEnvPath = (path: string) =>
  (envPath.test(path) || credentialsPath.test(path)) && !shared.test(path);
export const isKeyPath = (path: string) => keyPath.test(path);

/** The first env or key file that a shell command names, for callers that have only the command. */
export function secretPathIn(command: string): string | undefined {
  if (command.length > 10_000) return undefined;
  return command.split(/[\s"'`;|&<>()=]+/).find((word) => isEnvPath(word) || isKeyPath(word));
}

/** An assignment as in files, numbered listings, diffs and JSON strings. */
const assignment =
  /(?<=^|\n|\\n|")[ \t]{0,12}(?:\d{1,6}(?:→|\t|:|\|))?[ \t]{0,8}[+-]?(?:export[ \t]+|set[ \t]+)?([A-Za-z_][\w.-]{0,80})[ \t]{0,4}[=:][ \t]{0,4}/g;
const doubleQuoted = /"(?:[^"\\]|\\.){0,8192}"?/y;
const singleQuoted = /'[^']{0,8192}'?/y;
const plain =
  /(?:[^\s\\#]|\\[^nr]|[ \t](?![ \t]*#))[^\n\\]{0,8192}?(?=[ \t]+#|[ \t]*(?:\\r)?(?:\\n|\r?\n|"?$))/y;

const harmlessName =
  /(?:^|_)(?:NODE_ENV|ENV|ENVIRONMENT|PORT|HOST|HOSTNAME|LOG_LEVEL|LEVEL|DEBUG|TZ|LANG|REGION|TIMEOUT|MODE|VERSION|NODE_VERSION|STAGE|LOCALE|FORMAT|ENABLED|RETRIES|LIMIT|SIZE|WORKERS|THREADS)$/i;
const harmlessValue =
  /^(?:true|false|yes|no|on|off|\d{1,5}|\d+(?:ms|s|m|h|kb|mb)|localhost|127\.0\.0\.1|0\.0\.0\.0|development|production|staging|test|info|debug|warn|error)$/i;
const openUrl = /^https?:\/\/[\w.:-]+(?:\/[\w.-]{0,24}){0,4}\/?$/i;

/** Every value in an env file, unless it is clearly harmless: the file's kind already says that its values are secret. */
export function findEnvValues(text: string): Finding[] {
  const found: Finding[] = [];
  assignment.lastIndex = 0;
  for (let match = assignment.exec(text); match !== null; match = assignment.exec(text)) {
    const from = assignment.lastIndex;
    const quote = text[from];
    const pattern = quote === '"' ? doubleQuoted : quote === "'" ? singleQuoted : plain;
    pattern.lastIndex = from;
    const value = pattern.exec(text);
    if (value === null) continue;
    assignment.lastIndex = pattern.lastIndex;
    const isQuoted = pattern !== plain;
    const start = isQuoted ? from + 1 : from;
    const end =
      isQuoted && value[0].length > 1 && value[0].endsWith(quote ?? "")
        ? pattern.lastIndex - 1
        : pattern.lastIndex;
    if (isHidden(match[1] ?? "", text.slice(start, end).trim())) found.push({ kind: "env", start, end });
  }
  return found;
}

function isHidden(name: string, value: string): boolean {
  if (value === "" || value.includes("[redacted:") || /^\$\{?\w+\}?$/.test(value)) return false;
  const nameClass = classifyName(name);
  if (nameClass !== undefined && nameClass !== "key") return !/^<[^>]*>$/.test(value);
  if (isPlaceholder(value) || harmlessValue.test(value)) return false;
  if (openUrl.test(value)) return false;
  return !(harmlessName.test(name) && /^[\w.:/-]{1,40}$/.test(value));
}

const keyLine = /[A-Za-z0-9+/]{32,}={0,2}/g;

/** A piece of a key file without its BEGIN line. */
export function findKeyLines(text: string): Finding[] {
  return [...text.matchAll(keyLine)].map((match) => ({
    kind: "private-key",
    start: match.index,
    end: match.index + match[0].length,
  }));
}
