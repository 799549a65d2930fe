import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import { ALPHABET, base64url, checked, jwt, token, type Value } from "../../random.ts";

const digits = "0123456789";
const finePat: Value = (r) => `github_pat_${r.base62(22)}_${r.base62(59)}`;
const slackBot: Value = (r) => `xoxb-${r.chars(digits, 12)}-${r.chars(digits, 13)}-${r.base62(24)}`;
const slackApp: Value = (r) => `xapp-1-A0${r.base62(9).toUpperCase()}-${r.chars(digits, 13)}-${r.hex(64)}`;
const slackHook: Value = (r) =>
  `T0${r.base62(8).toUpperCase()}/B0${r.base62(9).toUpperCase()}/${r.base62(24)}`;
const openai: Value = (r) => `sk-proj-${r.base62(74)}T3Blbk${"FJ"}${r.base62(74)}`;
const anthropic: Value = (r) => `sk-ant-api03-${base64url(r.bytes(69))}-${r.base62(1)}AA`;
const sendgrid: Value = (r) => `SG.${base64url(r.bytes(16))}.${base64url(r.bytes(32))}`;
const telegram: Value = (r) => `7${r.chars(digits, 9)}:AA${r.base62(33)}`;
const discord: Value = (r) => `MT${r.base62(24)}.G${r.base62(5)}.${base64url(r.bytes(28))}`;
const airtable: Value = (r) => `pat${r.base62(14)}.${r.hex(64)}`;
const grafana: Value = (r) => `glsa_${r.base62(32)}_${r.hex(8)}`;
const dynatrace: Value = (r) => `dt0c01.${r.chars(ALPHABET.base32, 24)}.${r.chars(ALPHABET.base32, 64)}`;
const postman: Value = (r) => `PMAK-${r.hex(24)}-${r.hex(34)}`;
const brevo: Value = (r) => `xkeysib-${r.hex(64)}-${r.base62(16)}`;
const langsmith: Value = (r) => `lsv2_pt_${r.hex(32)}_${r.hex(10)}`;
const tfc: Value = (r) => `${r.base62(14)}.atlasv1.${r.base62(67)}`;
const mailchimp: Value = (r) => `${r.hex(32)}-us${10 + r.int(12)}`;
const tailscale: Value = (r) => `tskey-auth-k${r.base62(11)}CNTRL-${r.base62(32)}`;

