import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, uuid, weakPassword } from "../../random.ts";

export default {
  secrets: {
    prose: [
      s(
        "can-you-login",
        "password",
        password,
        (v) => `can you log in to the staging box as deploy with ${v} as the password and check disk usage?`,
      ),
      s("pw-abbrev", "password", weakPassword, (v) => `user is admin, pw ${v}, tell me if it works`),
      s("pwd-slash", "password", weakPassword, (v) => `creds for grafana: admin/${v}`),
      s(
        "login-with-and",
        "password",
        password,
        (v) => `Log in using jo@acme.io and ${v} (password), then open Settings.`,
      ),
      s(
        "changed-from-to",
        "password",
        password,
        (v) => `I changed the root password to ${v} yesterday because the old one expired.`,
      ),
      s(
        "forgot-to-mention",
        "password",
        weakPassword,
        (v) => `oh and I forgot to mention: the sudo password on that machine is ${v}`,
      ),
      s("it-is-question", "password", password, (v) => `> what's the db password again?\n${v}`),
      s(
        "chat-two-people",
        "password",
        password,
        (v) => `ana  10:41  whats the pass for the jenkins box\nbo   10:42  ${v}\nana  10:42  thx`,
      ),
      s(
        "slack-export-style",
        "password",
        weakPassword,
        (v) => `[11:02 AM] Maria: password for the shared inbox?\n[11:03 AM] Tom: it's ${v}`,
      ),
      s(
        "my-password-is",
        "password",
        weakPassword,
        (v) => `my password is ${v} and it still says access denied, what am I doing wrong`,
      ),
      s("heres-the-token", "token", base62(40), (v) => `Here's the token: ${v}. It expires on Friday.`),
      s("use-this-key", "api-key", base62(32), (v) => `Use this API key for the weather service → ${v}`),
      s(
        "key-then-sentence",
        "api-key",
        hex(32),
        (v) => `${v} is our API key for the geocoder, put it into the config please.`,
      ),
      s(
        "agent-answer-found",
        "password",
        password,
        (v) =>
          `I found the problem. The service reads \`DB_PASSWORD\` from the environment, and its current value, \`${v}\`, does not match the one in the database.`,
      ),
      s(
        "agent-answer-set",
        "password",
        password,
        (v) =>
          `Done. I created the user **report** with the password **${v}** and granted it SELECT on all tables.`,
      ),
      s(
        "agent-summary-list",
        "password",
        password,
        (v) =>
          `Summary:\n- created bucket\n- created user \`app\`\n- generated password: \`${v}\`\n- restarted the service`,
      ),
      s(
        "markdown-bold-label",
        "password",
        password,
        (v) => `**Host:** db.acme.io\n**User:** app\n**Password:** ${v}`,
      ),
      s(
        "markdown-heading-then",
        "password",
        password,
        (v) => `### Admin password\n\n${v}\n\n### Next steps\n\nInstall the chart.`,
      ),
      s("markdown-heading-code", "token", base62(40), (v) => "## API token\n\n```\n" + v + "\n```\n"),
      s(
        "markdown-table-column",
        "password",
        password,
        (v) =>
          `| env | url | username | password |\n|-----|-----|----------|----------|\n| dev | https://dev.acme.io | admin | ${v} |`,
      ),
      s(
        "markdown-table-row",
        "password",
        password,
        (v) => `| Field | Value |\n|---|---|\n| User | root |\n| Password | ${v} |`,
      ),
      s(
        "markdown-table-backticks",
        "secret",
        base62(40),
        (v) => `| Setting | Value |\n| :-- | :-- |\n| \`client_secret\` | \`${v}\` |`,
      ),
      s(
        "numbered-steps",
        "password",
        weakPassword,
        (v) =>
          `1. Open https://nas.local\n2. Sign in as "backup"\n3. When asked for the password type ${v}\n4. Click Restore`,
      ),
      s(
        "bullet-dash",
        "password",
        password,
        (v) => `Access:\n  - VPN first\n  - ssh root@10.2.0.4\n  - pass - ${v}`,
      ),
      s("em-dash", "password", password, (v) => `router admin password — ${v}`),
      s("arrow", "password", weakPassword, (v) => `login -> root, password -> ${v}`),
      s("equals-chat", "password", weakPassword, (v) => `pass=${v} btw`),
      s(
        "parenthetical",
        "password",
        password,
        (v) => `SSH into bastion (user ops, password ${v}) and tail the log.`,
      ),
      s("quoted-sentence", "password", password, (v) => `It asks for a passphrase; the right one is “${v}”.`),
      s(
        "single-curly",
        "password",
        weakPassword,
        (v) => `The Wi-Fi password is ‘${v}’, capital first letter.`,
      ),
      s("wifi-guest", "password", weakPassword, (v) => `Wifi: Acme-Guest / ${v}`),
      s(
        "ticket-body",
        "password",
        password,
        (v, r) =>
          `Ticket #${r.int(99999)}\nPriority: high\nDescription: Customer cannot log in. Reset his password to ${v}, told him to change it.`,
      ),
      s(
        "ticket-comment",
        "token",
        base62(40),
        (v, r) => `[~${r.word()}] the bearer token I used in the failing request was ${v}`,
      ),
      s(
        "email-onboarding",
        "password",
        password,
        (v, r) =>
          `Subject: Welcome aboard\n\nHi ${r.Word()},\n\nyour account is ready.\n\nUsername: ${r.word()}\nInitial password: ${v}\n\nPlease change it at first login.\n\nBest,\nIT`,
      ),
      s(
        "email-inline",
        "password",
        password,
        (v) =>
          `Hi, you can download the archive from the share. The zip is encrypted, its password is ${v}. Regards, Kim`,
      ),
      s(
        "email-followup",
        "password",
        weakPassword,
        (v) => `As discussed, I'm sending the password separately:\n\n${v}\n\nCheers`,
      ),
      s(
        "zip-unlock",
        "password",
        weakPassword,
        (v) => `unzip it with ${v}, that's the password of the archive`,
      ),
      s("pdf-protected", "password", weakPassword, (v) => `The PDF is password protected (${v}).`),
      s(
        "standup-note",
        "password",
        password,
        (v) => `standup: rotated db creds, new pw for app_rw = ${v}, still need to update the chart`,
      ),
      s(
        "todo",
        "password",
        password,
        (v) => `TODO: remove hardcoded password ${v} from deploy.sh before open sourcing`,
      ),
      s(
        "commit-message",
        "api-key",
        base62(32),
        (v) => `fix(ci): replace leaked API key ${v} with a secret reference`,
      ),
      s(
        "bug-report",
        "password",
        weakPassword,
        (v) =>
          `Steps to reproduce\n1. go to /login\n2. enter test@acme.io and password ${v}\n3. click Sign in\nExpected: dashboard\nActual: 500`,
      ),
      s("qa-account", "password", weakPassword, (v) => `You can test with the QA account qa+7@acme.io:${v}`),
      s(
        "two-creds-sentence",
        "password",
        password,
        (v) => `The username's svc_etl and the password's ${v}, both case sensitive.`,
      ),
      s("same-as", "password", weakPassword, (v) => `same password as always, ${v}`),
      s("try-this", "password", weakPassword, (v) => `hmm wrong password? try ${v}`),
      s("or-maybe", "password", weakPassword, (v) => `The password could be the old one, i.e. ${v}.`),
      s(
        "not-working",
        "password",
        password,
        (v) =>
          `I keep getting "Access denied for user root (using password: YES)" although ${v} is definitely the correct password`,
      ),
      s("ask-hash", "password", password, (v) => `generate a bcrypt hash for the password ${v} with cost 12`),
      s(
        "ask-encode",
        "password",
        password,
        (v) => `How do I URL-encode my database password "${v}" for the connection string?`,
      ),
      s("ask-env", "token", base62(40), (v) => `please add ACCESS_TOKEN to .env, value ${v}`),
      s(
        "ask-replace-all",
        "secret",
        base62(32),
        (v) => `replace the string CHANGE_ME in values.yaml by our client secret, which is ${v}`,
      ),
      s(
        "ask-curl",
        "token",
        base62(40),
        (v) => `write me a curl call for /v2/orders, authenticate with the bearer token ${v}`,
      ),
      s(
        "security-answer",
        "password",
        uuid,
        (v) => `The API uses a shared secret (${v}) that both sides sign with.`,
      ),
      s(
        "otp-seed",
        "secret",
        token("", "base32", 32),
        (v) => `Can't scan the QR code? Enter this setup key manually in your authenticator app: ${v}`,
      ),
      s(
        "recovery-codes",
        "recovery-code",
        (r) => `${r.hex(5)}-${r.hex(5)}`,
        (v) => `Keep these recovery codes somewhere safe:\n  ${v}`,
      ),
      s(
        "pin-mention",
        "password",
        (r) => r.chars(ALPHABET.digits, 8),
        (v) => `The SIM's PUK is ${v}, PIN disabled.`,
      ),
      s(
        "license-key",
        "license",
        (r) => Array.from({ length: 5 }, () => r.chars(ALPHABET.BASE36, 5)).join("-"),
        (v) => `Our IDE license key is ${v}, don't use it at home.`,
      ),
      s(
        "door-code",
        "password",
        (r) => r.chars(ALPHABET.digits, 7),
        (v) => `The access code for the data centre cage is ${v}#.`,
      ),
      s(
        "wiki-page",
        "password",
        password,
        (v) => `h2. Access\n\n||System||User||Password||\n|Jenkins|admin|${v}|`,
      ),
      s("asciidoc", "password", password, (v) => `== Login\n\nUser:: admin\nPassword:: ${v}`),
      s("org-mode", "password", password, (v) => `* VPN\n:PROPERTIES:\n:USER: jo\n:PASSWORD: ${v}\n:END:`),
      s("rst-field", "password", password, (v) => `:username: admin\n:password: ${v}`),
      s("html-dl", "password", password, (v) => `<dl><dt>Password</dt><dd>${v}</dd></dl>`),
      s("html-mail", "password", password, (v) => `<p>Your temporary password is <b>${v}</b>.</p>`),
      s(
        "label-next-line-indented",
        "token",
        base62(40),
        (v) => `Personal access token:\n\n    ${v}\n\nCopy it now, you won't see it again.`,
      ),
      s(
        "long-thinking",
        "password",
        password,
        (v) =>
          `Let me think. The .env has POSTGRES_PASSWORD set, the container was created earlier with a different value. So the volume still has the old password, ${v}, and I need to either reset the volume or ALTER USER.`,
      ),
      s("caps-shout", "password", weakPassword, (v) => `THE PASSWORD IS ${v} !!! STOP LOCKING THE ACCOUNT`),
      s("typo-label", "password", weakPassword, (v) => `here is the pasword: ${v}`),
      s("typo-label-2", "password", weakPassword, (v) => `paswd for the printer ${v}`),
      s(
        "credentials-block",
        "password",
        password,
        (v) => `Credentials\n-----------\njenkins\n${v}\n(user on the first line, password on the second)`,
      ),
      s(
        "voice-style",
        "password",
        weakPassword,
        (v) => `okay so the username is root and then for password you put in ${v} and hit enter`,
      ),
      s(
        "stop-using",
        "password",
        weakPassword,
        (v) => `Please stop using ${v} as a password, it's in every breach list.`,
      ),
      s("master-password", "password", password, (v) => `KeePass master password? ${v}`),
      s(
        "mnemonic",
        "seed",
        (r) => Array.from({ length: 12 }, () => r.word()).join(" "),
        (v) => `My wallet's seed phrase is: ${v}`,
      ),
      s(
        "seed-words-numbered-label",
        "seed",
        (r) => Array.from({ length: 24 }, () => r.word()).join(" "),
        (v) => `Recovery phrase (24 words)\n${v}\nWrite it down on paper.`,
      ),
    ],
  },
  harmless: {
    prose: [
      { id: "forgot", text: () => "I forgot my password, how do I reset it in Keycloak?" },
      {
        id: "where-token",
        text: () => "Where does the middleware read the token from, the header or the cookie?",
      },
      {
        id: "password-manager",
        text: () => "We keep the password in the password manager, ask Ann for access.",
      },
      { id: "rotate", text: (r) => `API keys rotate every ${30 + r.int(60)} days, tokens every hour.` },
      {
        id: "key-insight",
        text: () => "The key is simple: never trust the client. The secret is in the caching.",
      },
      { id: "token-budget", text: (r) => `This answer used ${r.int(9000)} tokens of the 128k context.` },
      { id: "pass-verb", text: () => "All tests pass: unit, integration and e2e." },
      {
        id: "password-field",
        text: () => "The password field should be masked and the login button disabled while it is empty.",
      },
      { id: "commit-ref", text: (r) => `The bug came in with ${r.hex(8)} and was fixed in ${r.hex(40)}.` },
      { id: "order-id", text: (r) => `Order ${r.uuid()} is stuck; the token service returned 503.` },
      { id: "heading", text: () => "## Passwords\n\nSee the security handbook." },
      {
        id: "table-policy",
        text: () => "| Rule | Value |\n|---|---|\n| Password length | 12 |\n| Token lifetime | 1h |",
      },
      { id: "secret-santa", text: () => "Secret Santa is on Thursday, the secret is safe with me." },
      {
        id: "correct-password",
        text: () => "Even with the correct password, sign-in fails after the update.",
      },
      {
        id: "agent-no-secrets",
        text: () => "I did not print the password; it stays in the environment variable DB_PASSWORD.",
      },
      { id: "hash-mention", text: () => "Passwords are stored as bcrypt hashes with cost 12." },
      {
        id: "ssh-key-advice",
        text: () => "Generate a key with ssh-keygen -t ed25519 and add the public half to GitHub.",
      },
      { id: "wifi-help", text: () => "The wifi password is on the sticker under the router." },
      {
        id: "password-is-verb",
        text: () => "The password is required, is validated on the server and is never logged.",
      },
      {
        id: "pw-reset-mail",
        text: () =>
          "Subject: Reset your password\n\nClick the button below to choose a new password. The link is valid for 30 minutes.",
      },
      { id: "keyboard", text: () => "Press the Escape key twice, then the Tab key." },
      {
        id: "primary-key",
        text: () => "Make (tenant_id, order_id) the primary key and add a foreign key to customers.",
      },
      {
        id: "auth-flow",
        text: () => "The client exchanges the refresh token for an access token, then retries the request.",
      },
      { id: "token-economy", text: () => "Each token is worth one vote in the DAO." },
      { id: "password-less", text: () => "We are moving to passkeys, so the password will be optional." },
      {
        id: "list-todo",
        text: () => "- [ ] rotate API key\n- [ ] delete old token\n- [x] change root password",
      },
    ],
  },
} satisfies BlindFile;
