import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import { base62, hex, password, token, uuid, type Value, weakPassword } from "../../random.ts";

const P = "password";
const pin: Value = (r) => r.chars("0123456789", 8);
const backup: Value = (r) => `${r.hex(5)}-${r.hex(5)}`;
const phrase: Value = (r) => Array.from({ length: 12 }, () => r.word()).join(" ");

export default {
  secrets: {
    prose: [
      c(
        "log-in-with",
        P,
        weakPassword,
        (v) => `Please log in to staging as admin with password ${v} and take a screenshot.`,
      ),
      c(
        "casual-lower",
        P,
        weakPassword,
        (v) => `ok so the db pw is ${v}, user is postgres, can you run the migration`,
      ),
      c(
        "changed-from-to",
        P,
        password,
        (v) => `I changed the root password from the default to ${v} yesterday.`,
      ),
      c("its-colon", P, password, (v) => `> what's the password for the jump host?\nit's: ${v}`),
      c("user-slash-pass", P, weakPassword, (v) => `Test account (user / password): qa.bot / ${v}`),
      c("creds-colon", P, password, (v) => `creds for the VPN -> jdoe:${v}`),
      c(
        "md-bold",
        P,
        password,
        (v) => `**Username:** admin\n**Password:** ${v}\n**URL:** https://erp.acme.io`,
      ),
      c("md-code", P, password, (v) => `Use the password \`${v}\` when Grafana asks.`),
      c(
        "md-table",
        P,
        weakPassword,
        (v) => `| Environment | User | Password |\n|---|---|---|\n| dev | dev | ${v} |\n| prod | ask ops | |`,
      ),
      c("md-list", P, password, (v) => `- host: 10.1.1.4\n- login: root\n- pass: ${v}\n- port: 2222`),
      c("md-heading", P, password, (v) => `## Admin password\n\n${v}\n\n## Support e-mail\n\nhelp@acme.io`),
      c(
        "agent-created",
        P,
        password,
        (v) => `I created the user \`reporting\` with the password \`${v}\`. Store it safely.`,
      ),
      c(
        "agent-found",
        "api-key",
        hex(32),
        (v) =>
          `I found a hard-coded API key in \`src/config.py\` (\`${v}\`). Shall I move it to an ` +
          `environment variable?`,
      ),
      c(
        "agent-summary",
        "token",
        base62(40),
        (v) => `Summary: set DEPLOY_TOKEN to ${v}, restarted the runner, the job is green.`,
      ),
      c(
        "api-key-is",
        "api-key",
        base62(32),
        (v) => `My API key is ${v}. Write me a script that lists all invoices.`,
      ),
      c("heres-token", "token", hex(40), (v) => `Here's the access token you'll need: ${v}`),
      c("use-key", "api-key", uuid, (v) => `Use API key "${v}" for the weather service, it's the paid plan.`),
      c(
        "secret-parens",
        "secret",
        base62(36),
        (v) => `Configure OAuth (client id: web-app, client secret: ${v}) in Keycloak.`,
      ),
      c(
        "email-welcome",
        P,
        weakPassword,
        (v) =>
          `Hi Sam,\n\nyour account is ready.\n\nLogin: sam@acme.io\nTemporary password: ${v}\n\n` +
          `Please change it.\nIT`,
      ),
      c(
        "email-reset",
        P,
        password,
        (v) => `Subject: Password reset\n\nYour new password is:\n\n    ${v}\n\nRegards, Helpdesk`,
      ),
      c(
        "ticket",
        P,
        password,
        (v) => `OPS-311: Customer can't connect.\nHe uses login "kunde7" and password "${v}".`,
      ),
      c(
        "slack-thread",
        P,
        weakPassword,
        (v) => `ann  9:41 AM\nwhat was the jenkins pw again?\nbob  9:42 AM\n${v}\nann  9:42 AM\nty`,
      ),
      c("irc", P, weakPassword, (v) => `<kim> root pw on the nas: ${v}\n<lee> thx`),
      c("whatsapp", P, weakPassword, (v) => `[12/03/24, 18:02] Mia: Netflix password is ${v} btw`),
      c("dont-share", P, password, (v) => `Don't share this, but the production password is still ${v}.`),
      c(
        "try-with",
        P,
        weakPassword,
        (v) => `Can you try ssh again? username pi, password should be ${v} I think`,
      ),
      c("typo", P, weakPassword, (v) => `the passwort/pasword for the ftp is ${v} sorry for the typo`),
      c("set-to", P, password, (v) => `Set the Postgres password to ${v} in every compose file.`),
      c(
        "replace",
        P,
        password,
        (v) => `In the config, replace the old password (${v}) by a reference to Vault.`,
      ),
      c("passcode", "pin", pin, (v) => `Zoom link below. Meeting ID: 812 443, Passcode: ${v}`),
      c(
        "pin-for",
        "pin",
        pin,
        (v) => `The PIN for the alarm panel is ${v}; the code is the same for both doors.`,
      ),
      c("wifi", P, weakPassword, (v) => `WiFi: AcmeGuest\nPW: ${v}`),
      c(
        "zip",
        P,
        weakPassword,
        (v) => `Attached is payroll.zip. The zip is password protected, password = ${v}`,
      ),
      c(
        "seed",
        "seed-phrase",
        phrase,
        (v) => `My wallet's seed phrase is: ${v}. Which address does it derive?`,
      ),
      c("recovery", "code", backup, (v) => `2FA is on. Recovery code: ${v}. Keep it somewhere safe.`),
      c(
        "totp",
        "secret",
        token("", "base32", 32),
        (v) => `Can't scan the QR code? Enter this setup key manually: ${v}`,
      ),
      c(
        "quoted-reply",
        P,
        password,
        (v) => `> The password for SFTP is ${v}\n> Host: sftp.acme.io\n\nThanks, works!`,
      ),
      c(
        "numbered",
        P,
        password,
        (v) => `1. Open the portal\n2. Enter "admin"\n3. Enter the password "${v}"\n4. Click Save`,
      ),
      c(
        "and-pass",
        P,
        weakPassword,
        (v) => `credentials are test@acme.io and ${v} (second one is the password)`,
      ),
      c("bearer-talk", "token", base62(48), (v) => `When I send the bearer token ${v} I get a 401, why?`),
      c("master", P, password, (v) => `Bitwarden master password: ${v} — delete this message after reading`),
      c(
        "leaked",
        "secret",
        base62(32),
        (v) => `We leaked the webhook secret (value ${v}) in the last build log; rotate it.`,
      ),
      c(
        "qa-script",
        P,
        weakPassword,
        (v) => `Given I am "qa@acme.io" with password "${v}"\nWhen I sign in\nThen I see Home`,
      ),
      c(
        "html-mail",
        P,
        password,
        (v) => `<p>Your username is <b>jo</b> and your password is <b>${v}</b>.</p>`,
      ),
    ],
  },
  harmless: {
    prose: [
      { id: "forgot", text: () => "I forgot my password, how can I reset it?" },
      {
        id: "policy",
        text: (r) => `Passwords must have ${8 + r.int(8)} characters and expire after ${r.int(90)} days.`,
      },
      { id: "strong", text: () => "The password is too weak; choose a stronger one." },
      { id: "password-is-required", text: () => "It says the password is required even though I typed it." },
      {
        id: "token-count",
        text: (r) => `The prompt used ${r.int(9000)} tokens, the answer ${r.int(900)} tokens.`,
      },
      { id: "secret-life", text: () => "The secret to a good sauce is patience; the key is low heat." },
      {
        id: "key-question",
        text: () => "The key question is: whether we should shard by tenant or by region?",
      },
      { id: "dont-have", text: () => "I don't have the password, ask Maria, she is back on Monday." },
      { id: "never", text: () => "Never store the password in plain text; use Argon2 instead." },
      { id: "vault", text: () => "The password is in 1Password under Engineering, item Staging DB." },
      { id: "field", text: () => "Add a password field below the e-mail field and a link to reset it." },
      { id: "heading", text: () => "## Password rotation\n\nWe rotate every quarter." },
      { id: "pass-test", text: (r) => `All ${r.int(400)} tests pass: unit, integration and smoke.` },
      { id: "pass-arg", text: () => "Pass the user to the template and pass true as the second argument." },
      {
        id: "refactor",
        text: () => "Rename passwordHash to password_digest everywhere and update the token tests.",
      },
      { id: "changed", text: () => "Somebody changed the password to something nobody knows." },
      { id: "masked", text: () => "The log shows password: [REDACTED], so we are fine." },
      { id: "meeting-id", text: (r) => `Zoom meeting ID: ${r.chars("0123456789", 11)}, no passcode needed` },
      { id: "commit", text: (r) => `Fixed in ${r.hex(9)}, see PR #${r.int(3000)}.` },
      { id: "session", text: (r) => `Your session ${r.uuid()} has ended, start a new one.` },
      { id: "table", text: () => "| Setting | Meaning |\n|---|---|\n| token | where the token is stored |" },
      { id: "env-explain", text: () => "The API key comes from the environment variable WEATHER_API_KEY." },
      { id: "question", text: () => "Is the password admin-only or can every user see it?" },
      { id: "author", text: () => "In the novel the password whispered at the gate changes every night." },
    ],
  },
} satisfies BlindFile;
