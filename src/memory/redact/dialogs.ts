/** Secrets that the line before, a protocol or the place in a call marks, where no name stands beside them. */
import { looksRandom } from "./entropy.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Anchor } from "./scan.ts";
import { execAt } from "./value-span.ts";
import { isMadeUp, isStrong } from "./values.ts";

type Check = (value: string) => boolean;

const isChosen: Check = (value) => (isStrong(value) || isMadeUp(value)) && !/^[./~]|:\/\//.test(value);
const isGiven: Check = (value) => isChosen(value) || looksRandom(value) || uuid.test(value);
const isArgument: Check = (value) => /[\d!@#$%^&*+=~?]/.test(value) || isChosen(value);
const always: Check = () => true;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

interface Dialog {
  /** Where a word ends rather than where it begins: "value: " is far less frequent than "val". */
  literals: string[];
  fold?: boolean;
  /** From the literal on. Group 1 is the value; every part is bounded, so that each place costs the same. */
  pattern: RegExp;
  /** What has to stand before the literal, at most so far back as `reach`. */
  before?: RegExp;
  reach?: number;
  check?: Check;
}

const MAX_BEFORE = 200;

/** The line before speaks of a secret. */
const cueBefore =
  /(?:passw(?:or)?d|passphrase|secret|token|api[-_ ]?key|private[-_ ]?key|credential)[^\n]{0,80}\r?\n[^\n]{0,36}\b(?:res|out|va)$/i;
/** One argument in quotes, with what languages put behind a string. */
const TEXT = `["'][^"'\\n]{0,160}["'](?:\\.(?:to_owned|to_string|into)\\(\\))?`;
const NEXT = ",[ \\t]{0,4}";
const LAST = `["']([^"'\\n]{4,200})["']`;

const dialogs: Dialog[] = [
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
    literals: ['"sess', '"jsess', '"phpsess', '"connect.sid', '"asp.net_sess', '"__secure-', '"__host-'],
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
  // Numbers and keys behind words that say what they are
  {
    literals: ["PIN ", "PIN:", "PIN="],
    pattern:
      /PIN(?: code| number)?(?: (?:for|of|to|on)(?: [\w'’-]{1,20}){1,5})?[ \t]{0,2}(?:[:=]|is|was)[ \t]{0,3}["'`]?(\d{4,12})(?![\w.])(?!\.\d)|PIN(?: code| number)?(?: (?:for|of|to|on)(?: [\w'’-]{1,20}){1,5})?[ \t]{0,2}(?:[:=]|is|was)[ \t]{0,3}["'`]?(\d{4,12})(?=\.(?:\s|$))/dy,
    before: /(?:^|[^\w-])$/,
    reach: 1,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: [
      "tion code",
      "rity code",
      "ogin code",
      "cess code",
      "time code",
      "ification number",
      "OTP ",
      "OTP:",
    ],
    pattern:
      /(?:tion code|rity code|ogin code|cess code|time code|ification number|OTP(?: code)?)(?: (?:for|to) [^\n:]{1,40}?)?[ \t]{0,2}(?::|=|is|was|-)[ \t]{0,3}["'`]?((?:[A-Z]-)?\d{3}[ -]?\d{3,5}|\d{4,10})(?![\w])/dy,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: [
      "验证码",
      "驗證碼",
      "校验码",
      "認証コード",
      "確認コード",
      "ワンタイムパスワード",
      "暗証番号",
      "인증번호",
      "인증 번호",
      "확인 코드",
      "код подтверждения",
      "Код подтверждения",
      "PIN码",
      "PIN碼",
    ],
    pattern: /[^\d\n]{3,40}?[^\d\n]{0,12}?(\d{4,10})(?![\d.])/dy,
    check: always,
  },
  {
    literals: [
      "otp=",
      'otp":',
      "otp:",
      "otp: ",
      "pin=",
      'pin":',
      "puk=",
      "puk:",
      "code=",
      'code":',
      "code: ",
    ],
    fold: true,
    pattern: /(?:otp|pin|puk|code)["']?\s?[:=]\s?["']?(\d{5,10})(?![\w.])/diy,
    before:
      /(?:^|[^A-Za-z]|(?:mfa|2fa|totp|sms|otp|verif\w{0,9}|auth|login|security|access|pass|pin|factor|time)[_ -]?)$/i,
    reach: 24,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: ["PUK is", "PUK: ", "PIN is"],
    pattern: /(?:PUK|PIN)(?: is|:) {1,2}(\d{4,10})(?![\w])/dy,
    check: always,
  },
  {
    literals: ["/reset", "/invit", "/magic", "/confirm", "/activat", "/verify", "/join/", "/unlock"],
    pattern:
      /\/(?:reset|invit|magic|confirm|activat|verify|join|unlock)[\w-]{0,20}(?:\/[\w-]{1,20}){0,2}?[/=]([\w-]{20,400})(?![\w./-])/dy,
    check: (value) => looksRandom(value, 20) && /[a-z]/.test(value) && /\d/.test(value),
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
    literals: ["keyName"],
    pattern: /keyName"\s?:[^{}]{1,160}?"value"\s?:\s?"([^"\n]{30,200})"/dy,
    check: always,
  },
  {
    literals: ["priv:\n", "priv:\r\n"],
    pattern: /priv:\s{1,12}((?:[0-9a-f]{2}:\s{0,12}){12,}[0-9a-f]{2})/dy,
    check: always,
  },
  {
    literals: ["d: '", 'd: "', '"d":'],
    before: /(?:crv|kty|OKP|Ed25519|P-\d{3}|RSA)[^\n]{0,160}$/,
    reach: 200,
    pattern: /"?d"?\s?:\s?["']([\w-]{30,700})["']/dy,
    check: always,
  },
  {
    literals: ["AES", "ncrypt"],
    pattern:
      /(?:AES|ncrypt)[^\n]{0,60}?\bkey(?: is| was|[:=])[ \t]{0,3}["'`]?((?:[0-9a-f]{32}){1,2}|[A-Za-z0-9+/]{43}=)(?![\w])/dy,
    check: looksRandom,
  },
  // Wallets
  {
    literals: ["ivkey", "te key", "atekey", " wif"],
    fold: true,
    pattern:
      /(?:ivkey|te key|atekey| wif)\b[^\n]{0,120}?[\s:="'`]([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![\w])/diy,
    check: looksRandom,
  },
  {
    literals: ["ivkey"],
    fold: true,
    pattern: /ivkey\b[^\n]{0,120}\r?\n([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![\w])/diy,
    check: looksRandom,
  },
  {
    literals: ["keypair", "solana", "secretkey", "secret_key"],
    fold: true,
    pattern:
      /(?:keypair|solana|secret_?key)[^\n[]{0,80}\s{0,4}\[\s{0,8}((?:\d{1,3},\s{0,8}){31}(?:(?:\d{1,3},\s{0,8}){32})?\d{1,3})\s{0,8}\]/diy,
    check: always,
  },
  {
    literals: ["nsec1"],
    pattern: /(nsec1[02-9ac-hj-np-z]{50,64})(?![\w])/dy,
    check: always,
  },
  {
    literals: ["NKEY SEED-----"],
    pattern: /NKEY SEED-----\s{1,4}(S[A-Z2-7]{50,70})/dy,
    check: always,
  },
  {
    literals: ["nts: [", 'nts": [', "nts':["],
    before: /accou$/,
    reach: 5,
    pattern: /nts["']?\s{0,4}:\s{0,4}\[\s{0,10}((?:["'](?:0x)?[0-9a-fA-F]{64}["'],?\s{0,10}){1,20})/dy,
    check: always,
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
