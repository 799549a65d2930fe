import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, checked, jwt, type Random, token, type Value } from "../../random.ts";

const slackBot: Value = (r) =>
  `xoxb-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.base62(24)}`;
const slackUser: Value = (r) =>
  `xoxp-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.hex(32)}`;
const slackApp: Value = (r) =>
  `xapp-1-A${r.chars(ALPHABET.BASE36, 10)}-${r.chars(ALPHABET.digits, 13)}-${r.hex(64)}`;
const b64u = (r: Random, n: number) => r.chars(ALPHABET.base64url, n);
const sendgrid: Value = (r) => `SG.${b64u(r, 22)}.${b64u(r, 43)}`;
const telegram: Value = (r) => `${1 + r.int(9)}${r.chars(ALPHABET.digits, 9)}:AA${b64u(r, 33)}`;
const discord: Value = (r) =>
  `${base64url(`1${r.chars(ALPHABET.digits, 17)}`)}.G${b64u(r, 5)}.${b64u(r, 38)}`;
const airtable: Value = (r) => `pat${r.base62(14)}.${r.hex(64)}`;
const finegrained: Value = (r) => `github_pat_${r.base62(22)}_${r.base62(59)}`;
const terraformCloud: Value = (r) => `${r.base62(14)}.atlasv1.${r.base62(67)}`;
const azureClient: Value = (r) => `${r.base62(3)}8Q~${r.chars(ALPHABET.base64url, 34)}`;
const openai: Value = (r) => `sk-proj-${b64u(r, 74)}T3BlbkFJ${b64u(r, 74)}`;
const newGrafana: Value = (r) => `glsa_${r.base62(32)}_${r.hex(8)}`;
const mapbox: Value = (r) =>
  `sk.${base64url(JSON.stringify({ u: r.word(), a: r.chars(ALPHABET.base36, 25) }))}.${b64u(r, 22)}`;
const sentry: Value = (r) =>
  `sntrys_${base64(JSON.stringify({ iat: 1700000000 + r.int(9999999), url: "https://sentry.io", org: r.word() })).replaceAll("=", "")}_${r.chars(ALPHABET.base64, 43)}`;
const shopify = token("shpat_", "hex", 32);
const langsmith: Value = (r) => `lsv2_pt_${r.hex(32)}_${r.hex(10)}`;

