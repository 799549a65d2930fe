import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase, type Template } from "../../corpus-case.ts";
import { token } from "../../random.ts";

type Text = Template["text"];

// Every form stands once with each alphabet: what holds for letters may fail for marks.
const everyAlphabet = (id: string, text: Text, encoding: Encoding = "plain"): Template[] =>
  (["base62", "symbols", "printable"] as const).map((alphabet) =>
    secretCase(`${id}-${alphabet}`, "password", token("", alphabet, 16), text, encoding),
  );

export default {
  secrets: {
    "random-16": [
      ...everyAlphabet("env", (v) => `DB_PASSWORD=${v}`),
      ...everyAlphabet("env-single-quoted", (v) => `export ADMIN_PASSWORD='${v}'`, "shell"),
      ...everyAlphabet("json", (v) => `{"username": "svc", "password": "${v}", "active": true}`, "json"),
      ...everyAlphabet("yaml", (v) => `auth:\n  user: svc\n  password: '${v}'\n`, "yaml"),
      ...everyAlphabet("label-line", (v) => `User: svc\nPassword: ${v}\nURL: https://console.acme.dev`),
      ...everyAlphabet("ini", (v) => `[database]\nuser = svc\npassword = ${v}\n`),
      ...everyAlphabet(
        "xml",
        (v) => `<credentials><user>svc</user><password>${v}</password></credentials>`,
        "xml",
      ),
      ...everyAlphabet("url", (v) => `postgres://svc:${v}@db.acme.dev/app`, "url"),
      ...everyAlphabet("sentence", (v) => `The new admin password is ${v}`),
      ...everyAlphabet("code-span", (v) => `The password is now \`${v}\`.`),
    ],
  },
} satisfies BlindFile;
