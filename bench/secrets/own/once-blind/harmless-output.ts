import type { HarmlessTemplate } from "../../corpus-case.ts";
import { ALPHABET, base64, hex, type Random, token, uuid, type Value } from "../../random.ts";

// What tools print and what code says, in the shapes that secrets also take.

type Text = (r: Random) => string;
const numbered = (name: string, texts: readonly Text[]): HarmlessTemplate[] =>
  texts.map((text, i) => ({ id: `${name}-${i + 1}`, text }));

const PUBLIC: readonly (readonly [label: string, value: Value])[] = [
  ["commit_sha", hex(40)],
  ["revision", hex(40)],
  ["checksum", hex(64)],
  ["image_digest", (r) => `sha256:${r.hex(64)}`],
  ["integrity", (r) => `sha512-${base64(r.bytes(64))}`],
  ["etag", hex(32)],
  ["request_id", uuid],
  ["trace_id", hex(32)],
  ["build_id", token("", "base64url", 21)],
  ["content_hash", hex(20)],
  ["fingerprint", (r) => `SHA256:${r.chars(ALPHABET.base64, 43)}`],
  ["user_id", uuid],
  ["session_id", uuid],
  ["object_id", hex(24)],
  ["file_hash", hex(64)],
  ["version", (r) => `${r.int(9)}.${r.int(30)}.${r.int(99)}-rc.${r.int(9)}+${r.hex(7)}`],
  ["working_directory", (r) => `/home/ann/${r.word()}/${r.word()}-${r.hex(6)}`],
  ["cursor", (r) => base64(`cursor:v2:${r.chars(ALPHABET.digits, 13)}`)],
  ["message_id", (r) => `msg_${r.base62(24)}`],
  ["container_id", hex(64)],
  ["base_url", (r) => `https://${r.word()}.example.com/v1/${r.uuid()}`],
  ["public_key", (r) => `04${r.hex(128)}`],
];

const camel = (label: string) => label.replace(/_(\w)/g, (_, c: string) => c.toUpperCase());

const PLACES: readonly ((label: string, v: string) => string)[] = [
  (l, v) => `"${camel(l)}": "${v}",`,
  (l, v) => `${l}: ${v}`,
  (l, v) => `${l.toUpperCase()}=${v}`,
  (l, v) => `const ${camel(l)} = "${v}";`,
  (l, v) => `level=info msg=done ${l}=${v} ms=12`,
  (l, v) => `| ${l.replaceAll("_", " ")} | \`${v}\` |`,
  (l, v) => `<${camel(l)}>${v}</${camel(l)}>`,
  (l, v) => `The ${l.replaceAll("_", " ")} is ${v}`,
];

const publicLabels: HarmlessTemplate[] = PUBLIC.flatMap(([label, value]) =>
  PLACES.map((place, i) => ({ id: `${label}-${i + 1}`, text: (r: Random) => place(label, value(r)) })),
);

const NAMES = ["token", "password", "secret", "apiKey", "credentials", "accessToken", "privateKey"];
const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

const CODE: readonly ((name: string) => string)[] = [
  (n) => `const { ${n} } = await request.json();`,
  (n) => `return this.${n} === other.${n};`,
  (n) => `function parse${upper(n)}(${n}: ${upper(n)}Input): ${upper(n)} {`,
  (n) => `  ${n}: ${n} ?? defaults.${n},`,
  (n) => `${snake(n)}: Optional[str] = None`,
  (n) => `raise ValueError("${snake(n)} is required")`,
  (n) => `assert.equal(body.${n}, undefined);`,
  (n) => `test("refuses an empty ${n}", async () => {`,
  (n) => `let ${snake(n)} = args.next().expect("${snake(n)}");`,
  (n) => `public ${upper(n)} get${upper(n)}() { return ${n}; }`,
  (n) => `import { ${upper(n)}Provider } from "@/auth/${snake(n).replaceAll("_", "-")}-provider";`,
  (n) => `$${n} = $request->input('${snake(n)}');`,
  (n) => `@${snake(n)} = params[:${snake(n)}]`,
  (n) => `#define MAX_${snake(n).toUpperCase()}_LENGTH 128`,
  (n) => `ALTER TABLE users ADD COLUMN ${snake(n)}_hash text;`,
  (n) => `${n} = decrypt(load("${snake(n)}.enc"))`,
  (n) => `src/auth/${n}.ts(12,7): error TS2322: Type 'string' is not assignable to type '${upper(n)}'.`,
  (n) => `grep -rn "${n}" src --include='*.ts'`,
];

const codeNames: HarmlessTemplate[] = NAMES.flatMap((name) =>
  CODE.map((form, i) => ({ id: `${snake(name)}-${i + 1}`, text: () => form(name) })),
);

