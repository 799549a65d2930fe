import { expect, test } from "bun:test";
import { createSecrets } from "../../test/fixtures/secrets.ts";
import { findSecrets, redactJson, redactText, secretPathIn } from "./index.ts";

const redactEnvFile = (text: string) => redactText(text, { path: ".env" });

const secrets = createSecrets(7);
const sampleOf = (kind: string) => {
  const sample = secrets.find((secret) => secret.kind === kind);
  if (sample === undefined) throw new RangeError(`no sample of ${kind}`);
  return sample;
};
const github = sampleOf("github-pat").secret;
const pem = sampleOf("pem rsa private key").text;

test("a finding says which kind and where", () => {
  expect(findSecrets(`use ${github} now`)).toEqual([{ kind: "github", start: 4, end: 4 + github.length }]);
  expect(findSecrets("nothing here")).toEqual([]);
});

test("a known format names the kind, also under a secret-looking name", () => {
  expect(redactText(`GITHUB_TOKEN=${github}`)).toBe("GITHUB_TOKEN=[redacted:github]");
  expect(redactText(`{"token":"${github}"}`)).toBe('{"token":"[redacted:github]"}');
});

test("only the password of a URL is replaced", () => {
  expect(redactText("postgres://app:Xk29fLq!@db.internal:5432/shop")).toBe(
    "postgres://app:[redacted:url-password]@db.internal:5432/shop",
  );
  expect(redactText("postgres://app:p@ss/w0rd@db:5432/shop")).toBe(
    "postgres://app:[redacted:url-password]@db:5432/shop",
  );
});

test("the scheme of an Authorization header stays", () => {
  for (const [before, after] of [
    [
      `curl -H "Authorization: Bearer K8sLq02mVx71PzTd"`,
      `curl -H "Authorization: Bearer [redacted:authorization]"`,
    ],
    [
      `headers: { Authorization: 'Token K8sLq02mVx71PzTd' }`,
      `headers: { Authorization: 'Token [redacted:authorization]' }`,
    ],
    [
      `{\\"authorization\\":\\"Bearer K8sLq02mVx71PzTd\\"}`,
      `{\\"authorization\\":\\"Bearer [redacted:authorization]\\"}`,
    ],
    [
      `request.setHeader("X-Api-Key", "K8sLq02mVx71PzTd")`,
      `request.setHeader("X-Api-Key", "[redacted:secret]")`,
    ],
  ] as const)
    expect(redactText(before)).toBe(after);
});

test("<private> goes with its tags: nested, in any case, unclosed to the end", () => {
  expect(redactText("a <private>b</private> c <PRIVATE>d</Private> e")).toBe(
    "a [redacted:private] c [redacted:private] e",
  );
  expect(redactText("a <private>b <private>c</private> d</private> e")).toBe("a [redacted:private] e");
  expect(redactText("a <private>b\nc d")).toBe("a [redacted:private]");
  expect(redactText("a <private>b <private>c</private> d")).toBe("a [redacted:private]");
  expect(redactText("a \\u003cprivate\\u003eb\\u003c/private\\u003e c")).toBe("a [redacted:private] c");
});

test("the tag's name in prose or code hides nothing", () => {
  for (const text of [
    "Wrap it in `<private>` and go on",
    'text.includes("<private>")',
    "<privateKey>",
    "a private <b>",
  ])
    expect(redactText(text)).toBe(text);
});

test("private keys are found cut off at either end, escaped, and between other text", () => {
  const lines = pem.split("\n");
  const middle = lines[3] ?? "";
  expect(redactText(`before\n${pem}\nafter`)).toBe("before\n[redacted:private-key]\nafter");
  expect(redactText(JSON.stringify({ key: pem, next: 1 }))).toBe('{"key":"[redacted:private-key]","next":1}');
  expect(redactText(`${lines.slice(0, 4).join("\n")}\n\nsome other text`)).toBe(
    "[redacted:private-key]\n\nsome other text",
  );
  const tail = redactText(`some other text\n${lines.slice(3).join("\n")}\nafter`);
  expect(tail).not.toContain(middle);
  expect(tail).toStartWith("some other text\n");
  expect(tail).toEndWith("\nafter");
});

