/** Normalizes a git remote's address, and reads the remotes from a repository's config. */

/**
 * `github.com/me/shop` for all its spellings: HTTPS, SSH, `git@host:path`, with or without user, port and `.git`. Undefined
 * for a path on this machine, or for no address. A token in the address is dropped here.
 */
export function normalizeRemote(url: string): string | undefined {
  const text = url.trim();
  if (isLocalRemote(text)) return undefined;
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme !== undefined) {
    const [, host = "", path = ""] = /^(?:[^@/]*@)?(\[[^\]]+\]|[^/:]+)(?::\d*)?\/(.*)$/.exec(rest) ?? [];
    return joined(host, path);
  }
  const [, host = "", path = ""] = /^(?:[^@/]*@)?(\[[^\]]+\]|[^/:]+):(.*)$/.exec(text) ?? [];
  return joined(host, path);
}

/** A folder, or `file://`: a clone of a repository on this machine. */
export function isLocalRemote(url: string): boolean {
  return /^(?:file:\/\/|[./~]|[A-Za-z]:[\\/]|\\\\)/i.test(url) || !url.includes(":");
}

/** Hosts whose paths ignore case. On others, two repositories may differ only in case. */
const ANY_CASE = new Set(["github.com", "gitlab.com", "bitbucket.org"]);
/** The same host under the name that passes firewalls. */
const ALIASES: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
  "www.github.com": "github.com",
};

function joined(host: string, path: string): string | undefined {
  const plain = path
    .replace(/[?#].*$/, "")
    .replace(/\/{2,}/g, "/")
    .replace(/^\/|\/$/g, "")
    .replace(/\.git$/i, "")
    .replace(/\/$/, "");
  if (host === "" || plain === "") return undefined;
  const lower = host.toLowerCase();
  const name = ALIASES[lower] ?? lower;
  return `${name}/${ANY_CASE.has(name) ? plain.toLowerCase() : plain}`;
}

/** The remotes' addresses: origin first (the source of a clone, or the target of a fork's pushes), then the others by name. */
export function remotesIn(config: string): string[] {
  const remotes = new Map<string, string>();
  for (const { section, name, key, value } of entriesIn(config)) {
    if (section === "remote" && key === "url" && !remotes.has(name)) remotes.set(name, value);
  }
  const names = [...remotes.keys()].sort(
    (a, b) => Number(b === "origin") - Number(a === "origin") || (a < b ? -1 : 1),
  );
  return names.map((name) => remotes.get(name) ?? "");
}

interface Entry {
  section: string;
  name: string;
  key: string;
  value: string;
}

/** The part of git's config format that names remotes. Everything else is skipped. */
function entriesIn(config: string): Entry[] {
  const found: Entry[] = [];
  let section = "";
  let name = "";
  for (const line of config.split("\n")) {
    const head = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (head !== null) {
      section = (head[1] ?? "").toLowerCase();
      name = (head[2] ?? "").replace(/\\(.)/g, "$1");
      continue;
    }
    const [, key = "", value = ""] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === "") continue;
    found.push({ section, name, key: key.toLowerCase(), value: value.replace(/^"(.*)"$/, "$1") });
  }
  return found;
}
