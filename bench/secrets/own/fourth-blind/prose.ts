import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const pin: Value = (r) => r.chars(ALPHABET.digits, 6);
const recovery: Value = (r) => `${r.base62(5)}-${r.base62(5)}`.toLowerCase();

export default {
  secrets: {
    prose: [
      secretCase(
        "login-with",
        "password",
        password,
        (v) => `log in to staging with admin@acme.io / ${v} and check whether the banner shows up`,
      ),
      secretCase("pw-is", "password", password, (v) => `fyi the db password is ${v}`),
      secretCase(
        "pw-apostrophe",
        "password",
        weakPassword,
        (v) => `ok so the sudo pw's ${v}, just run the install`,
      ),
      secretCase("user-pass-line", "password", weakPassword, (v) => `user: testuser1 pass: ${v}`),
      secretCase("creds-slash", "password", password, (v) => `Staging creds: qa-lead / ${v}`),
      secretCase(
        "creds-colon",
        "password",
        password,
        (v) => `basic auth for the preview site is preview:${v}`,
      ),
      secretCase(
        "two-lines",
        "password",
        weakPassword,
        (v) => `Username: jsmith\nPassword: ${v}\n\nPlease change it when you log in for the first time.`,
      ),
      secretCase("heading", "password", password, (v) => `### Password\n\n${v}\n\n### Host\n\ndb.internal`),
      secretCase(
        "bold-label",
        "password",
        password,
        (v) => `**Host:** 10.2.0.4\n**User:** root\n**Password:** ${v}`,
      ),
      secretCase(
        "bold-backtick",
        "password",
        password,
        (v) => `- **User**: \`admin\`\n- **Password**: \`${v}\`\n- **URL**: https://grafana.acme.io`,
      ),
      secretCase(
        "table-row",
        "password",
        password,
        (v) =>
          `| Environment | User | Password |\n| --- | --- | --- |\n| staging | qa | ${v} |\n| local | - | - |`,
      ),
      secretCase(
        "table-two-col",
        "token",
        base62(40),
        (v) => `| Setting | Value |\n|:--|:--|\n| Base URL | https://api.acme.io |\n| API token | \`${v}\` |`,
      ),
      secretCase("table-tabs", "password", password, (v) => `Server\tLogin\tPassword\nweb01\troot\t${v}`),
      secretCase(
        "agent-generated",
        "password",
        password,
        (v) =>
          `I created the user \`report_ro\` and generated a password for it: \`${v}\`. Store it somewhere safe; I won't show it again.`,
      ),
      secretCase(
        "agent-found",
        "secret-key",
        hex(64),
        (v) =>
          `I found a hardcoded JWT secret in config/auth.js: "${v}". You should move it to an environment variable.`,
      ),
      secretCase(
        "agent-changed",
        "password",
        password,
        (v) => `Done. I reset the admin account's password to ${v} and cleared the sessions.`,
      ),
      secretCase(
        "changed-from",
        "password",
        weakPassword,
        (v, r) => `we changed the router password from ${v} to something better on ${1 + r.int(28)} May`,
      ),
      secretCase(
        "set-to",
        "password",
        password,
        (v) => `Please set the Postgres password to ${v} in all three compose files.`,
      ),
      secretCase("use-as", "password", password, (v) => `use ${v} as the password for the new keystore`),
      secretCase(
        "with-password",
        "password",
        weakPassword,
        (v) => `create a superuser called "boss" with password ${v} and email boss@acme.io`,
      ),
      secretCase(
        "parenthesis",
        "password",
        password,
        (v) => `You can reach the printer at 10.0.0.77 (login admin, password ${v}).`,
      ),
      secretCase(
        "api-key-sentence",
        "api-key",
        base62(32),
        (v) => `here's my api key: ${v} — call the /usage endpoint and tell me what's left`,
      ),
      secretCase(
        "key-below",
        "api-key",
        hex(40),
        (v) => `The API key is below, don't commit it.\n\n${v}\n\nThanks!`,
      ),
      secretCase(
        "key-codeblock",
        "api-key",
        base62(36),
        (v) => "This is the API key they sent us:\n\n```\n" + v + "\n```\n\nDoes the client accept it?",
      ),
      secretCase(
        "token-that",
        "token",
        base62(48),
        (v) => `The bearer token that works for me right now is ${v}`,
      ),
      secretCase("my-token", "token", hex(40), (v) => `my gitea token ${v} has repo scope only`),
      secretCase(
        "slack-chat",
        "password",
        weakPassword,
        (v) => `[10:42] maria: do you have the vpn password?\n[10:43] tom: ${v}\n[10:43] maria: ty`,
      ),
      secretCase(
        "slack-chat-sure",
        "password",
        password,
        (v) => `Maria Lopez  10:42 AM\nwhat's the admin pw on the new box?\nTom B  10:44 AM\nsure, it's ${v}`,
      ),
      secretCase(
        "mail",
        "password",
        weakPassword,
        (v) =>
          `Hi Sam,\n\nyour account is ready. Your temporary password is: ${v}\nIt expires in 24 hours.\n\nRegards,\nIT Service Desk`,
      ),
      secretCase(
        "mail-initial",
        "password",
        password,
        (v) =>
          `Subject: New account\n\nLogon name: ACME\\sam\nInitial password: ${v}\nPortal: https://portal.acme.io`,
      ),
      secretCase(
        "mail-zip",
        "password",
        password,
        (v) => `The report is attached as a zip. The password to open it is ${v}.`,
      ),
      secretCase(
        "ticket",
        "password",
        password,
        (v) =>
          `**Steps to reproduce**\n1. Go to /login\n2. Enter bob@acme.io and ${v} as password\n3. Click "Sign in"\n\n**Expected**: dashboard`,
      ),
      secretCase(
        "ticket-testdata",
        "password",
        weakPassword,
        (v) => `h3. Test data\n||User||Password||\n|anna|${v}|`,
      ),
      secretCase("wifi", "password", weakPassword, (v) => `Meeting room wifi: AcmeGuest, key: ${v}`),
      secretCase(
        "wifi-sentence",
        "password",
        weakPassword,
        (v) => `connect the Pi to "FritzBox 7590", wifi password is ${v}`,
      ),
      secretCase("pin-door", "pin", pin, (v) => `The PIN for the HSM is ${v} (admin PIN is in the safe).`),
      secretCase(
        "otp",
        "code",
        pin,
        (v) => `Your verification code is ${v}. It is valid for 10 minutes. Do not share it with anyone.`,
      ),
      secretCase("otp-g", "code", pin, (v) => `G-${v} is your Google verification code.`),
      secretCase(
        "backup-codes",
        "code",
        recovery,
        (v) => `GitHub recovery codes, keep them somewhere safe:\n\n${v}\n`,
      ),
      secretCase(
        "seed-totp",
        "secret-key",
        token("", "base32", 32),
        (v) => `If you can't scan the QR code, enter this secret in your authenticator app: ${v}`,
      ),
      secretCase(
        "shared-secret",
        "secret-key",
        password,
        (v) => `RADIUS is at 10.0.0.3, the shared secret is ${v}.`,
      ),
      secretCase(
        "client-secret-sentence",
        "client-secret",
        base62(40),
        (v) => `the client id is acme-portal and the client secret is ${v}, can you wire up the OIDC login?`,
      ),
      secretCase("dash-sep", "password", password, (v) => `root password - ${v}\nssh port - 2222`),
      secretCase("arrow-sep", "password", password, (v) => `prod db → user app → password → ${v}`),
      secretCase("equals-chat", "password", weakPassword, (v) => `admin pass = ${v} btw`),
      secretCase("typo-label", "password", weakPassword, (v) => `passwrod for the jump host: ${v}`),
      secretCase("caps", "password", weakPassword, (v) => `PASSWORD FOR THE DEMO LAPTOP: ${v}`),
      secretCase(
        "question",
        "password",
        weakPassword,
        (v) => `Why does it say "wrong password" when I type ${v}? That's definitely my password.`,
      ),
      secretCase(
        "tried",
        "password",
        weakPassword,
        (v) => `I tried logging in as root using the password "${v}" but got permission denied`,
      ),
      secretCase("old-new", "password", password, (v) => `Old password: (expired)\nNew password: ${v}\n`),
      secretCase(
        "numbered",
        "password",
        password,
        (v) => `1. Host: sftp.partner.com\n2. Port: 22\n3. Username: acme_in\n4. Password: ${v}`,
      ),
      secretCase(
        "license-vm",
        "password",
        weakPassword,
        (v) => `The VM image ships with the default account "vagrant2" whose password is ${v}.`,
      ),
      secretCase("todo", "token", uuid, (v) => `TODO: revoke the deploy token (${v}) after the migration`),
      secretCase(
        "instruction-env",
        "api-key",
        base62(32),
        (v) => `add WEATHER_KEY with the value ${v} to the .env file`,
      ),
      secretCase(
        "remember",
        "password",
        password,
        (v) => `Remember: the sudo password on this machine is \`${v}\`, never ask me for it again.`,
      ),
      secretCase(
        "memory-file",
        "password",
        password,
        (v) =>
          `# CLAUDE.md\n\n## Access\n- Staging login is dev@acme.io with the password ${v}\n- Run tests with \`bun test\``,
      ),
      secretCase(
        "passphrase-key",
        "password",
        password,
        (v) => `The ssh key in ~/.ssh/id_ed25519 has the passphrase ${v}`,
      ),
      secretCase(
        "unlock",
        "password",
        weakPassword,
        (v) => `to unlock the vault type ${v} when it asks for the master password`,
      ),
      secretCase(
        "html-mail",
        "password",
        weakPassword,
        (v) => `<p>Your login: <b>sam</b><br>Your password: <b>${v}</b></p>`,
      ),
      secretCase(
        "quoted-reply",
        "password",
        password,
        (v) => `> what was the ftp login?\n\nftpuser, and for the password ${v}`,
      ),
      secretCase(
        "minutes",
        "password",
        weakPassword,
        (v) => `Zoom: https://zoom.us/j/9${"1".repeat(9)}\nMeeting ID: 911 1111 1111\nPasscode: ${v}`,
      ),
      secretCase(
        "signing",
        "secret-key",
        hex(32),
        (v) => `Their docs say to verify webhooks with the signing secret; ours is ${v}.`,
      ),
    ],
  },
  harmless: {
    prose: [
      { id: "policy", text: (r) => `Passwords expire after ${30 + r.int(60)} days and cannot be reused.` },
      { id: "how", text: () => "How do I rotate the database password without downtime?" },
      { id: "the-password-is", text: () => "The password is stored as an argon2 hash, never in plain text." },
      {
        id: "token-count",
        text: (r) => `The prompt used ${1000 + r.int(9000)} tokens; the token limit is 200000.`,
      },
      { id: "wrong", text: () => "It says the password is incorrect, but I'm sure it's right." },
      { id: "secret-santa", text: () => "Secret Santa: draw a name before Friday, budget 20 euros." },
      { id: "key-point", text: () => "The key: keep functions small. The secret is to test early." },
      { id: "agent", text: () => "I won't print the password; I read it from DB_PASSWORD instead." },
      {
        id: "table",
        text: () =>
          "| Field | Type | Required |\n|---|---|---|\n| password | string | yes |\n| token | string | no |",
      },
      { id: "password-manager", text: () => "Put the password in 1Password under Engineering > Staging." },
      { id: "ask", text: () => "Ask Maria for the vpn password; she keeps it in the vault." },
      {
        id: "reset-link",
        text: () => 'Click "Forgot password" and follow the e-mail to set a new password.',
      },
      {
        id: "asymmetric",
        text: () => "The public key goes to the server, the private key stays on your laptop.",
      },
      {
        id: "api-key-needed",
        text: () => "An API key is required for this endpoint; see the dashboard under Settings.",
      },
      {
        id: "expired-code",
        text: (r) => `Your verification code has expired after ${5 + r.int(10)} minutes.`,
      },
      { id: "password-field", text: () => "Password field: should be masked, with a toggle to show it." },
      { id: "pass-verb", text: () => "All tests pass: 214 passed, 0 failed. Pass: yes." },
      {
        id: "user-slash",
        text: () => "The login / signup flow and the admin / member roles need new icons.",
      },
      { id: "login-as", text: () => "Log in as admin and check the password reset page." },
      { id: "same", text: () => "The password is the same as for the staging server, see the vault." },
      { id: "too-weak", text: () => "Your password is too weak. Add another word or two." },
      { id: "token-ring", text: () => "A token is passed around the ring; each token has one owner." },
      { id: "refresh", text: () => "The access token lasts 15 minutes and the refresh token 30 days." },
    ],
  },
} satisfies BlindFile;