export default {
  secrets: {
    "known-formats": [
      s(
        "ghp-leak-review",
        "token",
        checked("ghp_"),
        (v) => `Review comment on line 14: this looks like a live PAT (${v}), please rotate before merging.`,
      ),
      s(
        "ghp-git-remote-v",
        "token",
        checked("ghp_"),
        (v, r) =>
          `$ git remote -v\norigin\thttps://${v}@github.com/${r.word()}/${r.word()}.git (fetch)\norigin\thttps://${v}@github.com/${r.word()}/x.git (push)`,
      ),
      s(
        "gho-hosts",
        "token",
        checked("gho_"),
        (v, r) => `github.com:\n    user: ${r.word()}\n    oauth_token: ${v}\n    git_protocol: ssh`,
      ),
      s(
        "ghs-actions-array",
        "token",
        checked("ghs_"),
        (v) => `argv = ["git", "-c", "http.extraheader=X: ${v}", "fetch", "--depth=1"]`,
      ),
      s(
        "fine-grained-pr-body",
        "token",
        finegrained,
        (v) => `## How to test\n1. check out\n2. paste \`${v}\` when gh asks\n3. run make e2e`,
      ),
      s(
        "glpat-python-repr",
        "token",
        token("glpat-", "base64url", 20),
        (v, r) =>
          `>>> gl\n<gitlab.Gitlab object at 0x${r.hex(12)}>\n>>> gl.__dict__['private_token']\n'${v}'`,
      ),
      s(
        "glrt-runner-register",
        "token",
        token("glrt-", "base64url", 20),
        (v) => `Runtime platform  arch=amd64 os=linux pid=31\nVerifying runner... is valid  runner=${v}`,
      ),
      s(
        "gitlab-trigger",
        "token",
        token("glptt-", "hex", 40),
        (v, r) =>
          `curl -X POST -F token=${v} -F ref=main https://gitlab.com/api/v4/projects/${r.int(99999)}/trigger/pipeline`,
      ),
      s(
        "slack-bot-table",
        "token",
        slackBot,
        (v) => `| workspace | bot | value |\n|---|---|---|\n| staging | deploybot | ${v} |`,
      ),
      s(
        "slack-user-console",
        "token",
        slackUser,
        (v) =>
          `Object.entries(JSON.parse(localStorage.localConfig_v2).teams)[0]\n> (2) ['T02', {name: 'Acme', t: '${v}'}]`,
      ),
      s(
        "slack-app-level-slash",
        "token",
        slackApp,
        (v) => `socket mode needs two, the second one begins with xapp → ${v}`,
      ),
      s(
        "slack-webhook-curl",
        "webhook",
        (r) =>
          `https://hooks.slack.com/services/T${r.chars(ALPHABET.BASE36, 10)}/B${r.chars(ALPHABET.BASE36, 10)}/${r.base62(24)}`,
        (v) => `curl -X POST -H 'Content-type: application/json' --data '{"text":"deploy done"}' ${v}`,
      ),
      s(
        "stripe-live-ruby-irb",
        "api-key",
        token("sk_live_51", "base62", 97),
        (v) => `irb(main):002> Stripe.api_key\n=> "${v}"`,
      ),
      s(
        "stripe-restricted-tsv",
        "api-key",
        token("rk_live_51", "base62", 97),
        (v, r) => `reporting-job\t2024-0${1 + r.int(9)}-11\t${v}\tnever used`,
      ),
      s(
        "stripe-webhook-cli",
        "secret",
        token("whsec_", "hex", 64),
        (v) =>
          `> Ready! You are using Stripe API Version [2023-10-16]. Your webhook signing secret is ${v} (^C to quit)`,
      ),
      s(
        "openai-project-quoted-email",
        "api-key",
        openai,
        (v, r) => `On Tue, ${r.Word()} wrote:\n> here you go\n> ${v}\n>\n> don't share it further`,
      ),
      s(
        "openai-error-echo",
        "api-key",
        token("sk-", "base62", 48),
        (v) =>
          `openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided: ${v}. You can find your API key at https://platform.openai.com.'}}`,
      ),
      s(
        "anthropic-repl",
        "api-key",
        token("sk-ant-api03-", "base64url", 93, "AA"),
        (v) => `In [3]: client = Anthropic(api_key=\n   ...:     "${v}")`,
      ),
      s(
        "anthropic-oauth",
        "token",
        token("sk-ant-oat01-", "base64url", 93, "AA"),
        (v) =>
          `{"claudeAiOauth":{"accessToken":"${v}","expiresAt":1748658860401,"scopes":["user:inference"]}}`,
      ),
      s(
        "google-api-key-img",
        "api-key",
        token("AIza", "base64url", 35),
        (v) =>
          `<img src="https://maps.googleapis.com/maps/api/staticmap?center=Oslo&zoom=12&size=400x400&key=${v}">`,
      ),
      s(
        "google-api-key-kotlin-resource",
        "api-key",
        token("AIza", "base64url", 35),
        (v) =>
          `<string name="google_maps_key" templateMergeStrategy="preserve" translatable="false">${v}</string>`,
      ),
      s(
        "gocspx",
        "secret",
        token("GOCSPX-", "base64url", 28),
        (v) =>
          `Client created\nClient ID 8812-x.apps.googleusercontent.com\nClient secret ${v}\nCreation date May 3`,
      ),
      s(
        "ya29-tokeninfo",
        "token",
        token("ya29.a0", "base64url", 180),
        (v) => `$ gcloud auth print-access-token\n${v}\n$ `,
      ),
      s("google-refresh", "token", token("1//0g", "base64url", 98), (v) => `creds.refresh_token -> '${v}'`),
      s(
        "npm-npmrc-scope",
        "token",
        checked("npm_"),
        (v) =>
          `@acme:registry=https://npm.pkg.acme.io/\n//npm.pkg.acme.io/:_authToken=${v}\nalways-auth=true`,
      ),
      s(
        "pypi-twine-verbose",
        "token",
        token("pypi-AgEIcHlwaS5vcmc", "base64url", 150),
        (v) =>
          `INFO     username set from config file\nUploading distributions to https://upload.pypi.org/legacy/ with ${v}`,
      ),
      s(
        "digitalocean-doctl",
        "token",
        token("dop_v1_", "hex", 64),
        (v) => `doctl auth init -t ${v} --context staging\nValidating token... ✔`,
      ),
      s(
        "sendgrid-php-dd",
        "api-key",
        sendgrid,
        (v) => `^ array:2 [\n  "driver" => "sendgrid"\n  0 => "${v}"\n]`,
      ),
      s(
        "telegram-url",
        "token",
        telegram,
        (v) => `GET https://api.telegram.org/bot${v}/getUpdates?offset=12 → 409 Conflict`,
      ),
      s(
        "telegram-botfather",
        "token",
        telegram,
        (v) =>
          `Done! Congratulations on your new bot. Use this token to access the HTTP API:\n${v}\nKeep your token secure and store it safely`,
      ),
      s("discord-py", "token", discord, (v) => `if __name__ == "__main__":\n    bot.run("${v}")`),
      s(
        "discord-webhook",
        "webhook",
        (r) => `https://discord.com/api/webhooks/${r.chars(ALPHABET.digits, 19)}/${b64u(r, 68)}`,
        (v) => `notifier -> ${v} (204)`,
      ),
      s(
        "shopify-graphql",
        "token",
        shopify,
        (v) => `shopify app env show\n\n    shop: acme.myshopify.com\n    admin: ${v}`,
      ),
      s(
        "square-java-comment",
        "token",
        token("EAAAl", "base64url", 59),
        (v) => `// TODO move to vault, prod access: ${v}\nSquareClient c = builder.build();`,
      ),
      s(
        "databricks-cfg",
        "token",
        token("dapi", "hex", 32, "-2"),
        (v, r) =>
          `[DEFAULT]\nhost  = https://adb-${r.chars(ALPHABET.digits, 16)}.3.azuredatabricks.net\ntoken = ${v}`,
      ),
      s(
        "vault-login",
        "token",
        token("hvs.CAES", "base64url", 87),
        (v, r) =>
          `Key                  Value\n---                  -----\ntoken                ${v}\ntoken_accessor       ${r.base62(24)}\ntoken_duration       768h`,
      ),
      s(
        "tfc-credentials-json",
        "token",
        terraformCloud,
        (v) => `{"credentials":{"app.terraform.io":{"token":"${v}"}}}`,
      ),
      s(
        "doppler-systemd",
        "token",
        token("dp.st.prd.", "base62", 43),
        (v) => `ExecStart=/usr/bin/doppler run --token ${v} -- node server.js`,
      ),
      s(
        "linear-graphql-header",
        "api-key",
        token("lin_api_", "base62", 40),
        (v) => `fetch("https://api.linear.app/graphql", { headers: { Authorization: "${v}" } })`,
      ),
      s(
        "notion-ntn",
        "token",
        token("ntn_", "base62", 46),
        (v) => `Notion integration "sync" — internal integration secret copied: ${v}`,
      ),
      s(
        "figma-mcp-args",
        "token",
        token("figd_", "base64url", 40),
        (v) => `"args": ["-y", "figma-developer-mcp", "--figma-api-key=${v}", "--stdio"]`,
      ),
      s(
        "postman-newman",
        "api-key",
        (r) => `PMAK-${r.hex(24)}-${r.hex(34)}`,
        (v) => `newman run "https://api.getpostman.com/collections/12-ab?apikey=${v}" -r cli`,
      ),
      s(
        "newrelic-nrak",
        "api-key",
        token("NRAK-", "BASE36", 27),
        (v) => `NerdGraph playground → key dropdown → ${v} (user key)`,
      ),
      s("grafana-sa-provisioning", "token", newGrafana, (v) => `{"id":7,"name":"ci","key":"${v}"}`),
      s("sentry-org", "token", sentry, (v) => `sentry-cli --auth-token ${v} releases finalize 1.4.2`),
      s(
        "huggingface-colab",
        "token",
        token("hf_", "letters", 34),
        (v) => `from huggingface_hub import login\nlogin("${v}")  # gated llama`,
      ),
      s("replicate-lua", "token", token("r8_", "base62", 37), (v) => `local k = [[${v}]]`),
      s("groq-fish", "api-key", token("gsk_", "base62", 52), (v) => `set -Ux GROQ ${v}`),
      s(
        "xai-rust-dbg",
        "api-key",
        token("xai-", "base62", 80),
        (v) => `[src/main.rs:18:5] &cfg.provider = Provider {\n    name: "xai",\n    key: "${v}",\n}`,
      ),
      s(
        "openrouter-aider",
        "api-key",
        token("sk-or-v1-", "hex", 64),
        (v) => `aider --model openrouter/deepseek --api-key openrouter=${v}`,
      ),
      s("airtable-zap", "token", airtable, (v) => `step 2 of the Zap uses ${v}; scopes data.records:read`),
      s(
        "atlassian-mail",
        "token",
        token("ATATT3xFfGF0", "base64url", 172, "=1A2B3C4D"),
        (v) => `curl -u jo@acme.io:${v} https://acme.atlassian.net/rest/api/3/myself`,
      ),
      s(
        "bitbucket-app",
        "password",
        token("ATBB", "base62", 32),
        (v) => `git clone https://jo-acme:${v}@bitbucket.org/acme/web.git`,
      ),
      s(
        "docker-pat-gha",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `- uses: docker/login-action@v3\n  with:\n    username: acmeci\n    password: ${v}`,
      ),
      s(
        "rubygems-credentials",
        "api-key",
        token("rubygems_", "hex", 48),
        (v) => `$ cat ~/.gem/credentials\n---\n:rubygems_api_key: ${v}`,
      ),
      s(
        "planetscale",
        "token",
        token("pscale_tkn_", "base64url", 43),
        (v) => `pscale deploy-request list acme --service-token-id k2x --service-token ${v}`,
      ),
      s("supabase-pat", "token", token("sbp_", "hex", 40), (v) => `✔ Logged in with ${v}`),
      s(
        "netlify-toml-comment",
        "token",
        token("nfp_", "base62", 36),
        (v) => `# local deploys: netlify deploy --auth ${v}\n[build]\n  publish = "dist"`,
      ),
      s(
        "tailscale-cloudinit",
        "token",
        (r) => `tskey-auth-k${r.base62(11)}CNTRL-${r.base62(32)}`,
        (v) => `runcmd:\n  - [ sh, -c, "tailscale up --authkey ${v} --ssh" ]`,
      ),
      s(
        "pulumi",
        "token",
        token("pul-", "hex", 40),
        (v) => `{"current":"https://api.pulumi.com","accessTokens":{"https://api.pulumi.com":"${v}"}}`,
      ),
      s(
        "circleci-pat",
        "token",
        (r) => `CCIPAT_${r.base62(22)}_${r.hex(40)}`,
        (v) => `circleci setup --no-prompt --host https://circleci.com --token ${v}`,
      ),
      s(
        "brevo-go",
        "api-key",
        (r) => `xkeysib-${r.hex(64)}-${r.base62(16)}`,
        (v) => 'cfg.AddDefaultHeader("api-key", "' + v + '")',
      ),
      s(
        "mapbox-secret",
        "token",
        mapbox,
        (v) => `cat ~/.netrc\nmachine api.mapbox.com\n  login mapbox\n  password ${v}`,
      ),
      s(
        "langsmith-dotenv-diff",
        "api-key",
        langsmith,
        (v) => `--- a/.env\n+++ b/.env\n@@ -3,1 +3,1 @@\n-LANGCHAIN_API_KEY=\n+LANGCHAIN_API_KEY=${v}`,
      ),
      s(
        "pinecone-notebook",
        "api-key",
        (r) => `pcsk_${r.base62(6)}_${r.base62(63)}`,
        (v) => `"source": [\n  "pc = Pinecone(\\"${v}\\")\\n"\n]`,
      ),
      s(
        "resend",
        "api-key",
        (r) => `re_${r.base62(8)}_${r.base62(24)}`,
        (v) => `const resend = new Resend('${v}');`,
      ),
      s(
        "sonar-scanner",
        "token",
        token("sqp_", "hex", 40),
        (v) => `sonar-scanner -Dsonar.projectKey=web -Dsonar.sources=. -Dsonar.login=${v}`,
      ),
      s(
        "aiven-output",
        "password",
        token("AVNS_", "base64url", 19),
        (v) => `avn service user-list pg-1\nUSERNAME  TYPE     PASSWORD\navnadmin  primary  ${v}`,
      ),
      s(
        "azure-client-secret",
        "secret",
        azureClient,
        (v) =>
          `az ad app credential reset --id 11 prints:\n{ "appId": "11", "password": "${v}", "tenant": "t" }`,
      ),
      s("jwt-bare-clipboard", "token", jwt, (v) => `decode this for me please\n\n${v}`),
      s("jwt-signalr", "token", jwt, (v) => `wss://hub.acme.io/chat?id=77&access_token=${v}`),
      s(
        "buildkite-agent",
        "token",
        token("bkua_", "hex", 40),
        (v) => `BUILDKITE: bk configure --org acme --token ${v}`,
      ),
      s(
        "onepassword-sa",
        "token",
        token("ops_eyJ", "base64url", 240),
        (v) =>
          `op service-account create ci\n\nService account created. Save this, it will not be shown again:\n\n${v}`,
      ),
      s(
        "contentful",
        "token",
        token("CFPAT-", "base64url", 43),
        (v) => `contentful space export --mt ${v} --space-id abc`,
      ),
      s(
        "dropbox-short",
        "token",
        token("sl.", "base64url", 136),
        (v) => `dbx = dropbox.Dropbox(\n    "${v}",\n)`,
      ),
      s(
        "plaid-access",
        "token",
        (r) => `access-production-${r.uuid()}`,
        (v) => `items.insert(user=4, tok="${v}")`,
      ),
      s(
        "flutterwave",
        "secret",
        (r) => `FLWSECK-${r.hex(32)}-X`,
        (v) => `Flutterwave says invalid key for ${v}`,
      ),
      s(
        "artifactory-akc",
        "api-key",
        token("AKCp8", "base62", 68),
        (v) => `jf rt u "*.jar" libs/ --access-token ${v}`,
      ),
      s(
        "age-key-file",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v) => `# created: 2024-02-02T10:00:00Z\n# public key: age1abc\n${v}`,
      ),
    ],
  },
  harmless: {
    "known-formats": [
      {
        id: "ghp-placeholder",
        text: () => "Create a token and export it: GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      },
      {
        id: "prefix-list",
        text: () =>
          "GitHub prefixes: ghp_ for personal, gho_ for OAuth, ghs_ for server, ghr_ for refresh tokens.",
      },
      { id: "regex", text: () => "const STRIPE = /^sk_(live|test)_[0-9a-zA-Z]{24,}$/;" },
      {
        id: "stripe-publishable-doc",
        text: () => "Publishable keys start with pk_live_, secret ones with sk_live_. Never ship the second.",
      },
      {
        id: "slack-channel-ids",
        text: (r) => `Message sent to C0${r.chars(ALPHABET.BASE36, 9)} by U0${r.chars(ALPHABET.BASE36, 9)}.`,
      },
      {
        id: "git-log",
        text: (r) => `commit ${r.hex(40)}\nAuthor: ${r.Word()} <dev@acme.io>\n\n    fix: token refresh`,
      },
      { id: "masked-stripe", text: () => "Using key sk_live_************************ (masked)" },
      { id: "truncated-openai", text: () => "Incorrect API key provided: sk-ab***yz. Check the dashboard." },
      { id: "arn", text: (r) => `arn:aws:iam::${r.chars(ALPHABET.digits, 12)}:role/${r.word()}-deploy` },
      { id: "docker-digest", text: (r) => `FROM node:20@sha256:${r.hex(64)}` },
      { id: "npm-integrity", text: (r) => `"integrity": "sha512-${base64(r.bytes(64))}"` },
      { id: "cargo-checksum", text: (r) => `name = "serde"\nversion = "1.0.197"\nchecksum = "${r.hex(64)}"` },
      { id: "go-sum", text: (r) => `github.com/pkg/errors v0.9.1 h1:${base64(r.bytes(32))}` },
      { id: "ts-type", text: () => "type Prefix = `glpat-${string}` | `ghp_${string}`;" },
      { id: "youtube", text: (r) => `https://www.youtube.com/watch?v=${r.chars(ALPHABET.base62, 11)}` },
      { id: "stripe-ids", text: (r) => `Charge ch_${r.base62(24)} belongs to customer cus_${r.base62(14)}.` },
      {
        id: "openai-model-ids",
        text: () => "model: gpt-4o-mini-2024-07-18, fallback: claude-3-5-sonnet-20241022",
      },
      { id: "request-id", text: (r) => `x-request-id: req_${r.hex(32)}` },
      { id: "startswith", text: () => 'if (key.startsWith("sk-ant-")) return "anthropic";' },
      {
        id: "vault-doc",
        text: () => "Service tokens begin with hvs., batch tokens with hvb. since Vault 1.10.",
      },
      {
        id: "figma-file",
        text: (r) => `https://www.figma.com/file/${r.base62(22)}/Design-System?node-id=12-40`,
      },
      { id: "env-ref", text: () => "Authorization: Bearer ${{ secrets.GITHUB_TOKEN }}" },
      { id: "test-double", text: () => 'const fake = "ghp_" + "a".repeat(36);' },
      { id: "uuid-list", text: (r) => `orders: ${r.uuid()}, ${r.uuid()}` },
      { id: "sk-css", text: () => ".sk-loading-indicator-wrapper { display: none; }" },
    ],
  },
} satisfies BlindFile;
