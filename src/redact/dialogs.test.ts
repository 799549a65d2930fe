import { expect, test } from "bun:test";
import { findSecrets, redactText } from "./index.ts";

const password = "Kestrel7tXq!9Lm";
const hex = "9f8e7d6c5b4a39281706f5e4d3c2b1a0";
const base64 = Buffer.from(password).toString("base64");

test.each([
  ["the next line says the new value", `Token for user ci was reset.\nNew value: ${password}`, password],
  ["a debug line says the result", `Evaluating: env.DB_PASSWORD\nResult: '${password}'`, password],
  ["a chat answers", `ann: do you know the vpn password?\nbob: Harbor4471\nann: thanks`, "Harbor4471"],
  ["a value on the line behind the sign", `String apiSecret =\n    "${hex}";`, hex],
  ["Redis", `"AUTH" "app" "${password}"`, password],
  ["POP3", `USER kim\n+OK\nPASS ${password}\n+OK`, password],
  ["IMAP", `a7 LOGIN kim ${password}`, password],
  ["SMTP", `334 UGFzc3dvcmQ6\n${base64}`, base64],
  ["Perl", `DBI->connect("dbi:mysql:x", "app", "${password}")`, password],
  ["a key store", `store.load(file, "${password}".toCharArray());`, password],
  ["schtasks", `schtasks /change /tn x /rp ${password}`, password],
  ["Pulumi", `pulumi config set aws:dbPass ${password} --secret`, password],
  ["a byte array", `keypair = [${Array.from({ length: 64 }, (_, i) => (i * 37) % 256)}]`, "37,74,111"],
  ["an account", `"accounts": ["0x${hex}${hex}"]`, hex],
  ["a cookie of a browser", `{"name": "session", "path": "/", "value": "${hex}"}`, hex],
  ["a form", `user%5Bpassword%5D=${password.replace("!", "%21")}&x=1`, "Kestrel7tXq"],
  ["an element with attributes", `<Pass encoding="base64">${base64}</Pass>`, base64],
  ["a URL with a question mark", `ftp://web:Harbor?4471@ftp.acme.dev/x`, "Harbor?4471"],
  ["a URL without its colon", `mysql//app:${hex}@db:3306/x`, hex],
])("%s: the secret is found", (_, text, secret) => {
  expect(redactText(text)).not.toContain(secret);
});

test.each(["api-1      | ", "Feb 11 09:12:44 web1 certd[812]: ", "2026-02-11T09:12:44.1932210Z "])(
  "a private key behind %s is found, and the lines behind it stay",
  (prefix) => {
    const body = Array.from({ length: 6 }, (_, i) => Buffer.alloc(48, `k${i}Zq/+9x`).toString("base64"));
    const lines = ["-----BEGIN PRIVATE KEY-----", ...body, "the server started"];
    const redacted = redactText(lines.map((line) => prefix + line).join("\n"));
    expect(body.filter((line) => redacted.includes(line))).toEqual([]);
    expect(redacted).toEndWith(`${prefix}the server started`);
  },
);

test.each([
  `TWILIO_ACCOUNT_SID=AC${hex}`,
  "<password>\u0024{env.DB_PASSWORD}</password>",
  "password=\u0024{1:?usage: login.sh PASSWORD}",
  "password=*** user=svc",
  "PASS src/login2.test.ts",
  "user-login 2026-03-01T10:00:00.000Z",
  "last login 2026-03-01T10:00:00.000Z from tty1",
  "token: parsed\ndefault: abc123def",
  "the seed phrase is what you need when the app asks for words that only you should ever know",
  "GPIO PIN: 13",
])("%s holds no secret", (text) => {
  expect(findSecrets(text)).toEqual([]);
});
