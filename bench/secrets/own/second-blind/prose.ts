import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, uuid, weakPassword } from "../../random.ts";

export default {
  secrets: {
    prose: [
      secretCase(
        "log-in-as",
        "password",
        password,
        (v) => `Log in as admin with password ${v} and check whether the export button still hangs.`,
      ),
      secretCase("it-is", "password", password, (v) => `You asked for the staging DB password. It's ${v}.`),
      secretCase(
        "pw-short",
        "password",
        weakPassword,
        (v) => `user test@acme.dev pw ${v}, go ahead and reproduce it`,
      ),
      secretCase("slash-pair", "password", weakPassword, (v) => `creds for the demo tenant: demo / ${v}`),
      secretCase(
        "user-colon-pass",
        "password",
        password,
        (v) => `basic auth on staging is acme:${v}, without it you get a 401`,
      ),
      secretCase(
        "changed-to",
        "password",
        password,
        (v) => `I changed the root password to ${v} yesterday, so the old one in the wiki is wrong.`,
      ),
      secretCase(
        "from-to",
        "password",
        password,
        (v) => `Please rotate the password for the reporting user from ${v} to something generated.`,
      ),
      secretCase(
        "parenthesised",
        "password",
        password,
        (v) => `Connect to the jump host (password: ${v}) and tail the nginx log.`,
      ),
      secretCase(
        "quoted-key-is",
        "api-key",
        base62(32),
        (v) => `my api key for the weather service is "${v}", hard-code it for now`,
      ),
      secretCase(
        "heres-token",
        "token",
        hex(40),
        (v) => `Here's the token: ${v}\nPut it in .env and don't commit it.`,
      ),
      secretCase(
        "next-line",
        "password",
        password,
        (v) => `The VPN password is:\n\n    ${v}\n\nLet me know if it works.`,
      ),
      secretCase(
        "agent-answer",
        "password",
        password,
        (v) =>
          `I found the cause. The compose file sets the database password to \`${v}\`, but the app reads a different variable.`,
      ),
      secretCase(
        "agent-wrote-env",
        "secret-key",
        hex(64),
        (v) =>
          `I generated a new session secret (\`${v}\`) and wrote it to \`.env.local\`. Restart the server to use it.`,
      ),
      secretCase(
        "markdown-bold-label",
        "password",
        password,
        (v) => `**Username:** svc-deploy\n**Password:** ${v}`,
      ),
      secretCase(
        "markdown-table",
        "password",
        password,
        (v) => `| Environment | User | Password |\n|---|---|---|\n| staging | qa | ${v} |`,
      ),
      secretCase(
        "markdown-table-rows",
        "token",
        base62(30),
        (v) => `| Setting | Value |\n| --- | --- |\n| Host | mqtt.acme.dev |\n| Access token | \`${v}\` |`,
      ),
      secretCase(
        "markdown-heading",
        "password",
        password,
        (v) => `## Router\n\n### Admin password\n\n${v}\n\n### Address\n\n192.168.1.1`,
      ),
      secretCase(
        "bullet-list",
        "password",
        password,
        (v) => `Staging access:\n- host: 10.2.0.8\n- login: deploy\n- pass: ${v}\n- port: 2222`,
      ),
      secretCase(
        "numbered-steps",
        "password",
        password,
        (v) =>
          `1. Open https://console.acme.dev\n2. Sign in as root with ${v} as the password\n3. Click "Billing"`,
      ),
      secretCase(
        "chat-quote",
        "password",
        weakPassword,
        (v) => `[10:41] jonas: what's the wifi password again\n[10:42] mei: ${v}\n[10:42] jonas: thx`,
      ),
      secretCase(
        "chat-answer-agent",
        "password",
        password,
        (v) => `Assistant: What is the password of the test account?\nUser: ${v}`,
      ),
      secretCase(
        "email-forward",
        "password",
        weakPassword,
        (v) =>
          `> Hi Priya,\n> your account has been created. Your temporary password is ${v}\n> and you must change it at first login.`,
      ),
      secretCase(
        "ticket",
        "password",
        password,
        (v) =>
          `OPS-2212: customer can't reach SFTP. Credentials we sent: user acme_in, password ${v}. Key login works.`,
      ),
      secretCase(
        "secret-question",
        "token",
        base62(36),
        (v) => `Can you call the API with this bearer token and tell me what comes back? ${v}`,
      ),
      secretCase(
        "client-id-and-secret",
        "client-secret",
        base62(40),
        (v, r) => `For the OAuth app use client id ${r.uuid()} and client secret ${v}.`,
      ),
      secretCase(
        "code-span-before-label",
        "token",
        hex(32),
        (v) => `Set \`${v}\` as the webhook secret in the repo settings.`,
      ),
      secretCase(
        "use-as-password",
        "password",
        password,
        (v) => `use ${v} as the password for the new postgres user`,
      ),
      secretCase(
        "is-the-password",
        "password",
        password,
        (v) => `${v} is the password for the shared Figma account, please do not put it into Slack.`,
      ),
      secretCase("sudo", "password", weakPassword, (v) => `if it asks for sudo just type ${v}`),
      secretCase(
        "passphrase-ssh",
        "passphrase",
        password,
        (v) => `My ssh key has a passphrase, it is ${v} so ssh-add works.`,
      ),
      secretCase(
        "pin-safe",
        "password",
        (r) => r.chars(ALPHABET.digits, 10),
        (v) => `The unlock PIN for the hardware token is ${v}.`,
      ),
      secretCase(
        "recovery-codes",
        "recovery-code",
        (r) => `${r.chars(ALPHABET.base36, 5)}-${r.chars(ALPHABET.base36, 5)}`,
        (v) => `GitHub two-factor recovery codes, keep them safe:\n${v}\n`,
      ),
      secretCase(
        "totp-seed",
        "totp-seed",
        token("", "base32", 32),
        (v) => `Can't scan the QR code? Enter this setup key in your authenticator app: ${v}`,
      ),
      secretCase(
        "otpauth",
        "totp-seed",
        token("", "base32", 32),
        (v) => `otpauth://totp/Acme:dana@example.com?secret=${v}&issuer=Acme&digits=6`,
      ),
      secretCase(
        "license-key",
        "license-key",
        (r) => Array.from({ length: 5 }, () => r.chars(ALPHABET.BASE36, 5)).join("-"),
        (v) => `Our paid license key for the grid component: ${v}`,
      ),
      secretCase(
        "seed-phrase",
        "seed-phrase",
        (r) => Array.from({ length: 12 }, () => r.word()).join(" "),
        (v) => `The seed phrase of the test wallet is: ${v}`,
      ),
      secretCase(
        "encryption-key-hex",
        "secret-key",
        hex(64),
        (v) => `We encrypt the column with AES-256, the key is ${v} in every environment (I know).`,
      ),
      secretCase(
        "html-note",
        "password",
        password,
        (v) => `<p>Login: <b>kiosk</b><br>Password: <code>${v}</code></p>`,
      ),
      secretCase("memo-typo", "password", password, (v) => `passwrod for the nas: ${v}`),
      secretCase(
        "uuid-api-key",
        "api-key",
        uuid,
        (v) => `The API key they mailed me is ${v} and it is sent as X-Api-Key.`,
      ),
      secretCase(
        "instructions-file",
        "password",
        password,
        (v) =>
          `# CLAUDE.md\n\nTo run the integration tests, sign in to the test tenant as e2e@acme.dev, password ${v}.`,
      ),
    ],
  },
} satisfies BlindFile;
