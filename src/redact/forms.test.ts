import { expect, test } from "bun:test";
import { redactText } from "./index.ts";

const password = "Tr0ub4dor&3";
const hex = "9f8e7d6c5b4a39281706f5e4d3c2b1a0";
const random = "xK9mP2vL8qR5tW3z";

/** Where people, tools and files write a secret that no provider's prefix marks. */
const forms: Record<string, string[]> = {
  [password]: [
    `password: ${password}`,
    `"db_password": "${password}"`,
    `{'password': '${password}'}`,
    `const password: string = "${password}";`,
    `- POSTGRES_PASSWORD=${password}`,
    `spring.datasource.password=${password}`,
    `define('DB_PASSWORD', '${password}');`,
    `:password => "${password}"`,
    `psql "host=h user=u password=${password} dbname=d"`,
    `kubectl create secret generic x --from-literal=password=${password}`,
    `Your password is: ${password}`,
    `ALTER USER app WITH PASSWORD '${password}';`,
    `CREATE USER 'a'@'%' IDENTIFIED BY '${password}';`,
    `requests.get(url, auth=("user", "${password}"))`,
    `echo '${password}' | sudo -S ls`,
    `sshpass -p '${password}' ssh host`,
    `mysql -u root -p${password} shop`,
    `curl --user "user:${password}" https://host`,
    `openssl rsa -passin pass:${password}`,
    `- name: DB_PASSWORD\n  value: "${password}"`,
    `- value: "${password}"\n  name: DB_PASSWORD`,
    `password: |\n  ${password}\nnext: 1`,
  ],
  "480913": ["door:\n  pin: 480913\n", '{"host":"x","pin":"480913"} '],
  hunter2: [
    "PGPASSWORD=hunter2 psql -h host",
    "password=hunter2",
    'login({"password":"hunter2"})',
    "ftp://u:hunter2@host/x",
    "curl -u user:hunter2 https://host",
  ],
  [hex]: [
    `export TOKEN="${hex}"`,
    `{"apiKey":"${hex}"}`,
    `-H 'X-Auth-Token: ${hex}'`,
    `Cookie: sessionid=${hex}; theme=dark`,
    `curl -b "session=${hex}" https://host`,
    `secret_key_base: ${hex}${hex}`,
    `authorization: token ${hex}`,
    `curl -H "Fastly-Key: ${hex.slice(0, 20)}" https://host`,
  ],
  [random]: [
    `ENV API_KEY ${random}`,
    `npm config set //registry.npmjs.org/:_authToken ${random}`,
    `https://oauth2:${random}@gitlab.com/x.git`,
    `https://host/callback#access_token=${random}&state=1`,
    `jdbc:oracle:thin:scott/${random}@//host:1521/x`,
    `Data Source=h;User ID=u;Pwd=${random};`,
    `deploy --token=${random}`,
    `API_KEYS=${random},${random}`,
    `travis encrypt DEPLOY=${random} --add`,
  ],
};

for (const [secret, texts] of Object.entries(forms)) {
  test(`a secret like ${secret} is found in every form it is written in`, () => {
    expect(texts.filter((text) => redactText(text).includes(secret))).toEqual([]);
  });
}

test("what stands around the value stays", () => {
  expect(redactText(`mysql -u root -p${password} shop`)).toBe("mysql -u root -p[redacted:password] shop");
  expect(redactText("curl -u admin1:admin1 https://host")).toBe(
    "curl -u admin1:[redacted:password] https://host",
  );
  expect(redactText(`a?x=1&access_token=${random}&y=2`)).toBe("a?x=1&access_token=[redacted:secret]&y=2");
});

test("a test's verdict and a list of names hold no password", () => {
  for (const text of [
    "    --- PASS: TestLogin/with_7_tokens (0.00s)",
    "PASS: 12 tests",
    "['NSURLCredential', 'NSURLCredentialStorage']",
  ])
    expect(redactText(text)).toBe(text);
});

test("a secret is found wherever it stands in a long text, and behind characters beyond a byte", () => {
  const secret = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;
  for (const fill of ["x ", "→ ", "密 ", "é "]) {
    for (let shift = -6; shift <= 6; shift++) {
      const before = fill.repeat(1 << 14).slice(0, (1 << 15) + shift);
      const redacted = redactText(`${before} ${secret} ${before} password=${password}`);
      expect(redacted).not.toContain(secret);
      expect(redacted).not.toContain(password);
      expect(redacted.startsWith(before)).toBe(true);
    }
  }
});

test("characters whose lower byte is that of a secret's letters are no secret", () => {
  const alike = (text: string) =>
    [...text].map((c) => String.fromCharCode(c.charCodeAt(0) + 0x4e00)).join("");
  const text = `${alike("password")}=${password} ${alike("ghp_aB3dE6gH9jK2aB3dE6gH9jK2aB3dE6gH9jK2")}`;
  expect(redactText(text)).toBe(text);
});
