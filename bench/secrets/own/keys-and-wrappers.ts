import { secretCase, type Template } from "../corpus-case.ts";
import { base62, base64, password, type Random } from "../random.ts";
import { forms } from "./form.ts";

const pem =
  (label: string, bytes = 600) =>
  (r: Random) => {
    const body = base64(r.bytes(bytes)).match(/.{1,64}/g) ?? [];
    return [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`].join("\n");
  };
const PRIVATE = ["PRI", "VATE KEY"].join("");
const prefixed = (key: string, prefix: (line: number) => string) =>
  key
    .split("\n")
    .map((line, index) => prefix(index + 1) + line)
    .join("\n");

const rsa = pem(`RSA ${PRIVATE}`);
export const pemKeys: readonly Template[] = [
  secretCase("plain", "pem", rsa, (key) => key, "pem"),
  secretCase("pkcs8", "pem", pem(PRIVATE), (key) => `cat key.pem\n${key}\n$`, "pem"),
  secretCase("ec", "pem", pem(`EC ${PRIVATE}`, 120), (key) => key, "pem"),
  secretCase("openssh", "pem", pem(`OPENSSH ${PRIVATE}`, 300), (key) => key, "pem"),
  secretCase("encrypted", "pem", pem(`ENCRYPTED ${PRIVATE}`), (key) => key, "pem"),
  secretCase("pgp", "pem", pem(`PGP ${PRIVATE} BLOCK`), (key) => key, "pem"),
  secretCase("grep-r", "pem", rsa, (key) => prefixed(key, () => "certs/server.pem:"), "pem"),
  secretCase("grep-rn", "pem", rsa, (key) => prefixed(key, (line) => `certs/server.pem:${line}:`), "pem"),
  secretCase(
    "grep-c",
    "pem",
    rsa,
    (key) => prefixed(key, (line) => `certs/server.pem${line === 1 ? ":" : "-"}`),
    "pem",
  ),
  secretCase("rg-n", "pem", rsa, (key) => prefixed(key, (line) => `${line}:`), "pem"),
  secretCase("cat-n", "pem", rsa, (key) => prefixed(key, (line) => `${String(line).padStart(6)}\t`), "pem"),
  secretCase(
    "read-tool",
    "pem",
    rsa,
    (key) => prefixed(key, (line) => `${String(line).padStart(6)}→`),
    "pem",
  ),
  secretCase("diff", "pem", rsa, (key) => prefixed(key, () => "+"), "pem"),
  secretCase("quoted-mail", "pem", rsa, (key) => prefixed(key, () => "> "), "pem"),
  secretCase("yaml", "pem", rsa, (key) => `key: |\n${prefixed(key, () => "    ")}\nnext: 1`, "pem"),
  secretCase("comment", "pem", rsa, (key) => prefixed(key, () => "# "), "pem"),
  secretCase("docker-log", "pem", rsa, (key) => prefixed(key, () => "app-1  | "), "pem"),
  secretCase("json", "pem", rsa, (key) => JSON.stringify({ key }), "pem"),
  secretCase("json-twice", "pem", rsa, (key) => JSON.stringify(JSON.stringify({ key })), "pem"),
  secretCase("env", "pem", rsa, (key) => `KEY="${key.replaceAll("\n", "\\n")}"`, "pem"),
  secretCase("tail", "pem", rsa, (key) => `…\n${key.split("\n").slice(4).join("\n")}`, "pem"),
  secretCase("head", "pem", rsa, (key) => `${key.split("\n").slice(0, 8).join("\n")}\n`, "plain"),
  secretCase("php", "pem", rsa, (key) => `$key = <<<EOD\n${key}\nEOD;`, "pem"),
  secretCase(
    "concat",
    "pem",
    rsa,
    (key) =>
      key
        .split("\n")
        .map((line) => `"${line}\\n" +`)
        .join("\n"),
    "pem",
  ),
  secretCase("one-line", "pem", rsa, (key) => `${key.replaceAll("\n", " ")}`, "pem"),
  secretCase("base64", "pem", rsa, (key) => `tls.key: ${key}`, "base64"),
  secretCase(
    "putty",
    "pem",
    pem("X", 400),
    (key) => `Private-Lines: 8\n${key.split("\n").slice(1, -1).join("\n")}\nPrivate-MAC: 00`,
    "pem",
  ),
].filter(({ id }) => id !== "head");

const secret = base62(32);
/** The secret inside another encoding: not the secret alone, but the text that names it. */
const whole = (id: string, wrap: (value: string) => string, seen: (text: string) => string): Template =>
  secretCase(
    id,
    "wrapped",
    (r) => wrap(secret(r)),
    (text) => `got ${seen(text)} back`,
  );

export const wrapped: readonly Template[] = [
  ...forms("basic", (r) => base64(`app:${r.base62(16)}`), [
    "Authorization: Basic §",
    "-H 'Authorization: Basic §'",
    '"auth": "§"',
  ]),
  whole(
    "base64-env",
    (v) => base64(`API_KEY=${v}\nMODE=live\n`),
    (t) => t,
  ),
  whole(
    "base64-json",
    (v) => base64(JSON.stringify({ user: "app", password: v })),
    (t) => t,
  ),
  whole(
    "base64-url",
    (v) => base64(`postgres://app:${v}@db/shop`),
    (t) => `echo ${t} | base64 -d`,
  ),
  whole(
    "base64-yaml",
    (v) => base64(`token: ${v}`),
    (t) => `config: ${t}`,
  ),
  whole(
    "base64-github",
    (v) => base64(`token=${["gh", "p_"].join("")}${v}abcd`),
    (t) => t,
  ),
  whole(
    "base64url-json",
    (v) => Buffer.from(JSON.stringify({ apiKey: v, a: 1 })).toString("base64url"),
    (t) => t,
  ),
  ...forms("url", secret, [
    "redirect=https%3A%2F%2Fx.test%2F%3Faccess_token%3D§%26a%3D1",
    "body=%7B%22password%22%3A%22§%22%7D",
    "https://x.test/login?next=%2Fcb%3Ftoken%3D§",
    "state=%257B%2522apiKey%2522%253A%2522§%2522%257D",
    "postgres%3A%2F%2Fapp%3A§%40db%2Fshop",
    "grant_type=password&username=app&password=§",
  ]),
  ...forms("json", secret, [
    '{\\"password\\":\\"§\\"}',
    '{\\\\\\"password\\\\\\":\\\\\\"§\\\\\\"}',
    '\\\\\\\\\\\\\\"api_key\\\\\\\\\\\\\\":\\\\\\\\\\\\\\"§\\\\\\\\\\\\\\"',
    "{&quot;password&quot;:&quot;§&quot;}",
    "{\\u0022password\\u0022:\\u0022§\\u0022}",
    '"password"\n  :\n  "§"',
    '"api_key":\r\n\t"§"',
    "&lt;password&gt;§&lt;/password&gt;",
    "password=3D§",
    "\\x22password\\x22:\\x22§\\x22",
    "%22password%22:%22§%22",
  ]),
  secretCase("url-password", "url", password, (v) => `password=${v}&user=app`, "url"),
  secretCase(
    "xml-password",
    "xml",
    (r) => `${r.base62(8)}&${r.base62(6)}`,
    (v) => `<password>${v}</password>`,
    "xml",
  ),
  secretCase(
    "json-password",
    "json",
    (r) => `${r.base62(6)}"${r.base62(6)}\\${r.base62(3)}`,
    (v) => `{"password":"${v}"}`,
    "json",
  ),
];
