import type { BlindFile } from "../../blind.ts";
import { secretCase as s, type Template } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, weakPassword } from "../../random.ts";

type Text = Template["text"];
const pw = (id: string, text: Text) => s(id, "password", password, text);
const weak = (id: string, text: Text) => s(id, "password", weakPassword, text);
const key = (id: string, text: Text) => s(id, "api-key", base62(32), text);

export default {
  secrets: {
    prose: [
      weak("casual-is", (v) => `ok so the db password is ${v}, can you check why the migration hangs?`),
      weak("casual-just", (v) => `just log in as admin with ${v} as the password and click through it`),
      weak(
        "user-and-pass",
        (v) => `Log in with user ann and password ${v} and take a screenshot of the dashboard.`,
      ),
      weak("slash-pair", (v) => `staging creds: admin / ${v}`),
      weak(
        "colon-pair",
        (v) => `The test account's credentials are qa@acme.io:${v}, please don't change them.`,
      ),
      pw("changed-to", (v) => `I changed the root password to ${v} yesterday, the old one no longer works.`),
      pw("from-to-old", (v) => `The password was ${v} until Monday. Did someone reset it?`),
      pw("set-it-to", (v) => `Please set the Postgres password to "${v}" in both places.`),
      pw("backticks", (v) => `Use \`${v}\` as the password for the \`app\` role.`),
      pw("bold", (v) => `**Username:** deploy\n**Password:** ${v}\n\nVPN is needed.`),
      pw(
        "bold-value",
        (v) => `Your temporary password is **${v}**. You must change it when you first log in.`,
      ),
      pw(
        "md-table",
        (v) => `| Service | User | Password |\n| --- | --- | --- |\n| Grafana | admin | ${v} |\n`,
      ),
      pw("md-table-rows", (v) => `| Field | Value |\n|---|---|\n| Host | db1 |\n| Password | \`${v}\` |\n`),
      pw("bullet", (v) => `Access to the NAS:\n- host: nas.local\n- user: backup\n- password: ${v}\n`),
      pw("numbered", (v) => `1. Open the admin page\n2. Enter the password ${v}\n3. Press "Restore"`),
      pw("heading", (v) => `## Root password\n\n${v}\n\n## Hosts\n\n10.0.0.1`),
      pw("next-line", (v) => `Here's the admin password:\n\n${v}\n\nThanks!`),
      pw(
        "code-block",
        (v) => `The database password:\n\n\`\`\`\n${v}\n\`\`\`\n\nand the host is db.acme.io.`,
      ),
      weak(
        "chat-slack",
        (v) => `ann  10:41 AM\nwhats the pw for the jenkins box?\nbob  10:42 AM\npw is ${v}`,
      ),
      weak("chat-reply", (v) => `[10:41] ann: what's the wifi password?\n[10:42] bob: ${v}`),
      weak(
        "chat-whatsapp",
        (v) => `12/03/2026, 09:14 - Tom: pass for the router: ${v}\n12/03/2026, 09:15 - Eva: thx`,
      ),
      pw(
        "email-welcome",
        (v) =>
          `Hi Mira,\n\nyour account is up.\n\nLogin: mira@acme.io\nInitial password: ${v}\n\nRegards,\nIT`,
      ),
      pw(
        "email-quoted",
        (v) => `> Can you send me the FTP login?\n\nSure: user acme_ftp, pw ${v}\n\nBest, Jo`,
      ),
      pw(
        "ticket",
        (v) => `OPS-1412: DB login fails\n\nSteps: connect as app with password "${v}" -> error 28P01`,
      ),
      pw(
        "agent-answer",
        (v) => `Done. I created the user \`report\` with the password \`${v}\` and read-only rights.`,
      ),
      pw(
        "agent-found",
        (v) => `I found a hard-coded password (${v}) in src/db.py, line 12. You should move it.`,
      ),
      pw("agent-env", (v) => `Add this to your .env:\n\n\`\`\`env\nADMIN_PASS=${v}\n\`\`\`\n\nThen reload.`),
      key("api-key-here", (v) => `here's my api key ${v} try it with the weather endpoint`),
      key("key-is", (v) => `My OpenWeather key is ${v} - it's the free plan.`),
      key("key-colon", (v) => `API key for the sandbox: ${v}\nRate limit: 60/min`),
      key("token-quoted", (v) => `The bearer token "${v}" gives me a 403, why?`),
      key("token-use", (v) => `Use the token ${v} when you call the billing API.`),
      key("secret-paren", (v) => `we share a client secret (${v}) between both apps, I know, I know`),
      key(
        "parenthetical-label",
        (v) => `I tried it with the other key too (api key: ${v}) and got the same 401.`,
      ),
      key("key-after-dash", (v) => `Credentials for the partner API - client id: acme, client secret: ${v}`),
      s(
        "ssh-passphrase",
        "password",
        weakPassword,
        (v) => `When it asks for the passphrase, type ${v} and hit enter.`,
      ),
      s("zip", "password", weakPassword, (v) => `The zip is encrypted, password ${v}.`),
      s("pdf", "password", weakPassword, (v) => `You can open the PDF with the password '${v}'.`),
      s(
        "otp",
        "code",
        token("", "digits", 6),
        (v) => `Your verification code is ${v}. It expires in 10 minutes.`,
      ),
      s("backup-codes", "code", hex(10), (v) => `My 2FA backup code: ${v}`),
      s("totp-seed", "secret", token("", "base32", 32), (v) => `Can't scan it? Enter this setup key: ${v}`),
      s(
        "door-pin",
        "pin",
        token("", "digits", 6),
        (v) => `PIN for the server room is ${v}, it changes monthly.`,
      ),
      s("wifi", "password", weakPassword, (v) => `Network: Acme-Guest\nWifi key: ${v}`),
      weak("so-called", (v) => `I know it is bad that our production password is still ${v}!`),
      weak("password-being", (v) => `It keeps asking me, despite the password being ${v} on both machines.`),
      weak("remember", (v) => `Remember that the password for the demo user is ${v}.`),
      weak("with-as-pass", (v) => `I logged in as root with pass ${v} and ran apt upgrade`),
      weak("creds-two-lines", (v) => `creds\nuser: kiosk\npwd: ${v}`),
      weak("credentials-arrow", (v) => `admin password -> ${v}`),
      weak("credentials-equals", (v) => `pw=${v} for the pi, ssh port is 2222`),
      weak("tried", (v) => `I've tried the passwords ${v} and the default one, neither works.`),
      weak("question", (v) => `Is ${v} still the password for the VPN?`),
      weak(
        "instead-of",
        (v) => `Somebody hardcoded ${v} as the admin password in seeds.rb, please take it out.`,
      ),
      weak("typo", (v) => `the passwort / pasword for mailhog is "${v}"`),
      weak("german-mixed", (v) => `Login ist test1, Kennwort ist ${v}, Rest steht im Wiki.`),
      s(
        "recovery-key",
        "key",
        (r) => Array.from({ length: 8 }, () => r.chars(ALPHABET.digits, 6)).join("-"),
        (v) => `BitLocker recovery key: ${v}`,
      ),
    ],
  },
  harmless: {
    prose: [
      { id: "forgot", text: () => "I forgot my password, how do I reset it on the staging system?" },
      { id: "never-share", text: () => "Never share your password or your API key with anybody." },
      {
        id: "password-manager",
        text: () => "We store every password in Bitwarden; ask Ann for an invitation.",
      },
      { id: "wrong", text: () => "The password is wrong, and the token is expired since yesterday." },
      { id: "password-is-required", text: () => "The password is required, the user name is optional." },
      {
        id: "token-count",
        text: (r) => `That prompt used ${1000 + r.int(90000)} tokens, of which half were cached.`,
      },
      {
        id: "key-point",
        text: () => "The key is understanding how the cache works; the secret is patience.",
      },
      { id: "key-result", text: (r) => `Key: results improved by ${r.int(40)} percent.` },
      {
        id: "table-head",
        text: () => "| Parameter | Type | Description |\n|---|---|---|\n| password | string | Password |",
      },
      {
        id: "commit",
        text: (r) => `I reverted ${r.hex(7)} because it broke password hashing, see ${r.hex(40)}.`,
      },
      { id: "ask", text: () => "Should the token be sent in a header or as a query parameter?" },
      {
        id: "explain",
        text: () => "The access token is short-lived, the refresh token is stored in an HttpOnly cookie.",
      },
      { id: "story", text: () => "As a user I want to change my password so that my account stays safe." },
      {
        id: "password-field",
        text: () => "The password field is disabled until the e-mail has been verified.",
      },
      { id: "secret-santa", text: () => "Secret Santa: everyone please draw a name before Friday!" },
      {
        id: "passport",
        text: () => "Passport.js has a strategy for each provider; passwordless is one of them.",
      },
      { id: "model", text: () => "Use claude-sonnet-4-20250514 for this, the other model is too slow." },
      { id: "ticket-id", text: (r) => `See OPS-${r.int(9999)} and PR #${r.int(999)} on secret rotation.` },
      { id: "uuid-user", text: (r) => `The user ${r.uuid()} cannot reset the password, others can.` },
      { id: "where", text: () => "The password is in Vault under kv/prod/db, the key is there too." },
      { id: "sent", text: () => "I sent you the password by Signal, the link is in the e-mail." },
      {
        id: "ssh-key-names",
        text: () => "Copy your public key to the server with ssh-copy-id and disable password login.",
      },
      { id: "keyboard", text: () => "Press any key to continue, or the Escape key to leave." },
      {
        id: "agent-plan",
        text: () => "I'll add a `password` column, a `token` table and an API key check to the plan.",
      },
    ],
  },
} satisfies BlindFile;