test("a public key and a certificate stay", () => {
  const text = pem.replaceAll("RSA PRIVATE KEY", "CERTIFICATE");
  expect(redactText(text)).toBe(text);
});

test("what stands for a secret is none", () => {
  for (const text of [
    "password: string",
    "token: Token;",
    "apiKey = getKey()",
    "const apiKey = process.env.API_KEY ?? config.apiKey;",
    "OPENAI_API_KEY=sk-...",
    "OPENAI_API_KEY=your-api-key-here",
    "ANTHROPIC_API_KEY=sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxx",
    `API_KEY=\${API_KEY}`,
    `password: \${{ secrets.DB_PASSWORD }}`,
    "DB_PASSWORD=<password>",
    "DB_PASSWORD=$(cat /run/secrets/db)",
    "Authorization: Bearer <token>",
    `Authorization: \`Bearer \${token}\``,
    '"Authorization": "Bearer " + token',
    "postgres://user:password@localhost:5432/app",
    `postgres://\${USER}:\${PASS}@localhost/app`,
    "http://localhost:8080/@scope/pkg",
    `AKIA${"IOSFODNN7"}EXAMPLE`,
    "max_tokens: 4096, token_count: 128000, next_page_token: abc",
    "if (password === confirmPassword) return",
    "throw new Error('password must have 8 characters')",
    '<input type="password" name="password" placeholder="Password">',
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "key: 7c9e6679-7425-40de-944b-e07fc1f90ae7",
    '"integrity": "sha512-Gd2UZBJDkXlY7GbJxfsE8/nvKkUEU1G38c1siN6QP6a9PT9MmHB8GnpscSmMJSoF8LOIrt8ud/wPtojys4G6+g=="',
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "Cookie: theme=dark; lang=en",
    "function tokenize(token: string): Token[] {",
    'const PASSWORD_FIELD = "password_confirmation_2";',
  ])
    expect(redactText(text)).toBe(text);
});

test("an env file loses its values and keeps its names", () => {
  const text = `# db\nDB_USER=bob\nexport DB_PASS='two words'\nPORT=3000\nDEBUG=true\nURL="https://api.internal"\nEMPTY=\nREF=\${OTHER}\n`;
  expect(redactEnvFile(text)).toBe(
    `# db\nDB_USER=[redacted:env]\nexport DB_PASS='[redacted:password]'\nPORT=3000\nDEBUG=true\nURL="https://api.internal"\nEMPTY=\nREF=\${OTHER}\n`,
  );
  expect(redactText("DB_USER=bob", { path: "/app/.env.local" })).toBe("DB_USER=[redacted:env]");
  expect(redactText("DB_USER=bob", { path: "/app/.env.example" })).toBe("DB_USER=bob");
  expect(redactText("     1→DB_USER=bob\n     2→PORT=80", { path: ".env" })).toBe(
    "     1→DB_USER=[redacted:env]\n     2→PORT=80",
  );
  expect(redactEnvFile(redactEnvFile(text))).toBe(redactEnvFile(text));
});

test("a command that names an env or key file is recognised", () => {
  expect(secretPathIn("cat ./app/.env | head")).toBe("./app/.env");
  expect(secretPathIn("cat ~/.ssh/id_ed25519")).toBe("~/.ssh/id_ed25519");
  expect(secretPathIn("cat src/env.ts .env.example")).toBeUndefined();
});

