/**
 * What stands where a secret would stand but is none: references, templates, examples, our own marker.
 * Redacting them would hide nothing and cost the reader the hint.
 */
const reference =
  /\[redacted:|\$\{|\$\(|\$[A-Za-z_]|^\$\d|\{\{|^\{[\w.]*\}$|^<[^>]*>?$|^%[\w(]|%\(\w|^@\w+@$|^#\{|^(?:process|import\.meta|os|sys|env|ENV|config|settings|self|this|ctx|req|res|options|opts|args|params|props|secrets|vars|var|local|data|module|window|System|Deno|Bun|input|state|user|request|response)\s*[.[?]/;

const example =
  /x{4,}|\*{3,}|\.{3}|…|•{3}|_{4,}|-{6,}|#{4,}|EXAMPLE|example|change[-_]?me|change[-_]?it|place[-_]?holder|your[-_ ]\w|your(?:own|api|secret|token|key|password|access|client)|^your|[-_]here$|dummy|replace[-_]?(?:me|this|with)|insert[-_]|redacted|^(?:foo|bar|baz)+\d*$|^(?:abc)+(?:123)?$|deadbeef|^(?:secret|password|token|key|pass)[-_]?\d{0,3}$|^(?:my|the|some|test|fake|mock|sample|demo|default|invalid|wrong|bad|new|old|a|an)[-_ ]?(?:super[-_ ]?)?(?:secret|password|passwd|token|key|api|auth|access|pass|value|string|user|client|credential|jwt|session)/i;

const bare = new Set(
  "null none nil undefined true false yes no on off empty string str number int bool boolean object any unknown void never bytes text password passwd pass secret token postgres root admin user guest test testing required optional hidden masked prompt ask auto default env file stdin plain basic bearer".split(
    " ",
  ),
);

/** Points at a value kept elsewhere, or is a word that no one takes for one. */
export const isReference = (value: string) =>
  bare.has(value.toLowerCase()) || reference.test(value) || /^[*.•x]{3,}$/i.test(value);

export function isPlaceholder(value: string): boolean {
  if (bare.has(value.toLowerCase())) return true;
  if (reference.test(value) || example.test(value)) return true;
  return isOneCharacter(value);
}

/** For formats that a prefix already proves: only what is plainly an example. */
const exampleToken = /x{5,}|X{5,}|\*{3}|\.{3}|…|EXAMPLE|your[-_]|placeholder|redacted|(.)\1{11}/i;
export const isExampleToken = (token: string) => exampleToken.test(token);

function isOneCharacter(value: string): boolean {
  const first = value.charCodeAt(0);
  for (let i = 1; i < value.length; i++) if (value.charCodeAt(i) !== first) return false;
  return true;
}
