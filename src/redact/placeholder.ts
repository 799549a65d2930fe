/**
 * Values in the position of a secret that are not secret: references, templates, examples, Pawl's own marker. The whole value
 * must be a placeholder, because a password may contain `$a`, `...`, `xxxx` or `{{`.
 */
import { isReadable } from "./randomness.ts";
import data from "./words.json" with { type: "json" };

/** A variable's name in a usual form; a password that begins with `$` is more mixed. */
const variable = /^\$\{?([A-Za-z_][\w.:-]*)\}?$/;
const template =
  /^(?:\[redacted:[^\]]*\].*|.*\[redacted:[^\]]*\]|\$\{\{?.*\}\}?|\$\([a-z_][\w./-]*(?:\s.*|\))?|\$\{[A-Z_][A-Z0-9_]{1,60}(?::?[-=?+].*)?|\$\{\d{1,2}(?::?[-=?+].*|\})|\$\d|\{\{.*\}\}|\{%.*%\}|\{[\w.]*\}?|<[^<>]*>|<%.*%>|%\w+%|%[sdvq@]|%\([\w.]+\)[sd]?|@{1,2}\w+@{1,2}|%env\(.*|%\{.*\}|env(?:ironment)? var(?:iable)?\b.*|<[a-z]+|#\{.*\}|\[[\w -]+\]|__\w+__|!(?:Ref|Sub|GetAtt|ImportValue)\b.*|ENC(?:RYPTED)?\[.*|[A-Za-z_][\w.:]*\(["'][A-Za-z_][\w./-]*["'].*|\{cipher\}.*|vault:.*|arn:[\w-]+:[\w:/.*-]+|projects\/[\w-]+\/secrets\/.*|op:\/\/.*|ref\+.*|@Microsoft\.KeyVault\(.*)$/s;
const expression =
  /^(?:process|import\.meta|os|sys|env|ENV|config|settings|self|this|ctx|req|res|options|opts|args|params|props|secrets|vars|var|local|data|module|window|System|Deno|Bun|Rails|Settings|Environment|viper|app|application|context|event|cfg|conf|credentials|input|state|user|request|response)\s*(?:\?\.|[.[])/;
/** Several references in a row, or glued by words: `${A}-${B}`. */
const glued = /^(?:[\w./:@-]*\$\{[A-Za-z_][^{}]*\})+[\w./:@-]*$|^(?:[\w./:@-]*\{\{[^{}]*\}\})+[\w./:@-]*$/;

const bare = new Set(data.placeholders.split(" "));

const example =
  /EXAMPLE|example|change[-_]?(?:me|it|this)|^please[-_ ]|[-_]from[-_]|place[-_]?holder|your[-_ ]\w|your(?:own|api|secret|token|key|password|access|client)|^your|[-_]here$|dummy|(?:^|[-_ ])(?:fake|todo|tbd)(?:[-_ ]|$)|not[-_ ]?a[-_ ]?real|goes[-_ ]here|to[-_ ]be[-_ ]|random[-_]string|long[-_]random|strong[-_](?:password|secret)|(?:^|[-_: ])(?:put|fill|enter|paste|use|set|generate|choose|provide|specify)[-_ ](?:a|an|your|the|me|in|it|this|new|real|strong|long|random|own)(?:[-_ ]|$)|replace[-_]?(?:me|this|with)|insert[-_ ]|redacted|여기에|입력|请|填写|此处|輸入|ここに|^(?:foo|bar|baz)+\d*$|^(?:abc)+(?:123)?$|^abc123$|deadbeef|^(?:secret|password|token|key|pass)[-_]?\d{0,3}$|^(?:my|the|some|test|fake|mock|sample|demo|default|invalid|wrong|bad|new|old|a|an)[-_ ]?(?:super[-_ ]?)?(?:secret|password|passwd|token|key|api|auth|access|pass|value|string|user|client|credential|jwt|session)/i;
/** Masking signs: alone, or after the first letters of the hidden text. */
const mask =
  /^[*.•●xX#_-]{3,}$|^!@#\$%\^|^.{0,12}(?:\.{3}|…)$|^[\w-]{0,12}(?:\*{3,}|•{3,}|[xX]{4,}|_{4,}|-{6,}|#{4,})$|^[\w-]{0,8}(?:\.{3}|…|\*{3,})[\w-]{0,4}$|[xX]{6,}|\*{5,}|•{3,}/;

/** Refers to a value stored elsewhere, or is a word that is clearly not a value. */
export function isReference(value: string): boolean {
  if (bare.has(value.toLowerCase()) || value.startsWith("$ANSIBLE_VAULT")) return true;
  const first = value.charCodeAt(0);
  if (first === 36) {
    if (/^\$\{[\w.:-]+\}$/.test(value)) return true;
    const name = variable.exec(value)?.[1];
    if (name !== undefined) return isVariable(name);
  }
  return template.test(value) || expression.test(value) || glued.test(value) || /^[*.•x]{3,}$/i.test(value);
}

const isVariable = (name: string) =>
  /^(?:[A-Z_][A-Z0-9_]*|[a-z_][a-z_]*\d{0,2})$/.test(name) ||
  /^(?:env|secrets|vars|inputs|params|settings|project|config|sys|ssm)[.:](?:[A-Z_][A-Z0-9_]*|[a-z][a-z._-]*)$/.test(
    name,
  ) ||
  (isReadable(name) && !/\d.*[A-Za-z]/.test(name));

export function isPlaceholder(value: string): boolean {
  if (isReference(value) || mask.test(value)) return true;
  // The author of a documentation put a word such as "example" in the middle of random letters.
  if (example.test(value)) return !isMadeBySomeone(value);
  return /^(.)\1*$/su.test(value) || /^(?:0?1?2345678?9?0?|abcdefg?h?i?j?)$/.test(value);
}

/** A person's own password may contain such a word: `Example#2024!`. */
const isMadeBySomeone = (value: string) =>
  /^change[-_]?(?:me|it).*(?!1234)\d{4}/i.test(value) ||
  /^(?=.*[!@#$%^&*])(?=.*\d)(?=.*[A-Z])(?!.*(?:your|here$|EXAMPLE))/.test(value);

/** For formats that a prefix already proves: only obvious examples. */
const exampleToken = /x{5,}|X{5,}|\*{3}|\.{3}|…|EXAMPLE|your[-_]|placeholder|redacted|(.)\1{11}/i;
export const isExampleToken = (token: string) => exampleToken.test(token);