const WORDS = ["token", "password", "secret", "API key", "passphrase", "access token", "private key"];

const SENTENCES: readonly ((word: string) => string)[] = [
  (w) => `The ${w} is wrong or has expired.`,
  (w) => `I rotated the ${w} yesterday, please update your setup.`,
  (w) => `Never commit a ${w} to the repository!`,
  (w) => `Your ${w}: required, between 12 and 64 characters`,
  (w) => `- [ ] move the ${w} to the vault\n- [x] delete the old one`,
  (w) => `How do I change the ${w} for staging?`,
  (w) => `The ${w} is stored encrypted with AES-256-GCM.`,
  (w) => `> Ben: which ${w} do you mean?\n> Anna: the one in the vault`,
  (w) => `Read the ${w} from standard input instead of passing it as an argument.`,
  (w) => `| ${w} | yes | string | sent in the header |`,
];

const wordSentences: HarmlessTemplate[] = WORDS.flatMap((word) =>
  SENTENCES.map((form, i) => ({
    id: `${word.replaceAll(" ", "-").toLowerCase()}-${i + 1}`,
    text: () => form(word),
  })),
);

const toolOutput = numbered("output", [
  (r) => `added ${r.int(900)} packages, and audited ${r.int(900)} packages in ${r.int(60)}s`,
  (r) => `✓ src/auth/token.test.ts (${1 + r.int(40)} tests) ${r.int(900)}ms`,
  (r) => `✗ login > rejects a wrong password [${r.int(90)}.${r.int(99)}ms]`,
  (r) => `   Compiling secrecy v0.8.${r.int(9)}\n   Compiling token-bucket v1.2.${r.int(9)}`,
  (r) => `Step 4/9 : COPY package.json ./\n ---> Using cache\n ---> ${r.hex(12)}`,
  (r) => `#8 sha256:${r.hex(64)} 3.62MB / 3.62MB 0.4s done`,
  (r) => `[main ${r.hex(7)}] Add token refresh\n 3 files changed, 42 insertions(+)`,
  (r) => `* ${r.hex(7)} - (HEAD -> main, origin/main) Hide the password field (2 days ago) <Ann>`,
  (r) => `drwxr-xr-x 4 ann ann 4096 May  6 10:0${r.int(9)} secrets`,
  (r) => `deployment.apps/auth-token-service configured\nreplicaset app-${r.hex(10)} scaled to 3`,
  (r) => `secret/db-credentials created\nsecret/tls-${r.word()} unchanged`,
  (r) => `NAME             TYPE     DATA   AGE\ndb-credentials   Opaque   2      ${r.int(90)}d`,
  () => `Name: db\nType: Opaque\n\nData\n====\npassword:  16 bytes\nusername:  5 bytes`,
  () => `      + password = (sensitive value)`,
  () => `      ~ master_password = (known after apply)`,
  (r) => `aws_instance.web: Refreshing state... [id=i-0${r.hex(16)}]`,
  (r) => `{"type":"assistant","uuid":"${r.uuid()}","parentUuid":"${r.uuid()}","sessionId":"${r.uuid()}"}`,
  (r) => `{"usage":{"input_tokens":${r.int(99999)},"output_tokens":${r.int(9999)}}}`,
  (r) => `GET /assets/vendor.${r.hex(20)}.js 200 ${r.int(90)}ms`,
  (r) => `127.0.0.1 - - [06/May/2024:10:00:00 +0000] "POST /login HTTP/1.1" 401 ${r.int(999)}`,
  (r) => `    at TokenService.verify (/srv/app/dist/auth/token.service.js:${r.int(99)}:13)`,
  (r) => `Traceback (most recent call last):\n  File "/srv/auth/password.py", line ${r.int(99)}, in check`,
  (r) => `goroutine 1 [running]:\nmain.readToken(0xc000${r.hex(6)}, 0x${r.hex(2)})`,
  (r) => `0x00007f${r.hex(10)} in malloc () from /lib/libc.so.6`,
  (r) => `/tmp/tmp.${r.base62(10)}/build.log`,
  (r) => `/nix/store/${r.chars("0123456789abcdfghijklmnpqrsvwxyz", 32)}-openssl-3.0.13`,
  (r) => `~/.cache/pip/wheels/${r.hex(2)}/${r.hex(2)}/${r.hex(60)}`,
  (r) => `/var/lib/docker/overlay2/${r.hex(64)}/merged`,
  (r) => `chunk-${r.chars(ALPHABET.BASE36, 8)}.js   12.4 kB`,
  (r) => `@font-face{src:url(/media/${r.hex(16)}-s.p.woff2) format("woff2")}`,
  (r) => `<link rel="stylesheet" href="/_next/static/css/${r.hex(16)}.css" />`,
  (r) => `<div class="sc-${r.base62(6)} ${r.base62(6)}" data-v-${r.hex(8)}>`,
  (r) => `k6 run --vus 10 --duration ${r.int(60)}s token-refresh.js`,
  (r) => `make[1]: *** [Makefile:${r.int(90)}: token.o] Error 1`,
  (r) => `warning: unused variable: \`password\`\n  --> src/main.rs:${r.int(99)}:9`,
  (r) => `src/login.py:${r.int(99)}:5: F841 local variable 'token' is assigned to but never used`,
  (r) =>
    `--- a/src/password.ts\n+++ b/src/password.ts\n@@ -${r.int(99)},7 +${r.int(99)},9 @@ export function check(`,
  (r) => `rename from src/secret.ts\nrename to src/hidden.ts\nsimilarity index ${r.int(99)}%`,
  (r) => `Serial Number: ${Array.from({ length: 16 }, () => r.hex(2)).join(":")}`,
  (r) => `The key's randomart image is:\n+--[ED25519 256]--+\n|  .o+=*B${r.chars("oO=+*. ", 9)}|`,
  (r) => `gpg: key ${r.chars(ALPHABET.HEX, 16)}: public key "Ann <ann@example.com>" imported`,
  (r) => `pub   ed25519 2024-01-01 [SC]\n      ${r.chars(ALPHABET.HEX, 40)}`,
  (r) => `apt-key: trusted.gpg.d/${r.word()}.gpg ${r.chars(ALPHABET.HEX, 8)}`,
  (r) =>
    `known_hosts: |1|${base64(r.bytes(20))}|${base64(r.bytes(20))} ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.chars(ALPHABET.base64, 43)}`,
  (r) => `sec-websocket-accept: ${base64(r.bytes(20))}`,
  (r) => `Sec-WebSocket-Key: ${base64(r.bytes(16))}`,
  (r) => `content-security-policy: script-src 'sha256-${base64(r.bytes(32))}'`,
  (r) => `x-request-id: ${r.hex(32)}\nserver: nginx`,
  (r) => `cf-ray: ${r.hex(16)}-FRA`,
  (r) => `x-amz-request-id: ${r.chars(ALPHABET.BASE36, 16)}`,
  (r) => `boundary=----WebKitFormBoundary${r.base62(16)}`,
  (r) => `Message-ID: <${r.hex(32)}@mail.example.com>`,
  (r) => `SELECT id FROM users WHERE reset_token IS NOT NULL LIMIT ${r.int(100)};`,
  (r) => `INSERT INTO files VALUES (${r.int(99)}, '${r.uuid()}', '${r.hex(32)}');`,
  (r) => `Query OK, ${r.int(99)} rows affected. Password column dropped.`,
  (r) => `magnet:?xt=urn:btih:${r.hex(40)}&dn=ubuntu.iso`,
  (r) => `ipfs://bafybeig${r.chars("abcdefghijklmnopqrstuvwxyz234567", 51)}`,
  (r) => `did:key:z6Mk${r.chars(ALPHABET.base58, 44)}`,
  (r) => `GET https://api.example.com/items?page_size=${r.int(90)}&sort=key&order=asc`,
  (r) => `?utm_source=mail&utm_campaign=${r.word()}-token-launch`,
  (r) => `i18n: {"login.password":"Passwort","login.token":"Token","n":${r.int(9)}}`,
  (r) => `Keyboard shortcut: Ctrl+Shift+${r.chars(ALPHABET.upper, 1)} opens the password manager`,
  (r) => `GUID for type library: {${r.uuid().toUpperCase()}}`,
  (r) => `Project("{${r.uuid().toUpperCase()}}") = "Auth.Tokens", "Auth.Tokens.csproj"`,
  (r) => `isa = PBXBuildFile; fileRef = ${r.chars(ALPHABET.HEX, 24)} /* Password.swift */;`,
  (r) => `guid: ${r.hex(32)}\nMonoImporter:\n  serializedVersion: 2`,
  (r) => `uid://${r.chars(ALPHABET.base36, 13)} path="res://key.tscn"`,
  (r) => `"cell_type": "code", "id": "${r.hex(8)}", "execution_count": ${r.int(99)}`,
  (r) => `DTSTART:20240506T100000Z\nUID:${r.uuid()}@calendar.example.com`,
  (r) => `model: claude-sonnet-4-${r.chars(ALPHABET.digits, 8)}, max_tokens ${r.int(9999)}`,
]);

export const harmlessOutput = { publicLabels, codeNames, wordSentences, toolOutput } as const;