test("JSON keeps its shape; keys name their values", () => {
  const value = {
    password: "hunter2x",
    headers: { Authorization: `Bearer ${"Kq82"}LmX91vbT40s`, Accept: "*/*" },
    env: [{ name: "DB_PASSWORD", value: "correcthorse" }],
    pin: { password: 12345678 },
    count: 3,
    ok: true,
    none: null,
    list: ["a", `b ${github}`],
    max_tokens: 4096,
  };
  expect(redactJson<unknown>(value)).toEqual({
    password: "[redacted:password]",
    headers: { Authorization: "Bearer [redacted:authorization]", Accept: "*/*" },
    env: [{ name: "DB_PASSWORD", value: "[redacted:password]" }],
    pin: { password: "[redacted:password]" },
    count: 3,
    ok: true,
    none: null,
    list: ["a", "b [redacted:github]"],
    max_tokens: 4096,
  });
  expect(value.password).toBe("hunter2x");
  expect(redactJson(redactJson<unknown>(value))).toEqual(redactJson<unknown>(value));
});

test("a file's path lends its meaning to the text beside it", () => {
  expect(redactJson({ file: { filePath: "/app/.env", content: "DB_USER=bob" } })).toEqual({
    file: { filePath: "/app/.env", content: "DB_USER=[redacted:env]" },
  });
});

test("cycles, depth and odd keys end well", () => {
  const cycle: Record<string, unknown> = { note: github };
  cycle.self = cycle;
  expect(JSON.stringify(redactJson(cycle))).toBe('{"note":"[redacted:github]","self":"[cut: cycle]"}');
  let deep: unknown = github;
  for (let level = 0; level < 10_000; level++) deep = [deep];
  expect(JSON.stringify(redactJson(deep))).not.toContain(github);
  const odd: object = JSON.parse(`{"__proto__":{"password":"hunter2x"},"${github}":1}`);
  const copy = JSON.stringify(redactJson(odd));
  expect(copy).toBe('{"__proto__":{"password":"[redacted:password]"},"[redacted:github]":1}');
  const shared = { note: "x" };
  expect(redactJson([shared, shared])).toEqual([{ note: "x" }, { note: "x" }]);
});

test("lone surrogates, NUL and astral characters pass through", () => {
  const odd = `\ud800 \u0000 \udc00😀 ${github} 😀\ud800`;
  expect(redactText(odd)).toBe("\ud800 \u0000 \udc00😀 [redacted:github] 😀\ud800");
  expect(redactText("password=😀\ud800😀")).toBe("password=😀\ud800😀");
});

test("a secret in a very long line is found, and a very long secret goes whole", () => {
  const filler = "lorem ipsum ".repeat(50_000);
  expect(redactText(`${filler}${github} ${filler}`)).toBe(`${filler}[redacted:github] ${filler}`);
  const long = "a1B2c3D4e5".repeat(2_000);
  expect(redactText(`CLIENT_SECRET=${long}\nnext`)).toBe("CLIENT_SECRET=[redacted:secret]\nnext");
  expect(redactText(`{"client_secret":"${long}"}`)).toBe('{"client_secret":"[redacted:secret]"}');
});

test("redacting twice changes nothing, whatever stands side by side", () => {
  const glue = [
    "",
    " ",
    "\n",
    "=",
    ": ",
    '"',
    "\\n",
    "@",
    "://",
    "; ",
    "&",
    "<private>",
    "</private>",
    "password=",
    "TOKEN: ",
    "[redacted:secret]",
    "\\",
    "-----END RSA ",
    "x",
  ];
  let state = 99;
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  // test/fuzz/redact.test.ts draws many more.
  for (let round = 0; round < 1_000; round++) {
    let text = "";
    for (let piece = 0; piece < 6; piece++) {
      const sample = secrets[next(secrets.length)]?.text ?? "";
      const cut = next(3) === 0 ? sample.slice(next(sample.length)) : sample;
      text += cut + (glue[next(glue.length)] ?? "");
    }
    const once = redactText(text);
    if (redactText(once) !== once) expect({ text, again: redactText(once) }).toEqual({ text, again: once });
  }
});
