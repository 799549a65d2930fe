/** Passwords that commands and calls take without naming them. */
import { isReadable, looksRandom } from "./entropy.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Anchor, Pass } from "./scan.ts";
import type { Finding } from "./spans.ts";
import { closingOf, execAt, MAX_VALUE } from "./value-span.ts";
import { isMadeUp, isStrong } from "./values.ts";

/** Other arguments of the same command, quoted or not. */
const ARGS = "\\b[^\\n|;&]{0,240}?[ \\t]";

type Check = "any" | "strong";
/** A pattern ends where the password, with or without quotes, begins. */
const commands: [literal: string, pattern: RegExp, check?: Check][] = [
  ["curl", /curl\b[^\n|;&]{0,400}?[ \t]-b[ \t]{0,4}["'][\w.-]{1,64}=/y],
  ["mysqladmin", new RegExp(`mysqladmin${ARGS}password[ \\t]{1,4}`, "y")],
  ["-pass", /-pass(?:in|out|word)?[ \t]["']?pass:/y],
  [
    "keytool",
    new RegExp(
      `(?:keytool|jarsigner)${ARGS}-(?:store|key|new|destkey|srcstore|deststore)pass[ \\t]{1,4}`,
      "y",
    ),
  ],
  ["jarsigner", new RegExp(`jarsigner${ARGS}-(?:store|key)pass[ \\t]{1,4}`, "y")],
  [
    "htpasswd",
    /htpasswd[ \t]+(?:-[a-zA-Z]{1,5}[ \t]+)?-[a-zA-Z]{0,5}b[a-zA-Z]{0,5}[ \t]+(?:-[a-zA-Z]{1,5}[ \t]+)?\S{1,120}[ \t]+\S{1,80}[ \t]+/y,
  ],
  ["AUTH ", /AUTH[ \t](?:default[ \t])?(?=\S{6})/y, "strong"],
  ["> AUTH ", /> AUTH[ \t](?:[\w.-]{1,40}[ \t](?=\S{6}))?(?=\S{6})/y],
  ["PRAGMA key", /PRAGMA key[ \t]*=[ \t]*(?=["'])/y],
  ["Authentication(", /Authentication\(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["net use", /net use[ \t]+\w:[ \t]+\S{3,120}[ \t]+(?=["']|\S{6,60}[ \t]+\/user)/y],
  ["psexec", /psexec\b[^\n|;&]{0,120}?[ \t]-p[ \t]+/y],
  ["private-key <(", /private-key <\(echo[ \t]+/y],
  ["ERLANG_COOKIE", /ERLANG_COOKIE["']?[ \t]*[:=][ \t]*(?=\S{12})/y, "strong"],
  ["net use", /net use\b[^\n|;&]{0,200}?\/user:\S{1,80}[ \t]+/y, "strong"],
  ["net use", /net user[ \t]+\S{1,60}[ \t]+(?=[^/\s])/y],
  ["rabbitmqctl", /rabbitmqctl[ \t]+(?:add_user|change_password)[ \t]+\S{1,60}[ \t]+/y],
  ["freerdp", new RegExp(`freerdp${ARGS}\\/p:`, "y")],
  ["ConvertTo-SecureString", /ConvertTo-SecureString[ \t]+(?:-String[ \t]+)?(?=["'])/y],
  ["bw unlock", /bw unlock[ \t]+(?=[^-\s])/y, "strong"],
  ["vault login", /vault login[ \t]+(?:token=)?(?=[^-\s])/y, "strong"],
  ["authtoken", /authtoken[ \t]+(?=[^-\s:=])/y, "strong"],
  ["snyk auth", /snyk auth[ \t]+/y, "strong"],
  ["set-credentials", /set-credentials\b[^\n|;&]{0,200}?--token[= ]/y],
  ["secret", /(?:secretsmanager|ssm)\b[^\n|;&]{0,300}?--secret-string(?:[ \t]{1,4}|=)/y],
  ["-parameter", /-parameter\b[^\n|;&]{0,300}?SecureString\b[^\n|;&]{0,200}?--value(?:[ \t]{1,4}|=)/y],
  ["-parameter", /-parameter\b[^\n|;&]{0,300}?--value(?:[ \t]{1,4}|=)(?=[^\n|;&]{4,300}SecureString)/y],
  ["--from-literal", /--from-literal[= ]["']?[\w.-]{1,80}=/y],
  ["alias set", /mc alias set[ \t]+\S{1,60}[ \t]+\S{1,120}[ \t]+\S{1,60}[ \t]+/y, "strong"],
  ["alias set", /alias set[ \t]+\S{1,60}[ \t]+https?:\S{1,120}[ \t]+\S{1,60}[ \t]+/y, "strong"],
  ["--password-command", /--password-command[ \t=]{1,4}["']?echo[ \t]+/y],
  ["--password-stdin", /--password-stdin[^\n<]{0,60}<<<[ \t]{0,4}/y],
  ["sudo", /sudo[ \t]+(?:-\w+[ \t]+){0,4}-S\b[^\n<|;]{0,120}<<<[ \t]{0,4}/y],
  ["expdp", /expdp[ \t]+[^\s/@]{1,40}\/(?=[^\s@/]{4,80}(?:\s|@))/y, "strong"],
  ["impdp", /impdp[ \t]+[^\s/@]{1,40}\/(?=[^\s@/]{4,80}(?:\s|@))/y, "strong"],
  ["bundle config", /bundle config[ \t]+(?:set[ \t]+)?(?:--\w+[ \t]+){0,2}[\w.]{3,80}[ \t]+[^\s:]{1,60}:/y],
  ["snmp", /snmp\w{2,12}\b[^\n|;&]{0,160}?[ \t]-[AX][ \t]+/y, "strong"],
  ["Key Content", /Key Content[ \t]{1,20}:[ \t]/y],
  ["SecretID", /SecretID[ \t]*:[ \t]+/y],
  ["wandb login", /wandb login[ \t]+(?:--\w+[ \t]+){0,3}(?=[^-\s])/y],
  ["codecov", /codecov\b[^\n|;&]{0,200}?[ \t]-t[ \t]+/y],
  ["_SESSION=", /_SESSION=(?=["']?[\w+/=]{32})/y, "strong"],
  ["Basic ", /Basic [\w.@-]{1,60}:(?=\S{6})/y],
  ["_connect(", /_connect\([^,\n]{1,120},[ \t]{0,4}["'][^"'\n]{0,60}["'],[ \t]{0,4}(?=["'])/y],
  ["jwt.sign(", /jwt\.sign\([^\n]{1,160}?,[ \t]{0,4}(?=["'])/y],
  ["jwt.encode(", /jwt\.encode\([^\n]{1,160}?,[ \t]{0,4}(?=["'])/y],
  ["jwt.verify(", /jwt\.verify\([^,\n]{1,120},[ \t]{0,4}(?=["'])/y],
  ["jwt.decode(", /jwt\.decode\([^,\n]{1,120},[ \t]{0,4}(?=["'])/y],
  ["createHmac(", /createHmac\([^,\n]{1,40},[ \t]{0,4}(?=["'])/y],
  ["hmac.new(", /hmac\.new\([ \t]{0,4}b?(?=["'])/y],
  ["hash_hmac(", /hash_hmac\([^,\n]{1,30},[^,\n]{1,80},[ \t]{0,4}(?=["'])/y],
  ["Fernet(", /Fernet\([ \t]{0,4}b?(?=["'])/y],
  ["cookieParser(", /cookieParser\((?=["'])/y],
  ["pg_connect(", /pg_connect\([^\n]{0,120}?password=/y],
  ["basic_auth", /basic_auth\(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?:Some\()?(?=["'])/y],
  ["bind(", /bind\(["'][^"'\n]{1,120}["'],[ \t]{0,4}(?=["'])/y, "strong"],
  ["bind_s(", /bind_s\(["'][^"'\n]{1,120}["'],[ \t]{0,4}(?=["'])/y, "strong"],
  ["setpassword(", /setpassword\(b?(?=["'])/y],
  [
    "-H ",
    /-H[ \t]+["'][\w-]{0,40}(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Aa]uth)[\w-]{0,20}:[ \t]{0,4}(?=\S{12})/y,
    "strong",
  ],
  ["&p=", /&p=(?=\S{6})/y, "strong"],
  ["SAMLResponse=", /SAMLResponse=(?=\S{40})/y],
  ["__construct(", /__construct\([^,\n]{1,120},[ \t]{0,4}["'][^"'\n]{0,60}["'],[ \t]{0,4}(?=["'])/y],
  [".LOGON", /\.LOGON[ \t]+[\w./-]{1,60},/y],
  ["pgp_sym_", /pgp_sym_\w{2,20}\([^,\n]{1,80},[ \t]{0,4}(?=["'])/y],
  [
    "composer config",
    /composer config[ \t]+(?:--?\w+[ \t]+){0,2}http-basic\.\S{1,60}[ \t]+\S{1,60}[ \t]+/y,
    "strong",
  ],
  ["cloudflared", /cloudflared service install[ \t]+/y, "strong"],
  ["unseal ", /unseal[ \t]+(?=[A-Za-z0-9+/=]{20})/y, "strong"],
  ["<<< ", /<<< (?=["'][^"'\n$]{12})/y, "strong"],
  [
    "poetry config",
    /poetry config[ \t]+(?:http-basic|pypi-token)\.[\w.-]{1,40}[ \t]+(?:[\w.@-]{1,40}[ \t]+)?(?=[^-\s])/y,
    "strong",
  ],
  ["kinit", /kinit[^\n<]{0,80}<<<[ \t]{0,4}/y],
  ["rclone", new RegExp(`rclone${ARGS}pass[ \\t]{1,4}`, "y"), "strong"],
  ["schtasks", new RegExp(`schtasks${ARGS}[/-]{1,2}rp[ \\t]{1,4}`, "iy")],
  [
    "pulumi",
    /pulumi config set\b[^\n|;&]{0,80}?--secret[ \t]+(?:--path[ \t]+)?["']?[\w:.[\]-]{1,80}["']?[ \t]+/y,
  ],
  ["pulumi", /pulumi config set[ \t]+[\w:.[\]-]{1,80}[ \t]+(?=[^-\s][^\n|;&]{0,200}[ \t]--secret)/y],
  ["rootpw", /rootpw[ \t]+(?:--plaintext[ \t]+|--iscrypted[ \t]+)/y],
  ["snmp-server", /snmp-server community[ \t]+/y],
  ["enable ", /enable (?:secret|password)[ \t]+(?:\d[ \t]+)?/y, "strong"],
  ["send", /send[ \t]+(?:--[ \t]+)?(?=["'][^"'\n]{6,80}\\[rn]["'])/y, "strong"],
  ["send_keys", /send_keys\((?=["'])/y, "strong"],
  ["auth=(", /auth=\(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["BasicAuth(", /BasicAuth\(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["IDENTIFIED", /IDENTIFIED(?: WITH \w{1,40})? BY[ \t]{1,4}(?:PASSWORD[ \t]{1,4})?(?=["'])/y],
  ["identified", /identified(?: with \w{1,40})? by[ \t]{1,4}(?:password[ \t]{1,4})?(?=["'])/y],
  ["PASSWORD", /PASSWORD(?: FOR \S{1,60})?[ \t]{0,4}(?:=[ \t]{0,4}(?:N|PASSWORD\()?|\()(?=["'])/y],
  ["jdbc:oracle", /jdbc:oracle:\w{1,8}:[^/\s"']{1,64}\//y],
  ["sqlplus", /(?:sqlplus|expdp|impdp|sqlldr)[ \t]+(?:-\w+[ \t]+)?[^\s/@]{1,40}\/(?=[^\s@]{4,80}@)/y],
  ["getConnection(", /getConnection\([^,\n]{1,200},[ \t]{0,4}["'][^"'\n]{0,60}["'],[ \t]{0,4}(?=["'])/y],
  ["Credential", /Credentials?\([ \t]{0,2}["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["mysqli(", /mysqli\([^,\n]{1,80},[ \t]{0,4}["'][^"'\n]{0,60}["'],[ \t]{0,4}(?=["'])/y],
  ["PDO(", /PDO\([^,\n]{1,160},[ \t]{0,4}["'][^"'\n]{0,60}["'],[ \t]{0,4}(?=["'])/y],
  ["authenticate(", /authenticate\(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["login(", /login\(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["auth = (", /auth = \(["'][^"'\n]{1,64}["'],[ \t]{0,4}(?=["'])/y],
  ["_key=", /_key=["'][ \t]*\+[ \t]*(?=["'])/y, "strong"],
  ["token=", /token=["'][ \t]*\+[ \t]*(?=["'])/y, "strong"],
  ["_AUTH=", /_AUTH=["']?\w{2,20}\/(?=[^\s"'/]{4})/y],
  ["-Auth-Key ", /-Auth-Key (?=[\w:-]{20})/y],
  [":auth(", /:auth\((?=["'])/y],
  [".auth(", /\.auth\((?:["'][^"'\n]{1,64}["'],[ \t]{0,4})?(?=["'])/y, "strong"],
  ["createUser", /createUser[ \t]+\w{1,40}[ \t]+(?:SHA|MD5)\S{0,4}[ \t]+(?=["'])/y],
  ["x-honeycomb-team", /x-honeycomb-team[=:][ \t]{0,2}/y],
  ["Wallet(", /Wallet\((?=["'](?:0x)?[0-9a-f]{64})/y],
];

const phrase =
  /(?:mnemonic|seed|recovery)(?:[ _-]?(?:phrase|words?))?(?:[ \t][^\n:=.]{0,60}?(?:[:=]|[ \t](?:is|are|was)\b))?\W{1,8}((?:(?:\d{1,2}[.)][ \t]?)?[a-z]{3,8}(?:[ \t]{1,2}|\r?\n(?=\d{1,2}[.)]))){11,23}(?:\d{1,2}[.)][ \t]?)?[a-z]{3,8})/iy;
const SHORTEST_PHRASE = 12;
/** Words of sentences that no wallet's list has. */
const notOfWallets = /\b(?:the|and|are|with|for|was|not|from|your|has|its|which|when|into|must|each|been)\b/i;

/** The words that open a wallet. */
export const phraseAnchors: Anchor[] = ["mnemonic", "seed", "recovery"].map((literal) => ({
  literal,
  fold: true,
  find(text, at) {
    phrase.lastIndex = at;
    const run = phrase.exec(text)?.[1];
    if (run === undefined) return undefined;
    // Behind the phrase a sentence may go on.
    const cut = run.search(notOfWallets);
    const words = (cut === -1 ? run : run.slice(0, cut)).trimEnd();
    if (words.split(/\s+/).length < SHORTEST_PHRASE) return undefined;
    const start = phrase.lastIndex - run.length;
    return { kind: "seed-phrase", start, end: start + words.length };
  },
}));

/** One argument of a shell: in quotes, in quotes of a JSON string, or up to a blank. */
function argumentAt(text: string, from: number, before = ""): [start: number, end: number] | undefined {
  const open = /^\\{0,7}["']/.exec(text.slice(from, from + 8))?.[0];
  const isWithin = /["'][^"'\s]{1,80}[:=%,]$/.test(before);
  if (open !== undefined && !isWithin) {
    const start = from + open.length;
    const end = closingOf(text, start, open, Math.min(text.length, start + MAX_VALUE));
    return end > start ? [start, end] : undefined;
  }
  // The quote that the whole `user:password` stands in.
  const outer = /["'](?=[^"']*$)/.exec(before)?.[0];
  if (outer !== undefined) {
    const end = closingOf(text, from, outer, Math.min(text.length, from + MAX_VALUE));
    return end > from ? [from, end] : undefined;
  }
  const bare = /^[^\s"'\\|;]{1,256}/.exec(text.slice(from, from + MAX_VALUE))?.[0] ?? "";
  return bare === "" ? undefined : [from, from + bare.length];
}

/** By flag: the programs whose flag it is, and what may stand between the flag and the password. */
const flags: [literal: string, programs: RegExp, gap: RegExp, check?: Check][] = [
  [
    " -p",
    /(?:^|[\s/"'`(])(?:mysql(?:dump|admin|import|show|check)?|7z[ar]?|rar|unrar|mongo\w*|sshpass|rdesktop)\b/,
    /(?=\S)/y,
  ],
  [
    " -p",
    /(?:^|[\s/"'`(])(?:mongo\w*|cqlsh|twine|useradd|usermod|sshpass|rdesktop|az|(?:docker|podman|helm|oras|nerdctl|skopeo|buildah|oc)\b.{0,60}\blogin|login)\b/,
    /[ \t=]{1,4}/y,
  ],
  [" -hp", /\brar\b/, /(?=\S)/y],
  [" -P", /\b(?:sqlcmd|bcp|zip|unzip|mosquitto_\w+|ipmitool|ssh-keygen)\b/, /[ \t]{0,4}/y],
  [" -N ", /\bssh-keygen\b/, /[ \t]{0,4}/y],
  [" -w ", /\bldap\w+/, /[ \t]{0,4}/y],
  [" -a ", /\bredis-cli\b/, /[ \t]{0,4}/y],
  [" -a ", /\bhttps?\b/, /[ \t]{0,4}["']?[^\s:"']{1,80}:/y],
  [" -k ", /\bopenssl\b/, /[ \t]{0,4}/y],
  [" -K ", /\bopenssl\b/, /[ \t]{0,4}/y],
  [" -u", /(?:^|[^a-zA-Z]|[0-9]m)curl\b/, /[ \t=]{0,4}["']?[^\s:"']{1,80}:/y],
  [" -u ", /\blftp\b/, /[ \t]{0,4}["']?[^\s,"']{1,60},/y],
  [" -U", /(?:^|[^a-zA-Z]|[0-9]m)curl\b/, /[ \t=]{0,4}["']?[^\s:"']{1,80}:/y],
  [" -U ", /\bsmb\w+/, /[ \t]{0,4}["']?[^\s%"']{1,60}%/y],
  [" --user", /(?:^|[^a-zA-Z]|[0-9]m)curl\b/, /[ \t=]{1,4}["']?[^\s:"']{1,80}:/y],
  [" --proxy-user", /(?:^|[^a-zA-Z]|[0-9]m)curl\b/, /[ \t=]{1,4}["']?[^\s:"']{1,80}:/y],
  [" -t ", /\bdoctl auth\b/, /[ \t]{0,4}/y, "strong"],
  [' -b"', /\bsecret set\b/, /(?=\S)/y],
  [" -b ", /\bsecret set\b/, /[ \t]{0,4}/y],
  [" --body", /\bsecret set\b/, /[ \t=]{1,4}/y],
  [" --value", /\bsecret set\b/, /[ \t=]{1,4}/y],
];
const MAX_COMMAND = 400;

export const flagAnchors: Anchor[] = flags.map(([literal, programs, gap, check = "any"]) => ({
  literal,
  find(text, at, pass) {
    const before = text.slice(Math.max(0, at - MAX_COMMAND), at);
    const command = before.slice(
      Math.max(before.lastIndexOf("\n"), before.lastIndexOf("|"), before.lastIndexOf(";")) + 1,
    );
    pass.steps += 1;
    if (!programs.test(command) || execAt(gap, text, at + literal.length) === null) return undefined;
    const place = argumentAt(text, gap.lastIndex, text.slice(at + literal.length, gap.lastIndex));
    if (place === undefined) return undefined;
    const value = text.slice(...place);
    return isArgument(value, check) ? { kind: "password", start: place[0], end: place[1] } : undefined;
  },
}));

export const commandAnchors: Anchor[] = commands.map(([literal, pattern, check = "any"]) => ({
  literal,
  find(text, at, pass) {
    // The same command is not read again from each of its names.
    if (at < (pass.refused.get(pattern) ?? 0)) return undefined;
    const match = execAt(pattern, text, at);
    pass.steps += match?.[0].length ?? 1;
    if (match === null) {
      pass.refused.set(pattern, at + 1);
      return undefined;
    }
    const place = argumentAt(text, pattern.lastIndex, match[0].slice(-90));
    if (place === undefined) return undefined;
    const [start, end] = literal === "jdbc:oracle" || literal === "sqlplus" ? upTo(text, place, "@") : place;
    const password = text.slice(start, end).replace(/\\[rn]$/, "");
    if (!isArgument(password, check)) return undefined;
    return { kind: "password", start, end: start + password.length };
  },
}));

function upTo(text: string, [start, end]: [number, number], sign: string): [number, number] {
  const cut = text.slice(start, end).indexOf(sign);
  return [start, cut === -1 ? end : start + cut];
}

function isArgument(value: string, check: Check): boolean {
  if (value.length < 4 || isPlaceholder(value) || (value.startsWith("-") && isReadable(value))) return false;
  if (check === "strong") return isStrong(value);
  if (/[^\0-\x7f]/.test(value)) return true;
  if (/[ \t]/.test(value))
    return /^[a-z]{2,12}(?: [a-z]{2,12}){3,9}$/.test(value) || isStrong(value.replace(/ /g, ""));
  return (
    /^[a-z]{3,}(?:[-._][a-z]{3,}){2,}$/.test(value) ||
    /[\d!@#$%^&*+=~?]/.test(value) ||
    isStrong(value) ||
    /^(?=.*[a-z][A-Z])(?=.*[A-Z][a-z]).{12,}$/.test(value) ||
    /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]{12,}$/.test(value)
  );
}

const piped =
  /(?:echo|printf)[ \t]{1,4}(?:-n[ \t]+)?(?:["']%s(?:\\n)?["'][ \t]+)?(["']?)([^\n|]{4,200}?)\1[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+)?(?:-S\b|chpasswd|passwd --stdin|docker login|gh auth|gh secret|wrangler secret|gcloud secrets|kubectl create secret|npx wrangler|openssl enc|base64|helm registry|podman login|vercel env|az acr|cryptsetup|kinit|flyctl|fly secrets)/y;

/** `echo X | docker login --password-stdin`: what is fed to a command that reads a password. */
export const pipedAnchors: Anchor[] = ["echo", "printf"].map((literal) => ({
  literal,
  find(text, at, pass) {
    const match = execAt(piped, text, at);
    pass.steps += match?.[0].length ?? 1;
    let value = match?.[2];
    if (match === null || value === undefined) return undefined;
    let start =
      match.index + match[0].indexOf(value, match[0].indexOf(match[1] === "" ? value : (match[1] ?? "")));
    if (/chpasswd/.test(match[0])) {
      const cut = value.indexOf(":") + 1;
      start += cut;
      value = value.slice(cut);
    }
    if (/base64$/.test(match[0]) ? !isStrong(value) : !isArgument(value, "any")) return undefined;
    return { kind: "password", start, end: start + value.length };
  },
}));

const login =
  /(?:cred(?:ential)?s?(?:[ \t]+(?:for|of|on|to|in)(?:[ \t]+[\w.-]{1,20}){1,4})?(?:[ \t]+(?:are|is))?|log(?:ging)?[ -]?in(?:[ \t]+(?:with|as|using))?|login)[ \t]{0,3}:?[ \t]{1,4}["'`]?[\w.@-]{2,60}["'`]?[ \t]{0,3}[/:|][ \t]{0,3}["'`]?/iy;

/** "creds: admin / X", "log in with admin:X" */
export const loginAnchors: Anchor[] = [
  { literal: "cred", fold: true },
  { literal: " / ", fold: false },
].map(({ literal, fold }) => ({
  literal,
  fold,
  find(text, at, pass) {
    const before = fold
      ? undefined
      : /log(?:ging)?[ -]?in[^\n]{0,60}$/i.exec(text.slice(Math.max(0, at - 90), at));
    if (before === null) return undefined;
    const match = execAt(login, text, before === undefined ? at : at - before[0].length);
    pass.steps += match?.[0].length ?? 1;
    if (match === null) return undefined;
    const start = login.lastIndex;
    const value =
      /^[^\s"'`<>]{6,128}/.exec(text.slice(start, start + 130))?.[0].replace(/[.,;)]+$/, "") ?? "";
    return (isStrong(value) || isMadeUp(value)) && !isPlaceholder(value) && !/[/\\]/.test(value)
      ? { kind: "password", start, end: start + value.length }
      : undefined;
  },
}));

const shown =
  /[$#] [^\n]{0,240}?(?:\bg?o?pass show|\bop read|passw(?:or)?d|secret|token|credential|api[-_]?key|_KEY\b|_PAT\b|\.key\b|[a-z]Key\b|keys list|--with-decryption|passphrase)[^\n]{0,160}\n["']?([^\s"'`<>{}()[\];,]{12,400})["']?[ \t]*(?=\n|$)/iy;

const inspected =
  /(?:\((?:gdb|lldb|Pdb|pdb|dlv|rdb)\)|>>>|(?:^|\n)>|In \[\d{1,4}\]:) [^\n]{0,80}(?:passw(?:or)?d|secret|token|api_?key)[^\n]{0,60}\n[^\n"']{0,60}["']([^"'\n]{8,200})["']/iy;

/** What a debugger or a console says a variable holds. */
export const inspectedAnchors: Anchor[] = [
  "(gdb) ",
  "(lldb) ",
  "(Pdb) ",
  "(pdb) ",
  "(dlv) ",
  ">>> ",
  "In [",
].map((literal) => ({
  literal,
  find(text, at, pass) {
    const match = execAt(inspected, text, at);
    pass.steps += match?.[0].length ?? 80;
    const value = match?.[1];
    if (value === undefined || isPlaceholder(value) || !(isStrong(value) || isMadeUp(value)))
      return undefined;
    return { kind: "secret", start: inspected.lastIndex - 1 - value.length, end: inspected.lastIndex - 1 };
  },
}));

/** What a command that speaks of a secret prints, when that is one word. */
export const promptAnchor: Anchor = {
  literal: "\n$ ",
  find: findShown,
};
export const rootPromptAnchor: Anchor = { literal: "\n# ", find: findShown };

function findShown(text: string, at: number, pass: Pass): Finding | undefined {
  const match = execAt(shown, text, at + 1);
  pass.steps += match?.[0].length ?? 240;
  const value = match?.[1];
  if (value === undefined || isPlaceholder(value) || !(isStrong(value) || looksRandom(value)))
    return undefined;
  if (/^[./~@]|:\/\/|^\w+\.\w+\./.test(value)) return undefined;
  const start = (match?.index ?? 0) + (match?.[0].lastIndexOf(value) ?? 0);
  return { kind: "secret", start, end: start + value.length };
}

const code =
  /(?:recovery|backup|rescue|one-time|2fa|mfa|totp|up)[ _-]{1,2}(?:codes?|keys?|passwords?)[^\n:=]{0,40}(?:[:=]|is|are)\s{0,12}(?:[-*]\s)?["'`]?((?:[A-Za-z0-9]{3,8}(?:[ -][A-Za-z0-9]{3,8}){1,7}|[A-Za-z0-9]{8,40}))(?![\w])/iy;

/** What lets someone in without the second factor. */
export const codeAnchors: Anchor[] = [
  "recovery",
  "backup",
  "rescue",
  "one-time",
  "2fa",
  "mfa",
  "totp",
  "up key",
].map((literal) => ({
  literal,
  fold: true,
  find(text, at) {
    const value = execAt(code, text, at)?.[1];
    if (value === undefined || !/\d/.test(value) || isPlaceholder(value)) return undefined;
    if (/ /.test(value) && !/^[A-Za-z0-9]*\d[A-Za-z0-9]*(?: [A-Za-z0-9]*\d[A-Za-z0-9]*)+$/.test(value))
      return undefined;
    return { kind: "secret", start: code.lastIndex - value.length, end: code.lastIndex };
  },
}));
