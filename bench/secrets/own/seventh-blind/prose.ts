import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, type Value, weakPassword } from "../../random.ts";

const recovery: Value = (r) => `${r.chars(ALPHABET.base36, 5)}-${r.chars(ALPHABET.base36, 5)}`;
const mnemonic: Value = (r) => Array.from({ length: 12 }, () => r.word()).join(" ");
const pin: Value = token("", "digits", 8);

export default {
  secrets: {
    prose: [
      secretCase(
        "login-with",
        "password",
        password,
        (v) =>
          `Please log in to https://staging.example.org as ann with the password ${v} and check the cart.`,
      ),
      secretCase(
        "slash-pair",
        "password",
        password,
        (v) => `staging login is admin / ${v}, tell me if it fails`,
      ),
      secretCase(
        "creds-list",
        "password",
        weakPassword,
        (v) => `Credentials for the test account:
- email: qa+1@example.org
- password: ${v}
- role: editor`,
      ),
      secretCase(
        "sudo-is",
        "password",
        weakPassword,
        (v) => `btw the sudo password is ${v} if apt asks for it`,
      ),
      secretCase(
        "changed-to",
        "password",
        password,
        (v) => `I changed the root password to ${v} this morning.`,
      ),
      secretCase(
        "from-to",
        "password",
        password,
        (v) => `Sorry, I rotated it: the old database password no longer works, the new one is ${v}.`,
      ),
      secretCase("pw-colon", "password", weakPassword, (v) => `pw: ${v}`),
      secretCase("pwd-eq", "password", password, (v) => `server 10.2.0.8 user=root pwd=${v} port 2222`),
      secretCase(
        "mail",
        "password",
        password,
        (v, r) => `Hi ${r.Word()},

your account has been created. You can sign in at https://portal.example.org.

User name: ${r.word()}
Temporary password: ${v}

Please change it after the first sign-in.

Best regards, IT`,
      ),
      secretCase(
        "md-table",
        "password",
        password,
        (v) => `| env | user | password |
| --- | --- | --- |
| prod | app | ${v} |`,
      ),
      secretCase(
        "md-table-row",
        "token",
        base62(32),
        (v) => `| Setting | Value |
|---|---|
| Endpoint | https://api.example.org |
| API token | \`${v}\` |`,
      ),
      secretCase(
        "md-bold",
        "password",
        password,
        (v) => `## Access\n\n**User:** root\n**Password:** ${v}\n\nSSH on port 22.`,
      ),
      secretCase(
        "heading-then-value",
        "api-key",
        hex(32),
        (v) => `### API key\n\n\`${v}\`\n\n### Endpoint\n\n/v2/search`,
      ),
      secretCase(
        "fence",
        "token",
        base62(40),
        (v) => `Here is my deploy token:\n\n\`\`\`\n${v}\n\`\`\`\n\nPut it in the CI settings.`,
      ),
      secretCase("next-line", "password", password, (v) => `The admin password is:\n${v}\nDon't share it.`),
      secretCase(
        "agent-answer",
        "password",
        password,
        (v) =>
          `Found the credentials in \`config/prod.php\`: the user is \`shop\` and the password is \`${v}\`.`,
      ),
      secretCase(
        "agent-warning",
        "api-key",
        base62(36),
        (v) => `⚠️ The file contains a hard-coded API key (\`${v}\`). Move it to an environment variable.`,
      ),
      secretCase(
        "agent-summary",
        "password",
        password,
        (v) => `Summary of what I did:
1. Created the database \`shop\`.
2. Created the user \`shop_rw\` with password \`${v}\`.
3. Ran the migrations.`,
      ),
      secretCase(
        "agent-generated",
        "password",
        token("", "base62", 24),
        (v) =>
          `I generated a strong password for the service account: ${v}. Store it in your password manager.`,
      ),
      secretCase(
        "use-this-key",
        "api-key",
        base62(32),
        (v) => `use this api key: ${v} and list all the open orders`,
      ),
      secretCase("key-is-casual", "api-key", hex(40), (v) => `ok so my key is ${v}, why do i get a 403?`),
      secretCase(
        "here-s-token",
        "token",
        base62(43),
        (v) => `Here's the bearer token I copied from the browser: ${v}`,
      ),
      secretCase(
        "parenthesis",
        "password",
        weakPassword,
        (v) => `Connect to the NAS as backup (password ${v}) and list /volume1.`,
      ),
      secretCase(
        "quotes-curly",
        "password",
        password,
        (v) => `The password is “${v}” – with a capital first letter.`,
      ),
      secretCase(
        "single-quotes",
        "password",
        weakPassword,
        (v) => `just type '${v}' when it asks for the password`,
      ),
      secretCase("as-password", "password", password, (v) => `Try logging in using ${v} as the password.`),
      secretCase(
        "set-password",
        "password",
        weakPassword,
        (v) => `set the postgres password to ${v} and restart the container`,
      ),
      secretCase(
        "chat-slack",
        "password",
        password,
        (v) => `[10:41] marc: whats the pass for the jump host?
[10:42] lena: ${v}
[10:42] marc: thx`,
      ),
      secretCase(
        "chat-answer",
        "password",
        weakPassword,
        (v) => `User: what's the wifi password?\nAssistant: It's ${v}.`,
      ),
      secretCase(
        "ticket",
        "password",
        password,
        (v, r) => `OPS-${r.int(9000)}: VPN access for contractor
Description: user ext_${r.word()}, initial pwd ${v}, expires end of month.`,
      ),
      secretCase(
        "jira-comment",
        "token",
        base62(24),
        (v) => `h3. Reproduction
Call the endpoint with {{token=${v}}} and observe the 500.`,
      ),
      secretCase(
        "recovery-codes",
        "recovery-code",
        recovery,
        (v, r) => `GitHub recovery codes, keep them safe:
${r.chars(ALPHABET.digits, 5)}-00000 (used)
${v}`,
      ),
      secretCase("seed-phrase", "mnemonic", mnemonic, (v) => `my wallet seed phrase is: ${v}`),
      secretCase("pin-code", "pin", pin, (v) => `The door code of the server room is ${v}.`),
      secretCase(
        "wifi-sign",
        "password",
        weakPassword,
        (v) => `Network: Acme-Guest\nKey: ${v}\nSecurity: WPA2`,
      ),
      secretCase(
        "zip-password",
        "password",
        password,
        (v) => `I attached dump.zip; the zip password is ${v}`,
      ),
      secretCase(
        "ssh-me",
        "password",
        password,
        (v) => `you can ssh in as ubuntu@203.0.113.9, password's ${v}`,
      ),
      secretCase(
        "user-pass-colon",
        "password",
        password,
        (v) => `The FTP account is webmaster:${v} on ftp.example.org`,
      ),
      secretCase(
        "client-secret",
        "client-secret",
        base62(40),
        (v, r) => `OAuth app: client id ${r.hex(20)}, client secret ${v}, redirect http://localhost:8080/cb`,
      ),
      secretCase("typo-label", "password", password, (v) => `heres the passwrd for the db: ${v}`),
      secretCase("creds-inline", "password", weakPassword, (v) => `creds: qa_admin/${v}`),
      secretCase(
        "still-not-working",
        "password",
        password,
        (v) => `I tried the password ${v} three times and the account is locked now.`,
      ),
      secretCase(
        "remember",
        "password",
        password,
        (v) => `Remember for later: the Grafana admin password = ${v}`,
      ),
      secretCase(
        "question",
        "password",
        weakPassword,
        (v) => `Is "${v}" a strong enough password for production?`,
      ),
      secretCase(
        "numbered",
        "password",
        password,
        (v) => `1. Open the admin page
2. Log in as \`root\`, password: \`${v}\`
3. Click **Backup**`,
      ),
      secretCase("html-mail", "password", password, (v) => `<p>Your new password is <b>${v}</b>.</p>`),
      secretCase(
        "obsidian",
        "token",
        hex(64),
        (v) => `- Home Assistant\n\t- long-lived access token:: ${v}\n\t- port:: 8123`,
      ),
    ],
  },
  harmless: {
    prose: [
      { id: "how-reset", text: () => "How do I reset my password? The link in the mail has expired." },
      { id: "rotate", text: () => "Please rotate the API key every quarter and note it in the calendar." },
      {
        id: "password-is-wrong",
        text: () => "It says the password is incorrect, but I copied it from the vault.",
      },
      { id: "password-is-required", text: () => "The password is required and must not be empty." },
      { id: "token-is-expired", text: () => "My token is expired, can you show me how to renew it?" },
      { id: "stored", text: () => "The secret is stored in AWS Secrets Manager under prod/shop/db." },
      {
        id: "token-count",
        text: (r) => `This session used ${r.int(90)},${r.chars(ALPHABET.digits, 3)} tokens of context.`,
      },
      { id: "key-point", text: () => "The key point is: write the test first." },
      { id: "secret-of", text: () => "The secret: small steps and good names." },
      { id: "pass-tests", text: () => "All tests pass: 412 passed, 3 skipped." },
      { id: "same-as", text: () => "The password is the same as on the old server, ask Lena." },
      { id: "ask", text: () => "Password: see 1Password, vault Engineering." },
      {
        id: "not-in-chat",
        text: () => "Never paste a password into the chat; use the variable DB_PASSWORD instead.",
      },
      { id: "commit", text: (r) => `Fixed in ${r.hex(7)}: login form forgets the token.` },
      {
        id: "table",
        text: () =>
          "| field | type | note |\n| --- | --- | --- |\n| password | string | hashed with argon2 |",
      },
      { id: "api-key-where", text: () => "Where do I find my API key? Under Settings → Developers → Keys." },
      { id: "ticket-id", text: (r) => `See ticket OPS-${r.int(9000)} and build ${r.uuid()}.` },
      { id: "password-manager", text: () => "We use a password manager called Bitwarden." },
      { id: "fence-env", text: () => "```sh\nexport API_KEY=<your key>\n```" },
      { id: "agent-plan", text: () => "I'll read the token from the environment and pass it as a header." },
      { id: "credential-helper", text: () => "Set the credential helper to osxkeychain and try again." },
      {
        id: "parser",
        text: () => "The token `=>` starts an arrow function, so the parser must look ahead.",
      },
      { id: "two-factor", text: () => "Enable two-factor authentication and print the recovery codes." },
      { id: "auth-bug", text: () => "Auth fails because the password column is too short for the hash." },
    ],
  },
} satisfies BlindFile;
