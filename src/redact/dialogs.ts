/** Secrets that the line before, a protocol or the place in a call marks, where no name stands beside them. */

import { always, type Dialog, isArgument, isChosen, isGiven } from "./dialog.ts";
import { looksRandom } from "./entropy.ts";
import { keyForms } from "./key-forms.ts";
import { oneTimeCodes } from "./one-time-codes.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Anchor } from "./scan.ts";
import { execAt } from "./value-span.ts";
import { uuid } from "./values.ts";

const MAX_BEFORE = 200;

/** The line before speaks of a secret. */
const cueBefore =
  /(?:passw(?:or)?d|passphrase|secret|token|api[-_ ]?key|private[-_ ]?key|credential)[^\n]{0,80}\r?\n[^\n]{0,36}\b(?:res|out|va)$/i;
/** One argument in quotes, with what languages put behind a string. */
const TEXT = `["'][^"'\\n]{0,160}["'](?:\\.(?:to_owned|to_string|into)\\(\\))?`;
const NEXT = ",[ \\t]{0,4}";
const LAST = `["']([^"'\\n]{4,200})["']`;

const dialogs: Dialog[] = [
  ...oneTimeCodes,
  ...keyForms,
  {
    literals: ["Key: "],
    before: /(?:network|ssid|wi-?fi|wlan)[^\n]{0,60}\n[^\n]{0,10}$/i,
    reach: 90,
    pattern: /Key: (\S{8,63})(?=\s|$)/dy,
  },
  {
    literals: ['"key":'],
    before: /"username"\s?:\s?"[^"\n]{1,60}"\s?,\s{0,8}$/,
    reach: 90,
    pattern: /"key":\s?"([0-9a-f]{32})"/dy,
    check: always,
  },
  {
    literals: [".type("],
    before: /passw|pwd|secret/i,
    reach: 60,
    pattern: /\.type\(["']([^"'\n{]{6,60})/dy,
  },
  {
    literals: ["generated for "],
    before: /password (?:is |was )?$/,
    reach: 20,
    pattern: /generated for \S{1,60}: (\S{8,64})/dy,
    check: always,
  },
  {
    // As a browser lists its cookies; a session's id in a log opens nothing.
    literals: ["sessionid\t", "session_id\t", "SESSIONID\t", "SESSID\t", "\nsid\t", "connect.sid\t"],
    pattern: /\n?[\w.]{3,20}\t((?=\S*\d)[\w%.+-]{20,200})(?![\w])/dy,
    check: (value) => looksRandom(value, 20),
  },
  // Protocols
  { literals: ['"AUTH"'], pattern: /"AUTH"(?: "[^"\n]{1,60}")? "([^"\n]{4,200})"/dy },
  {
    literals: ["PASS "],
    pattern: /PASS ([^\s]{4,128})(?=\r?\n|$)/dy,
    before: /(?:USER [^\s]{1,80}|331[ -][^\n]{0,80}|\+OK[^\n]{0,80})\r?\n[^\n]{0,60}$/,
  },
  {
    literals: ["334 UGFzc3dvcmQ6"],
    pattern:
      /334 UGFzc3dvcmQ6[ \t]{0,4}\r?\n[^\nA-Za-z0-9]{0,8}(?:[A-Za-z]{1,8}[:>] )?([A-Za-z0-9+/]{4,400}={0,2})/dy,
  },
  {
    literals: [" LOGIN "],
    pattern: / LOGIN (?:"[^"\n]{1,80}"|[^\s"]{1,80}) (?:"([^"\n]{4,200})"|(?!")([^\s"]{4,200}))/dy,
    before: /(?:^|[\s:>])[A-Za-z]{0,4}\d{1,6}$/,
  },
  // Places in calls
  {
    literals: ["DBI->connect("],
    pattern: new RegExp(`DBI->connect\\(\\s{0,20}${TEXT}${NEXT}${TEXT}${NEXT}${LAST}`, "dy"),
    check: isArgument,
  },
  {
    literals: ["PDO->__construct("],
    pattern: new RegExp(`PDO->__construct\\(${TEXT}${NEXT}${TEXT}${NEXT}${LAST}`, "dy"),
    check: isArgument,
  },
  {
    literals: ["als::new(", "ial::new("],
    pattern: new RegExp(
      `(?:als|ial)::new\\(\\s{0,20}(?:String::from\\()?${TEXT}\\)?,\\s{0,20}(?:String::from\\()?${LAST}`,
      "dy",
    ),
    check: isArgument,
  },
  {
    literals: ["toCharArray("],
    pattern: /toCharArray\(/dy,
    before:
      /(?:\.(?:load|store|init|getKey|getEntry|setKeyEntry)|PBEKeySpec|PasswordProtection|PasswordAuthentication)\([^\n;]{0,100}?["']([^"'\n]{4,100})["']\.$/d,
    check: isArgument,
  },
  {
    literals: ["ookies.set(", "et_cookie(", "etCookie(", "etcookie(", ".cookie("],
    pattern:
      /[\w.]{4,14}\(\s{0,4}["'][\w.-]{0,40}(?:sess|sid|auth|token|jwt)[\w.-]{0,20}["'],\s{0,4}["']([^"'\n]{16,4096})["']/diy,
    check: looksRandom,
  },
  // Cookies as browsers and drivers list them
  {
    literals: [
      '"sid"',
      '"sess',
      '"jsess',
      '"phpsess',
      '"connect.sid',
      '"asp.net_sess',
      '"__secure-',
      '"__host-',
    ],
    fold: true,
    pattern:
      /"[\w.-]{3,60}"(?:,\s{0,20}"[A-Za-z]{2,20}"\s?:\s?(?:"[^"\n]{0,100}"|[\w.-]{1,30})){0,8},\s{0,20}"value"\s?:\s?"([^"\n]{16,4096})"/dy,
    before: /"name"\s?:\s?$/,
    reach: 10,
  },
  // The line before announces the value
  {
    literals: ["ult: ", "put: ", "lue: ", "lue is "],
    pattern: /(?:ult|put|lue)(?::| is)[ \t]{1,4}["'`]?([^\s"'`]{6,200})["'`]?[ \t]{0,8}(?=\r?\n|$)/dy,
    before: cueBefore,
    check: isGiven,
  },
  {
    literals: ['\n< "', "\n< '", "\n<- '", '\n<- "'],
    pattern: /\n<[-·]? ["']([^"'\n]{8,400})["']/dy,
    before: /(?:password|passwd|secret|token|api_?key)["')\].]{0,6}$/i,
    check: isGiven,
  },
  {
    literals: ["sudo"],
    pattern:
      /sudo\b[^\n;|&]{0,30}? (?:type|enter|answer with)[: ]{1,2}["'`]?([^\s"'`]{6,64}?)["'`]?[.,;!)]{0,2}(?=\s|$)/dy,
    check: isChosen,
  },
  {
    literals: ['"PASS '],
    pattern: /"PASS ([^\s"\\]{4,100})\\r\\n/dy,
  },
  {
    literals: [" login ", " auth ", " config set ", " authenticate ", " activate "],
    pattern:
      / (?:login|auth|config set|authenticate|activate)(?: [^\n]{0,80}?)?[ =]((?=[^\s]*\d)[\w.-]{20,200})(?=\s|$)/dy,
    before: /(?:^|\n)[ \t]*(?:\$ |> |# )?(?:npx |sudo )?[a-z][\w.-]{1,20}(?: [a-z][\w:-]*){0,2}$/,
    reach: 80,
    check: (value) =>
      uuid.test(value) || looksRandom(value, 20) || /^(?=.*[a-f])[0-9a-f]{32,64}$/.test(value),
  },
  {
    literals: ["@unix(", "@tcp("],
    pattern: /@/dy,
    before: /(?:^|[\s"'`=])[\w.-]{1,40}:([^\s"'`@]{4,100})$/d,
  },
  {
    literals: ["@(DESCRIPTION"],
    pattern: /@/dy,
    before: /(?:^|[\s"'`=])[\w.-]{1,40}\/([^\s"'`@/]{4,100})$/d,
  },
  {
    literals: [" on >", " on nopass >"],
    pattern: / on (?:nopass )?>(\S{6,200})/dy,
    before: /user \S{1,60}$/,
  },
  {
    literals: ["\\nPASS "],
    pattern: /\\nPASS ([^\s"\\]{4,100})\\r/dy,
  },
  {
    literals: ["]:25 ", "]:465 ", "]:587 "],
    pattern: /\]:\d{2,4} [^\s:]{1,80}:(\S{4,100})/dy,
  },
];

export const dialogAnchors: Anchor[] = dialogs.flatMap(
  ({ literals, fold, pattern, before, reach = MAX_BEFORE, check = isArgument }) =>
    literals.map(
      (literal): Anchor => ({
        literal,
        fold: fold === true,
        find(text, at, pass) {
          const low = Math.max(0, at - reach);
          const head = before === undefined ? null : before.exec(text.slice(low, at));
          pass.steps += 1;
          if (before !== undefined && head === null) return undefined;
          const match = execAt(pattern, text, at);
          pass.steps += match?.[0].length ?? 1;
          if (match === null) return undefined;
          const behind = match.indices?.[1] ?? match.indices?.[2];
          const ahead = head?.indices?.[1];
          const place = behind ?? (ahead === undefined ? undefined : [low + ahead[0], low + ahead[1]]);
          if (place === undefined) return undefined;
          const [start, end] = place as [number, number];
          const value = text.slice(start, end);
          return isPlaceholder(value) || !check(value) ? undefined : { kind: "secret", start, end };
        },
      }),
    ),
);

const speaker = String.raw`(?:\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?[ \t]{1,3})?<?[\w.@-]{1,24}>?[:>][ \t]{1,3}`;
const asked = new RegExp(`(?:^|\\n)${speaker}[^\\n]{0,100}$`);
const asks = /\b(?:what|which|send|need|know|remember|tell|give|have|forgot|share)/i;
const answer = new RegExp(
  `[^\\n]{0,40}\\r?\\n${speaker}["'\`]?([^\\s"'\`]{6,64})["'\`]?[.!]?[ \\t]*(?=\\r?\\n|$)`,
  "dy",
);

/** A chat: someone asks for the password, and the next line says nothing else. */
export function findAnswer(text: string, name: { start: number; end: number }) {
  const before = text.slice(Math.max(0, name.start - 160), name.start);
  if (!asks.test(before.slice(before.lastIndexOf("\n") + 1)) || !asked.test(before)) return undefined;
  const place = execAt(answer, text, name.end)?.indices?.[1];
  if (place === undefined) return undefined;
  const value = text.slice(...place);
  return isPlaceholder(value) || !isChosen(value)
    ? undefined
    : { kind: "password", start: place[0], end: place[1] };
}
