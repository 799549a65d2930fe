/**
 * Secrets that a command, a call, a protocol or a document marks by their place, where no name stands beside them.
 * One row each: the words that it begins with, what follows them, and how sure the place is.
 */
import { isSecret, type Sort, type Trust } from "./judge.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Anchor } from "./scan.ts";
import { argumentAt, execAt } from "./span.ts";
import type { Finding } from "./spans.ts";

interface Place {
  /** Words, divided by `|`. Where a word ends rather than where it begins, if its beginning is frequent. */
  at: string;
  fold?: boolean;
  /** From the word on. Group 1 or 2 is the value; without a group, an argument begins where the pattern ends. */
  find: RegExp;
  /** What stands before the word; a group of its own is the value. */
  before?: RegExp;
  reach?: number;
  sort?: Sort;
  /** Without it nothing but a secret can stand there, and only a placeholder is none. */
  trust?: Trust;
}

/** Other arguments of the same command, quoted or not. */
const ARGS = "\\b[^\\n|;&]{0,240}?[ \\t]";
/** One argument of a call, and the comma behind it. */
const ARGUMENT = `(?:b?["'][^"'\\n]{0,160}["'](?:\\.(?:to_owned|to_string|into)\\(\\))?|String::from\\(["'][^"'\\n]{0,80}["']\\)|\\{[^{}\\n]{0,160}\\}|[^,"'\\n(){}]{1,80}(?:\\([^()\\n]{0,80}\\))?),\\s{0,24}`;

/** Calls whose first, second or third argument is the secret. */
const CALLS: [position: number, names: string][] = [
  [
    1,
    "crypt|hashpw|hashSync|password_hash|make_password|hash_password|Fernet|AES.new|Wallet|PASSWORD|hmac.new|:auth|bearer_auth|bearerAuth|BearerAuth",
  ],
  [
    2,
    "jwt.sign|jwt.encode|jwt.verify|createHmac|pgp_sym_decrypt|twilio|Client|BasicAuth|Credential|login|authenticate|Authentication|.auth|auth=|auth = ",
  ],
  [3, "getConnection|_connect|DBI->connect|mysqli|PDO|__construct"],
];

const calls = CALLS.map(([position, names]): Place => {
  const escaped = names.replace(/[.*+?^${}()[\]\\]/g, "\\$&");
  const before = ARGUMENT.repeat(position - 1);
  return {
    at: `${names.replaceAll("|", "(|")}(`,
    find: new RegExp(`(?:${escaped})\\(\\s{0,24}${before}(?:b|Some\\(|String::from\\()?(?=["'])`, "y"),
    trust: "string",
  };
});

