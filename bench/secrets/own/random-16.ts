import { type Encoding, secretCase, type Template } from "../corpus-case.ts";
import { ALPHABET, type Value } from "../random.ts";

/** Where a password manager's passwords go. Each place writes them as its own rules ask for. */
const places: readonly [id: string, encoding: Encoding, text: (v: string) => string][] = [
  ["env", "plain", (v) => `DB_PASSWORD=${v}\nPORT=1`],
  ["env-quoted", "shell", (v) => `DB_PASSWORD='${v}'`],
  ["export", "shell", (v) => `export DB_PASSWORD='${v}' && make`],
  ["yaml", "plain", (v) => `db:\n  password: ${v}\n  port: 1`],
  ["yaml-quoted", "yaml", (v) => `password: '${v}'`],
  ["json", "json", (v) => `{"user":"app","password":"${v}","port":1}`],
  ["json-pretty", "json", (v) => `{\n  "password": "${v}"\n}`],
  ["curl", "shell", (v) => `curl -u 'app:${v}' https://x.test`],
  ["mysql", "shell", (v) => `mysql -u root -p'${v}' shop`],
  ["properties", "plain", (v) => `db.password=${v}`],
  ["flag", "shell", (v) => `tool --password '${v}' go`],
  ["markdown", "plain", (v) => `**Password:** ${v}`],
  ["xml", "xml", (v) => `<password>${v}</password>`],
];

const alphabets: Readonly<Record<string, Value>> = {
  letters: (r) => r.base62(16),
  signs: (r) => r.chars(`${ALPHABET.base62}!@#$%^&*`, 16),
  printable: (r) => r.chars(ALPHABET.printable, 16),
};

/** YAML forbids these at the start of a bare value, and a file with them would not load. */
const yamlStart = /^[!&*{}[\],#|>@`"'%?:-]|: | #|:$/;

export const random16: readonly Template[] = Object.entries(alphabets).flatMap(([kind, value]) =>
  places.map(([id, encoding, text]) => {
    const legal: Value = (r) => {
      for (;;) {
        const drawn = value(r);
        if (id === "yaml" && yamlStart.test(drawn)) continue;
        // An unquoted env value may begin with a quote only if it is one that closes.
        if ((id === "env" || id === "properties") && /^["'`#]/.test(drawn)) continue;
        return drawn;
      }
    };
    return secretCase(`${kind}-${id}`, `password-${kind}`, legal, text, encoding);
  }),
);