export default {
  secrets: {
    "known-formats": [
      c("gh-classic-chat", "token", checked("ghp_"), (v) => `here use this one ${v} it has repo scope`),
      c("gh-fine-export", "token", finePat, (v) => `$ export GH_TOKEN=${v}\n$ gh pr list --limit 3`),
      c(
        "gh-remote",
        "token",
        checked("gho_"),
        (v) => `origin\thttps://oauth2:${v}@github.com/acme/site.git (fetch)`,
      ),
      c(
        "gh-actions-clone",
        "token",
        checked("ghs_"),
        (v) => `Run git clone https://x-access-token:${v}@github.com/acme/infra.git\nCloning into 'infra'...`,
      ),
      c(
        "aws-id-ini",
        "api-key",
        token("AKIA", "base32", 16),
        (v) => `[default]\nregion = eu-west-1\naws_access_key_id = ${v}\n`,
      ),
      c(
        "aws-sts-json",
        "api-key",
        token("ASIA", "base32", 16),
        (v) => `{"Credentials": {"AccessKeyId": "${v}", "Expiration": "2025-03-01T11:00:00Z"}}`,
      ),
      c("slack-bot-py", "token", slackBot, (v) => `client = WebClient(token="${v}")\nclient.auth_test()`),
      c("slack-app-env", "token", slackApp, (v) => `SLACK_SOCKET=${v}\nSLACK_CHANNEL=#ops\n`),
      c(
        "slack-hook-curl",
        "webhook",
        slackHook,
        (v) => `curl -X POST -d '{"text":"deploy ok"}' https://hooks.slack.com/services/${v}`,
      ),
      c(
        "stripe-live-node",
        "api-key",
        token("sk_live_", "base62", 99),
        (v) => `const stripe = require("stripe")(\n  "${v}",\n);`,
      ),
      c(
        "stripe-restricted-ticket",
        "api-key",
        token("rk_live_", "base62", 24),
        (v) => `**Steps**\n1. Log in\n2. Use restricted key \`${v}\`\n3. Create a refund -> 403`,
      ),
      c(
        "stripe-cli",
        "token",
        token("whsec_", "hex", 64),
        (v) =>
          `> Ready! You are using Stripe API Version [2024-04-10]. Your webhook signing secret ` +
          `is ${v} (^C to quit)`,
      ),
      c(
        "openai-401",
        "api-key",
        openai,
        (v) => `openai.AuthenticationError: Error code: 401 - Incorrect API key provided: ${v}.`,
      ),
      c(
        "anthropic-zshrc",
        "api-key",
        anthropic,
        (v) => `# ~/.zshrc\nalias ll='ls -la'\nexport ANTHROPIC_API_KEY="${v}"\n`,
      ),
      c(
        "google-maps-html",
        "api-key",
        token("AIza", "base64url", 35),
        (v) => `<script async src="https://maps.googleapis.com/maps/api/js?key=${v}&callback=init"></script>`,
      ),
      c(
        "google-client-json",
        "secret",
        token("GOCSPX-", "base64url", 28),
        (v) =>
          `{"installed":{"project_id":"demo-42","client_secret":"${v}",` +
          `"redirect_uris":["http://localhost"]}}`,
      ),
      c(
        "gcloud-print",
        "token",
        token("ya29.a0A", "base64url", 190),
        (v) => `~ % gcloud auth print-access-token\n${v}\n~ %`,
      ),
      c(
        "gitlab-pip",
        "token",
        token("glpat-", "base64url", 20),
        (v) =>
          `pip install lib --index-url ` +
          `https://__token__:${v}@gitlab.com/api/v4/projects/9/packages/pypi/simple`,
      ),
      c(
        "gitlab-runner",
        "token",
        token("glrt-", "base64url", 20),
        (v) => `gitlab-runner register --url https://gitlab.acme.io --token ${v} --executor docker`,
      ),
      c(
        "npm-rc",
        "token",
        checked("npm_"),
        (v) => `//registry.npmjs.org/:_authToken=${v}\nsave-exact=true\n`,
      ),
      c(
        "pypirc",
        "token",
        token("pypi-AgEIcHlwaS5vcmc", "base64url", 150),
        (v) => `[pypi]\nusername = __token__\npassword = ${v}\n`,
      ),
      c("sendgrid-php", "api-key", sendgrid, (v) => `$sg = new \\SendGrid('${v}');\n$sg->send($email);`),
      c(
        "mailchimp-ruby",
        "api-key",
        mailchimp,
        (v) => `Gibbon::Request.api_key = "${v}"\nGibbon::Request.timeout = 15`,
      ),
      c(
        "telegram-url",
        "token",
        telegram,
        (v) => `GET https://api.telegram.org/bot${v}/getUpdates -> 409 Conflict`,
      ),
      c(
        "botfather",
        "token",
        telegram,
        (v) =>
          `Done! Congratulations on your new bot.\n\nUse this token to access the HTTP API:\n` +
          `${v}\nKeep it secure.`,
      ),
      c("discord-js", "token", discord, (v) => `client.once("ready", hi);\nclient.login("${v}");`),
      c(
        "hf-notebook",
        "token",
        token("hf_", "letters", 34),
        (v) => `In [3]: from huggingface_hub import login\n   ...: login("${v}")\nLogin successful`,
      ),
      c(
        "groq-question",
        "api-key",
        token("gsk_", "base62", 52),
        (v) => `why do i get 429 with ${v}? the free tier should allow 30 rpm`,
      ),
      c(
        "openrouter-aider",
        "api-key",
        token("sk-or-v1-", "hex", 64),
        (v) => `aider --model openrouter/deepseek/deepseek-chat --api-key openrouter=${v}`,
      ),
      c(
        "do-doctl",
        "token",
        token("dop_v1_", "hex", 64),
        (v) => `doctl auth init -t ${v}\nValidating token... OK`,
      ),
      c(
        "shopify-graphql",
        "token",
        token("shpat_", "hex", 32),
        (v) => `X-Shopify-Access-Token: ${v}\nContent-Type: application/graphql`,
      ),
      c(
        "databricks-cfg",
        "token",
        token("dapi", "hex", 32, "-3"),
        (v) => `[DEFAULT]\nhost = https://adb-11.4.azuredatabricks.net\ntoken = ${v}`,
      ),
      c(
        "linear-mcp",
        "api-key",
        token("lin_api_", "base62", 40),
        (v) => `{"mcpServers":{"linear":{"command":"npx","args":["-y","linear-mcp"],"env":{"KEY":"${v}"}}}}`,
      ),
      c(
        "notion-list",
        "token",
        token("ntn_", "base62", 46),
        (v) => `- workspace: Team\n- integration: ${v}\n- db: roadmap`,
      ),
      c(
        "airtable-fetch",
        "token",
        airtable,
        (v) => `fetch(url, { headers: { Authorization: "Bearer ${v}" } })`,
      ),
      c(
        "vault-login",
        "token",
        token("hvs.CAES", "base64url", 90),
        (v) =>
          `Key                  Value\n---                  -----\ntoken                ${v}\n` +
          `token_duration       768h`,
      ),
      c("tfc-rc", "token", tfc, (v) => `credentials "app.terraform.io" {\n  token = "${v}"\n}\n`),
      c(
        "newrelic-slack",
        "api-key",
        token("NRAK-", "BASE36", 27),
        (v) => `[10:02] maria: new relic: ${v} :key:`,
      ),
      c(
        "grafana-curl",
        "token",
        grafana,
        (v) => `curl -H "Authorization: Bearer ${v}" http://grafana:3000/api/org`,
      ),
      c(
        "docker-stdin",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `echo ${v} | docker login -u acmebot --password-stdin\nLogin Succeeded`,
      ),
      c(
        "age-key-file",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v) => `# created: 2024-05-01T10:00:00Z\n# public key: age1qexample\n${v}\n`,
      ),
      c("dynatrace-helm", "token", dynatrace, (v) => `helm install dt dynatrace/op --set apiToken=${v}`),
      c(
        "postman-newman",
        "api-key",
        postman,
        (v) => `newman run "https://api.getpostman.com/collections/77?apikey=${v}" -r cli`,
      ),
      c(
        "brevo-diff",
        "api-key",
        brevo,
        (v) => `@@ -4,3 +4,3 @@\n-  key: process.env.BREVO,\n+  key: '${v}',\n`,
      ),
      c("langsmith-csv", "api-key", langsmith, (v) => `name,created,value\nci,2024-11-02,${v}\n`),
      c("tailscale-up", "token", tailscale, (v) => `sudo tailscale up --ssh --authkey=${v}`),
      c(
        "jwt-bare",
        "token",
        jwt,
        (v) => `Can you decode this for me?\n\n${v}\n\nIt should have an exp claim.`,
      ),
      c(
        "supabase-comment",
        "token",
        token("sbp_", "hex", 40),
        (v) => `// TODO remove before merge: ${v}\nlink();`,
      ),
      c("resend-go", "api-key", token("re_", "base62", 32), (v) => `client := resend.NewClient("${v}")`),
      c(
        "sentry-blame",
        "token",
        token("sntrys_eyJpYXQiOjE3", "base64url", 120),
        (v) => `3f2a91bc (Jo 2024-02-11 14) auth.token=${v}`,
      ),
    ],
  },
  harmless: {
    "known-formats": [
      { id: "gh-prefixes", text: () => "GitHub tokens begin with ghp_, gho_, ghu_, ghs_ or github_pat_." },
      { id: "regex", text: () => "const RE = /\\bghp_[A-Za-z0-9]{36}\\b/g;" },
      { id: "sha", text: (r) => `commit ${r.hex(40)}\nAuthor: Jo <jo@example.org>` },
      { id: "placeholder", text: () => "OPENAI_API_KEY=sk-your-key-here" },
      { id: "xs", text: () => "Set it to ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx and restart." },
      {
        id: "stripe-ids",
        text: (r) => `Charge ch_3${r.base62(23)} for customer cus_${r.base62(14)} succeeded`,
      },
      {
        id: "stripe-pub-doc",
        text: () => "Publishable keys start with pk_live_ and may be shown in the browser.",
      },
      { id: "arn", text: (r) => `arn:aws:iam::${r.chars(digits, 12)}:role/ci-deploy` },
      {
        id: "slack-channel",
        text: (r) => `channel C0${r.base62(9).toUpperCase()} archived by U0${r.base62(8).toUpperCase()}`,
      },
      { id: "docker-digest", text: (r) => `nginx@sha256:${r.hex(64)}` },
      {
        id: "integrity",
        text: (r) => `"integrity": "sha512-${Buffer.from(r.bytes(64)).toString("base64")}"`,
      },
      { id: "uuid", text: (r) => `request ${r.uuid()} finished in ${r.int(900)} ms` },
      {
        id: "masked",
        text: (r) => `Incorrect API key provided: sk-proj-****************************${r.base62(4)}.`,
      },
      { id: "model-id", text: () => "model: claude-3-5-sonnet-20241022, fallback gpt-4o-2024-08-06" },
      {
        id: "sk-kebab",
        text: () => "The class sk-fading-circle comes from spinkit; sk-cube-grid is older.",
      },
      {
        id: "npm-names",
        text: () => "npm_config_registry, npm_package_version and npm_lifecycle_event are set by npm.",
      },
      { id: "hf-names", text: () => "from transformers import hf_bucket_url, hf_hub_download_with_retries" },
      { id: "env-ref", text: () => "Authorization: Bearer ${{ secrets.GITHUB_TOKEN }}" },
      { id: "ami", text: (r) => `ami-0${r.hex(16)} is gone, use subnet-0${r.hex(16)} in vpc-0${r.hex(16)}` },
      { id: "ga-id", text: () => "gtag('config', 'G-1A2B3C4D5E'); // and UA-1234567-1" },
      { id: "price-id", text: (r) => `const PRICE = "price_1${r.base62(23)}";` },
      { id: "telegram-chat", text: (r) => `chat_id=-100${r.chars(digits, 10)} message_id=${r.int(9999)}` },
      {
        id: "go-sum",
        text: (r) => `golang.org/x/net v0.2.0 h1:${Buffer.from(r.bytes(32)).toString("base64")}`,
      },
      {
        id: "vault-help",
        text: () => "Vault service tokens start with hvs. and batch tokens with hvb. since 1.10.",
      },
    ],
  },
} satisfies BlindFile;
