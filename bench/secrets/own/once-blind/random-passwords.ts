import { type Encoding, secretCase, type Template } from "../../corpus-case.ts";
import { type ALPHABET, token } from "../../random.ts";

// Sixteen random characters under a label, in each of three alphabets. A value with quotes is written
// with the escapes of its format, or to the end of its line where the format has none.

type Place = readonly [id: string, text: (v: string) => string, encoding: Encoding];

const PLACES: readonly Place[] = [
  ["env-line", (v) => `DB_PASSWORD=${v}\n`, "plain"],
  ["prose-colon", (v) => `Password: ${v}\n`, "plain"],
  ["json", (v) => `{"user":"app","password":"${v}","port":5432}`, "json"],
  ["js", (v) => `const adminPassword = "${v}";`, "json"],
  ["yaml-single", (v) => `smtp:\n  password: '${v}'\n  port: 25`, "yaml"],
  ["shell-single", (v) => `export API_SECRET='${v}'\n./run`, "shell"],
  ["xml", (v) => `<password>${v}</password>`, "xml"],
  ["url", (v) => `postgres://app:${v}@db1:5432/app`, "url"],
  ["properties", (v) => `user=app\nspring.datasource.password=${v}\nurl=x`, "plain"],
  ["k8s", (v) => `kind: Secret\ndata:\n  password: ${v}\n`, "base64"],
  ["bullet", (v) => `- User: app\n- Password: ${v}\n- Port: 5432`, "plain"],
  ["flag", (v) => `tool login --password '${v}' --user app`, "shell"],
  ["cjk", (v) => `密码：${v}\n`, "plain"],
];

const ALPHABETS: readonly (readonly [string, keyof typeof ALPHABET])[] = [
  ["letters-digits", "base62"],
  ["printable", "printable"],
  ["symbols", "symbols"],
];

export const randomPasswords: readonly Template[] = ALPHABETS.flatMap(([name, alphabet]) =>
  PLACES.map(([id, text, encoding]) =>
    secretCase(`${name}-${id}`, "random-16", token("", alphabet, 16), text, encoding),
  ),
);