/** What stands between a flag and its password: also the quotes and the comma of a list of arguments. */
const GAPS = {
  joined: /(?=\S)(?!["'][,\])])/y,
  blank: /["'],\s{0,20}["']|[ \t=]{1,4}/y,
  any: /["'],\s{0,20}["']|[ \t]{0,4}/y,
  "user:": /(?:["'],\s{0,20}|[ \t=]{0,4})["']?[^\s:"']{1,80}:/y,
  "user,": /[ \t]{0,4}["']?[^\s,"']{1,60},/y,
  "user%": /[ \t]{0,4}["']?[^\s%"']{1,60}%/y,
};

/** Flags that have this meaning in these programs only. */
const FLAGS: [flags: string, gap: keyof typeof GAPS, programs: string][] = [
  ["-p", "joined", "mysql(?:dump|admin|import|show|check)?|7z[ar]?|(?:un)?rar|mongo\\w*|sshpass|rdesktop"],
  ["-p", "blank", "mongo\\w*|cqlsh|twine|user(?:add|mod)|sshpass|rdesktop|az|psexec|cypher-shell|ncftp\\w*"],
  ["-p", "blank", "(?:docker|podman|helm|oras|nerdctl|skopeo|buildah|oc)\\b.{0,60}\\blogin|login|snowsql"],
  ["-P", "any", "sqlcmd|bcp|(?:un)?zip|mosquitto_\\w+|ipmitool|ssh-keygen"],
  ["-w|-y", "blank", "ldap\\w+"],
  ["-N", "blank", "ssh-keygen"],
  ["-a", "blank", "redis-cli"],
  ["-k|-K", "blank", "openssl|nuget push"],
  ["-u|-U|--user|--proxy-user|--proxy-auth", "user:", "curl|etcdctl|ncat"],
  ["-u", "user,", "lftp"],
  ["-U", "user%", "smb\\w+"],
];
const MAX_COMMAND = 400;

const COMMANDS: Place[] = [
  { at: '"AUTH"', find: /"AUTH"(?: "[^"\n]{1,60}")? "([^"\n]{4,200})"/dy },
  {
    at: " AUTH ",
    find: / AUTH (?:[a-z][\w-]{1,40} )?([^\s"'<>]{6,200})(?=\s|$)/dy,
    before: /(?:redis-cli[^\n|;]{0,160}|\d:\d{2,5}>)$/,
  },
  { at: "kinit|passwd|sudo", find: /(?:kinit|passwd|sudo)\b[^\n<|;]{0,120}<<<[ \t]{0,4}/y },
  { at: "<(echo ", find: /<\(echo +["']?([^\s"')]{6,200})/dy, trust: "string" },
  // A program's one-letter flag for a password or token, whichever program: the value has to speak for itself.
  {
    at: " -p | -P | -w | -W | -k | -t | -a ",
    find: / -[a-zA-Z] ["']?((?![0-9a-f]+[\s"']|\w+=|\S*\$[({])[^\s"']{8,200})["']?(?=[\s"';)\\]|$)/dy,
    trust: "near",
  },
  {
    at: "admin|root|postgres",
    find: /\w{4,8} ?\/ ?([^\s"'`<>/\\,;]{8,64})(?=[\s"'`,;.]|$)/dy,
    before: /(?:^|[\s"'`(:])$/,
    trust: "near",
  },
  {
    at: "htpasswd",
    find: /htpasswd[ \t]+(?:-[a-zA-Z]{1,5}[ \t]+)?-[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ \t]+(?:-[a-zA-Z]{1,5}[ \t]+)?(?:(?<=-[a-zA-Z]{0,5}n[a-zA-Z]{0,5}[ \t]+)|\S{1,120}[ \t]+)\S{1,80}[ \t]+/y,
  },
  { at: "send", find: /send[ \t]+(?:--[ \t]+)?(?=["'][^"'\n]{6,80}\\[rn]["'])/y, trust: "bare" },
  {
    at: "net use",
    find: /net use(?:r[ \t]+\S{1,60}[ \t]+(?=[^/\s])|[ \t]+\w:[ \t]+\S{3,120}[ \t]+(?=["']|\S{6,60}[ \t]+\/user)|\b[^\n|;&]{0,200}?\/user:\S{1,80}[ \t]+)/y,
  },
  { at: "rabbitmqctl", find: /rabbitmqctl[ \t]+(?:add_user|change_password)[ \t]+\S{1,60}[ \t]+/y },
  { at: "freerdp", find: new RegExp(`freerdp${ARGS}\\/p:`, "y") },
  { at: "schtasks", find: new RegExp(`schtasks${ARGS}[/-]{1,2}rp[ \\t]{1,4}`, "iy") },
  { at: "ConvertTo-SecureString", find: /ConvertTo-SecureString[ \t]+(?:-String[ \t]+)?(?=["'])/y },
  {
    at: "-parameter",
    find: /-parameter\b[^\n|;&]{0,300}?--value(?:[ \t]{1,4}|=)/y,
  },
  { at: "--password-command", find: /--password-command[ \t=]{1,4}["']?echo[ \t]+/y },
  {
    at: "sqlplus|sqlldr|expdp|impdp",
    find: /(?:sqlplus|expdp|impdp|sqlldr)[ \t]+(?:-\w+[ \t]+)?["']?[^\s/@"']{1,40}\/([^\s@/"']{4,80})/dy,
    trust: "bare",
  },
  {
    at: "@//|@(DESCRIPTION|@unix(|@tcp(",
    find: /@/y,
    before: /(?:^|[\s"'`=])[\w.-]{1,40}[/:]([^\s"'`/]{4,100})$/d,
  },
  { at: "jdbc:oracle", find: /jdbc:oracle:\w{1,8}:[^/\s"']{1,64}\/([^\s"'@]{4,100})@/dy },
  { at: "::add-mask::|issecret=true]", find: /::add-mask::|issecret=true\]/y },
  { at: "_SESSION=", find: /_SESSION=(?=["']?[\w+/=]{32})/y, trust: "bare" },
  {
    at: "snmp-server|createUser",
    find: /(?:snmp-server community|createUser[ \t]+\w{1,40}[ \t]+(?:SHA|MD5)\S{0,4})[ \t]+/y,
  },
  {
    at: "radtest|rclone obscure|bw unlock|poetry config|composer config|bundle config|alias set",
    find: /(?:radtest[ \t]+\S{1,60}|rclone obscure|bw unlock|(?:poetry|composer|bundle) config(?:[ \t]+(?:--?\w+|set)){0,3}[ \t]+[\w.-]{3,80}(?:[ \t]+[\w.@-]{1,40})?|alias set[ \t]+\S{1,60}[ \t]+https?:\S{1,120}[ \t]+\S{1,60})[ \t]+(?:[^\s:-]{1,60}:)?(?=[^-\s])/y,
    trust: "bare",
  },
  {
    at: "identified|sp_addlogin|pragma key",
    fold: true,
    find: /(?:pragma key[ \t]*=[ \t]*|identified(?: with \w{1,40})? by[ \t]{1,4}(?:password[ \t]{1,4})?|sp_addlogin[ \t]+N?'[^'\n]{1,60}',[ \t]{0,4}N?)(?=["'])/iy,
    trust: "string",
  },
  {
    at: "echo|printf",
    find: /(?:echo|printf)[ \t]{1,4}(?:-n[ \t]+)?(?:["']%s(?:\\n)?["'][ \t]+)?(?:"(?:[\w.-]{1,40}:(?=[^"\n|]{4,200}"[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+)?chpasswd))?([^"\n|]{4,200})"|'?(?:[\w.-]{1,40}:(?=[^\n|]{4,200}chpasswd))?([^"'\n|]{4,200}?)'?)[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+)?(?:-S\b|chpasswd|passwd --stdin|gpg|docker login|gh auth|gh secret|(?:npx )?wrangler secret|gcloud secrets|kubectl create secret|openssl enc|helm registry|podman login|vercel env|az acr|cryptsetup|kinit|fly(?:ctl)?\b|smbpasswd)/dy,
  },
  {
    at: " login | auth | config set | authenticate | activate | unseal | install ",
    find: / (?:login|auth|config set|authenticate|activate|unseal|install)(?: [^\n]{0,80}?)?[ =]((?=[^\s]*\d)[\w.+/=-]{20,200})(?=\s|$)/dy,
    before: /(?:^|\n)[ \t]*(?:\$ |> |# )?(?:npx |sudo )?[a-z][\w.-]{1,20}(?: [a-z][\w:-]*){0,2}$/,
    sort: "token",
    trust: "string",
  },
];

/** What a protocol, a console or a person says around a secret. */
const DIALOGS: Place[] = [
  {
    at: "PASS ",
    find: /PASS ([^\s"\\]{4,128})(?=\r?\n|\\r|$)/dy,
    before: /(?:(?:USER [^\s]{1,80}|331[ -][^\n]{0,80}|\+OK[^\n]{0,80})\r?\n[^\n]{0,60}|["n])$/,
  },
  {
    at: "334 UGFzc3dvcmQ6",
    find: /334 UGFzc3dvcmQ6[ \t]{0,4}\r?\n[^\nA-Za-z0-9]{0,8}(?:[A-Za-z]{1,8}[:>] )?([A-Za-z0-9+/]{4,400}={0,2})/dy,
  },
  {
    at: " LOGIN ",
    find: / LOGIN (?:"[^"\n]{1,80}"|[^\s"]{1,80}) (?:"([^"\n]{4,200})"|(?!")([^\s"]{4,200}))/dy,
    before: /(?:^|[\s:>])[A-Za-z]{0,4}\d{1,6}$/,
  },
  { at: " on >", find: / on >(\S{6,200})/dy, before: /user \S{1,60}$/ },
  {
    at: "(gdb) |(lldb) |(Pdb) |(pdb) |(dlv) |>>> |In [",
    find: /(?:\(\w{3,4}\)|>>>|In \[\d{1,4}\]:) [^\n]{0,80}(?:passw(?:or)?d|secret|token|api_?key)[^\n]{0,60}\n[^\n"']{0,60}["']([^"'\n]{8,200})["']/diy,
    trust: "said",
  },
  {
    at: "$ |\n# ",
    before: /(?:^|\n|[\w~\])]) ?$/,
    find: /\n?[$#] [^\n]{0,240}?(?:\bg?o?pass show|\bop read|passw(?:or)?d|secret|token|credential|api[-_]?keys?|_PASS\b|\bpsk\b|_KEY\b|_PAT\b|\.key\b|[a-z]Key\b|keys list|--with-decryption|passphrase)[^\n]{0,160}\n["']?([^\s"'`<>{}()[\];,]{12,400})["']?[ \t]*(?=\n|$)/diy,
    sort: "token",
    trust: "line",
  },
  {
    at: ".type(|.fill(|send_keys(|sendKeys(",
    before: /passw|pwd|secret/i,
    find: /[.\w]{4,10}\((?:["']#?[\w-]{1,40}["'],[ \t]{0,4})?["']([^"'\n{]{6,60})/dy,
    trust: "string",
  },
  {
    at: "toCharArray(",
    find: /toCharArray\(/y,
    before: /\(["'\s]?[^\n;]{0,100}?["']([^"'\n]{4,100})["']\.$/d,
    trust: "said",
  },
  {
    at: "Key: |Key Content",
    find: /Key(?: Content)?[ \t]{0,20}:[ \t]+(\S{8,63})(?=\s|$)/dy,
    before: /(?:network|ssid|wi-?fi|wlan)[^:]{0,60}:?[^:]{0,60}:?[^\n]{0,60}\n[^\n]{0,10}$/i,
  },
  {
    // Not the rest of a time: "login 2026-03-01T10:00:00Z".
    at: "cred|log in|login",
    fold: true,
    find: /(?:cred(?:ential)?s?(?:[ \t]+(?:for|of|on|to|in)(?:[ \t]+[\w.-]{1,20}){1,4})?(?:[ \t]+(?:are|is))?|log ?in(?:[ \t]+(?:with|as|using|is))?)[ \t]{0,3}:?[ \t]{1,4}["'`]?[\w.@-]{2,60}["'`]?[ \t]{0,3}[/:|][ \t]{0,3}["'`]?(?![\d:.,]+Z?(?:[\s"'`]|$))([^\s"'`<>/\\]{6,128}?)[.,;)]{0,3}(?=[\s"'`]|$)/diy,
    trust: "said",
  },
];

/** Codes that let someone in once, and links that do. */
const CODES: Place[] = [
  {
    at: "PIN|OTP|PUK|Passcode|tion code|rity code|ogin code|cess code|time code|door code|gate code|arm code|entry code|ification number|otp|2fa code|mfa code|passcode",
    find: /(?:PIN|OTP|PUK|Passcode|[a-z]{3,5} code|otp|[2m]fa code|passcode|ification number)(?: code| number)?["']?(?: (?:for|of|to|on|at) [^\n:=]{1,40}?)?[ \t]{0,2}(?:[:=]|is|was|lautet|ist|-)[ \t]{0,3}["'`]?((?:[A-Z]-)?\d{3}[ -]\d{3,5}|\d{4,12}#?|[A-Za-z]{3,16}\d{3,6})(?![\w]|[.,:]\d|-\d)/dy,
    before: /(?:^|[^\w-]|[a-z])$/,
  },
  {
    at: "验证码|驗證碼|校验码|認証コード|確認コード|ワンタイムパスワード|暗証番号|인증번호|인증 번호|확인 코드|од подтверждения|PIN码|PIN碼|PIN 码|PIN 碼|erificaci|érification|erificaç|estätigungscode|icherheitscode|ie PIN",
    find: /[^\d\n]{3,52}?(\d{4,10})(?!\d|\.\d)/dy,
  },
  {
    at: "recovery|backup|rescue|one-time|2fa|mfa|totp|access code|up key",
    fold: true,
    find: /(?:(?:recovery|backup|rescue|one-time|2fa|mfa|totp)[ _-]{1,2}(?:codes?|keys?|passwords?)|access code|up key)[^\n:=]{0,40}(?:[:=]|is|are|(?=\n))\s{0,12}(?:[-*]\s)?["'`]?((?=[^\n]{0,8}\d)(?:(?=[A-Za-z]{0,7}\d)[A-Za-z0-9]{3,8}(?:[ -](?=[A-Za-z]{0,7}\d)[A-Za-z0-9]{3,8}){1,7}|[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}|[A-Za-z0-9]{8,40}))(?![\w])/diy,
    sort: "secret",
  },
];

/** In a URL beside the user's name; session cookies without their header, and the code that an OAuth server sends back. */
const PARAMETERS: Place[] = [
  { at: "&p=", find: /&p=([^&\s"'#]{4,128})/dy, before: /[?&]u(?:ser)?=[^&\s]{1,60}$/ },
  {
    at: "session=|sessid=|sessionid=|.sid=|?code=|&code=|?appid=|&appid=|sonar.login=",
    fold: true,
    find: /[\w?&.]{2,12}=([\w%.+/=~:-]{20,1024})(?=[\s;&?#"'`,<>\\)}\]]|$)/dy,
    sort: "token",
    trust: "string",
  },
];

/** Keys in the forms that programs print and keep them in: wallets, JWK, dumps, documents. */
const DOCUMENTS: Place[] = [
  {
    at: "kty",
    find: /kty["']?\s{0,4}:[\s\S]{0,1200}?["']?\b(?:d|k)["']?\s{0,4}:\s{0,4}["']([\w-]{20,2000})/dy,
  },
  {
    at: 'd: \'|d: "|k: \'|k: "|"d":|"k":|"p":|"q":|"dp":|"dq":|"qi":',
    before:
      /(?:crv|kty|OKP|oct|HS\d{3}|Ed25519|P-\d{3}|RSA|"(?:[dpq]|dp|dq)"\s?:\s?"[\w-]{30,700}",\s{0,12})[^\n]{0,160}$/,
    reach: 900,
    find: /"?[dkpq]{1,2}i?"?\s?:\s?["']([\w-]{20,700})["']/dy,
  },
  {
    at: "ivkey|te key|atekey| wif",
    fold: true,
    find: /(?:ivkey|te key|atekey| wif)\b[^\n]{0,120}?[\s:="'`]([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![\w])/diy,
  },
  {
    at: "keypair|solana|secretkey|secret_key|id.json",
    fold: true,
    find: /(?:keypair|solana|secret_?key|id\.json)[^\n[]{0,80}\s{0,4}\[\s{0,8}((?:\d{1,3},\s{0,8}){31}(?:(?:\d{1,3},\s{0,8}){32})?\d{1,3})\s{0,8}\]/diy,
  },
  {
    at: "nts: [|nts\": [|nts':[",
    before: /accou$/,
    find: /nts["']?\s{0,4}:\s{0,4}\[\s{0,10}((?:["'](?:0x)?[0-9a-fA-F]{64}["'],?\s{0,10}){1,20})/dy,
  },
  {
    at: "ivate Keys|ivate keys",
    find: /ivate [Kk]eys:?\s[=\s-]{0,40}((?:\(?\d{1,3}\)?[:.]?\s{1,4}(?:0x)?[0-9a-f]{64}\s{0,4}){1,20})/dy,
  },
  {
    at: "{ 0x|[ 0x|[0x|{0x",
    before:
      /(?<!pub\w{0,12})(?:key|secret)\w{0,20}(?:\[[^\]\n]{0,20}\]|[ \t]{0,2}:[^=\n]{1,24})?[ \t]{0,4}=[^=\n]{0,24}$/i,
    find: /[[{] ?((?:0x[0-9a-f]{2},\s{0,8}){15,63}0x[0-9a-f]{2})/diy,
  },
  { at: "<D>|<P>|<Q>|<DP>|<DQ>|<InverseQ>", find: /<\w{1,8}>([A-Za-z0-9+/=]{40,2000})<\//dy },
  { at: "priv:|privateExponent:", find: /priv\w*:\s{1,8}((?:[0-9a-f]{2}:?\s{0,8}){16,600})/dy },
  {
    at: "/v2/|/v3/",
    find: /\/v\d\/([\w-]{20,64})(?![\w/])/dy,
    before:
      /(?:infura\.io|alchemy(?:api)?\.(?:com|io)|quiknode\.pro|ankr\.com|blastapi\.io|nodereal\.io)[^\s"']{0,20}$/,
  },
  {
    at: "Static key V1-----",
    find: /Static key V1-----(?:\\n|\s){1,4}((?:[^\n]{0,12}?[0-9a-f]{16,32}(?:\\n|\s){1,8}){1,32})/dy,
  },
  {
    at: '"sid"|"sess|"jsess|"phpsess|"connect.sid|"asp.net_sess|"__secure-|"__host-',
    fold: true,
    find: /"[\w.-]{3,60}"(?:,\s{0,20}"[A-Za-z]{2,20}"\s?:\s?(?:"[^"\n]{0,100}"|[\w.-]{1,30})){0,8},\s{0,20}"value"\s?:\s?"([^"\n]{16,4096})"/diy,
    before: /"name"\s?:\s?$/,
  },
  {
    at: "sid\t|sessionid\t|session_id\t|SESSIONID\t|SESSID\t",
    find: /\w{3,12}\t((?=\S*\d)[\w%.+-]{20,200})(?![\w])/dy,
    sort: "token",
    trust: "string",
  },
  {
    at: "SecureString|.vault.azure.net/secrets/|keyName",
    find: /(?:SecureString|\.vault\.azure\.net\/secrets\/[\w/-]{1,200}|keyName)\\{0,3}["']?\s{0,20}[,:]\s{0,20}(?:\\{0,3}["'][\w-]{1,80}\\{0,3}["']\s{0,4}[:,]\s{0,4}(?:[^\n,{]{1,120},\s{0,20})?){0,8}?\\{0,3}["']?[Vv]alue\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']([^"'\\\n]{4,4096})/dy,
  },
  {
    at: ":5432:",
    find: /:5432:[\w.*-]{1,60}:[\w.*-]{1,60}:([^\s:]{4,128})(?=\s|$)/dy,
    before: /(?:^|\n)[\w.*-]{1,80}$/,
  },
];

const MAX_BEFORE = 200;

export const placeAnchors: Anchor[] = [
  ...calls,
  ...COMMANDS,
  ...DIALOGS,
  ...CODES,
  ...PARAMETERS,
  ...DOCUMENTS,
].flatMap((place) =>
  place.at.split("|").map(
    (literal): Anchor => ({
      literal,
      fold: place.fold === true,
      find(text, at, pass) {
        if (at < (pass.refused.get(place) ?? 0)) return undefined;
        const low = Math.max(0, at - (place.reach ?? MAX_BEFORE));
        const head = place.before?.exec(text.slice(low, at));
        pass.steps += 1;
        if (head === null) return undefined;
        const match = execAt(place.find, text, at);
        pass.steps += match?.[0].length ?? 1;
        if (match === null) {
          // What lies ahead was read: the same word behind it is not asked again at once.
          pass.refused.set(place, at + 2);
          return undefined;
        }
        const own = match.indices?.[1] ?? match.indices?.[2];
        const ahead = head?.indices?.[1];
        const span =
          own ??
          (ahead === undefined
            ? argumentAt(text, place.find.lastIndex, match[0].slice(-90))
            : [low + ahead[0], low + ahead[1]]);
        return span === undefined ? undefined : judged(text, span as [number, number], place);
      },
    }),
  ),
);

export const flagAnchors: Anchor[] = FLAGS.flatMap(([flags, between, names]) => {
  const programs = new RegExp(`(?:^|[^a-zA-Z.-]|[0-9]m)(?:${names})\\b`);
  const gap = GAPS[between];
  // A list of arguments has its quotes in front.
  const literals = flags.split("|").flatMap((flag) => [` ${flag}`, `"${flag}`, `'${flag}`]);
  return literals.map(
    (literal): Anchor => ({
      literal,
      find(text, at, pass) {
        const before = text.slice(Math.max(0, at - MAX_COMMAND), at);
        const command = before.slice(
          Math.max(...["\n", "|", ";"].map((sign) => before.lastIndexOf(sign))) + 1,
        );
        pass.steps += 1;
        const from = at + literal.length;
        if (!programs.test(command) || execAt(gap, text, from) === null) return undefined;
        const span = argumentAt(text, gap.lastIndex, text.slice(from, gap.lastIndex));
        return span === undefined ? undefined : judged(text, span, { trust: "certain" });
      },
    }),
  );
});

function judged(
  text: string,
  [start, end]: [number, number],
  { sort = "password", trust }: { sort?: Sort; trust?: Trust },
): Finding | undefined {
  const value = text.slice(start, end).replace(/\\[rn]$/, "");
  if (trust === undefined ? value.length < 4 || isPlaceholder(value) : !isSecret(value, sort, trust))
    return undefined;
  return { kind: sort === "password" ? "password" : "secret", start, end: start + value.length };
}
