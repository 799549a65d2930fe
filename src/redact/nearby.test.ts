import { expect, test } from "bun:test";
import { findSecrets, redactText } from "./index.ts";

const password = "Kestrel7tXq!9Lm";
const key = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";

test.each([
  `the password, which Marta changed last week, is ${password} now`,
  `> what's the root password again?\n> Ben: it's ${password}`,
  `Please use the following password:\n\n${password}\n\nand log in`,
  `${password} is the password of the build server`,
  `I changed the password to ${password} yesterday`,
  `密码已经改成了 ${password}`,
  `パスワードを ${password} に変更しました`,
  `비밀번호는 ${password}입니다`,
  `я поменял пароль на ${password} вчера`,
  `le mot de passe de la base est « ${password} »`,
  `mudei a senha para ${password} ontem`,
  `| 账号 | 密码 |\n|---|---|\n| root | ${password} |`,
  `\u001b[1mPassword\u001b[0m: \u001b[36m${password}\u001b[39m`,
  `(gdb) print password\n$1 = 0x7ffe "${password}"`,
])("a password that stands out of its sentence is found: %s", (text) => {
  expect(redactText(text)).not.toContain(password);
});

test.each([
  `The API key you gave me, ${key}, returns 401.`,
  `Please store ${key} as the webhook secret`,
  `const secret = process.env.JWT_SECRET || '${key}';`,
  `E  AssertionError: assert token == '${key}'`,
  `$ vault token create -field=token\n${key}\n`,
  `### API key\n\n${key}\n`,
])("a key that stands out of its sentence or statement is found: %s", (text) => {
  expect(redactText(text)).not.toContain(key);
});

test.each([
  "token usage from claude-3-5-sonnet-20241022 was 128000",
  "the token was issued for request req_011CSHoEeqs5C35K2UUqR7Fy",
  "The password hash uses sha256 at commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "reset the password for user42 in src/auth/Login2.tsx",
  "the password is base64-encoded and 32bytes long",
  "see the secret in vault/production/db-1 for details",
  "The password must have 8-64 characters",
  "密码长度为 8 到 64 个字符",
  "La clave es leer primero el archivo README2.md",
])("a sentence about secrets holds none: %s", (text) => {
  expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
});

test("a password with quotes, commas and brackets of its own goes whole", () => {
  for (const value of [`S,_Fw=FD^IgwQ6Z^`, `"y"}r?dvc;4G/:2'`, `NQ4{_C(.-CLC{Y25`])
    expect(redactText(`user=app\ndb.password=${value}\nport=1`)).toBe(
      "user=app\ndb.password=[redacted:password]\nport=1",
    );
});
