import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, checked, jwt, token, type Value } from "../../random.ts";

const slackBot: Value = (r) =>
  `xoxb-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.base62(24)}`;
const slackUser: Value = (r) =>
  `xoxp-${[12, 12, 13].map((n) => r.chars(ALPHABET.digits, n)).join("-")}-${r.hex(32)}`;
const discordBot: Value = (r) =>
  `${base64url(`1${r.chars(ALPHABET.digits, 17)}`)}.G${r.base62(5)}.${r.chars(ALPHABET.base64url, 38)}`;
const telegram: Value = (r) => `7${r.chars(ALPHABET.digits, 9)}:AA${r.chars(ALPHABET.base64url, 33)}`;
const sendgrid: Value = (r) => `SG.${r.chars(ALPHABET.base64url, 22)}.${r.chars(ALPHABET.base64url, 43)}`;
const finePat: Value = (r) => `github_pat_11${r.chars(ALPHABET.BASE36, 20)}_${r.base62(59)}`;
const anthropic: Value = (r) => `sk-ant-api03-${r.chars(ALPHABET.base64url, 93)}AA`;
const openaiProject: Value = (r) =>
  `sk-proj-${r.chars(ALPHABET.base64url, 74)}T3BlbkFJ${r.chars(ALPHABET.base64url, 74)}`;
const hubspot: Value = (r) => `pat-na1-${r.uuid()}`;
const airtable: Value = (r) => `pat${r.base62(14)}.${r.hex(64)}`;
const dynatrace: Value = (r) => `dt0c01.${r.chars(ALPHABET.base32, 24)}.${r.chars(ALPHABET.base32, 64)}`;
const terraform: Value = (r) => `${r.base62(14)}.atlasv1.${r.chars(ALPHABET.base64url, 67)}`;
const tailscale: Value = (r) => `tskey-auth-k${r.base62(11)}CNTRL-${r.base62(32)}`;
const grafanaSa: Value = (r) => `glsa_${r.base62(32)}_${r.hex(8)}`;
const mapbox: Value = (r) =>
  `sk.${base64url(JSON.stringify({ u: r.word(), a: `cl${r.chars(ALPHABET.base36, 23)}` }))}.${r.base62(22)}`;
const pypi: Value = (r) => `pypi-AgEIcHlwaS5vcmc${r.chars(ALPHABET.base64url, 150)}`;
const slackHook: Value = (r) =>
  `T${r.chars(ALPHABET.BASE36, 10)}/B${r.chars(ALPHABET.BASE36, 10)}/${r.base62(24)}`;
const shaBased: Value = (r) => base64(r.bytes(64));

export default {
  secrets: {
    "known-formats": [
      secretCase("ghp-bare", "token", checked("ghp_"), (v) => v),
      secretCase(
        "ghp-remote",
        "token",
        checked("ghp_"),
        (v, r) => `$ git remote -v
origin  https://${v}@github.com/${r.word()}/${r.word()}.git (fetch)
origin  https://${v}@github.com/${r.word()}/${r.word()}.git (push)`,
      ),
      secretCase("fine-pat-chat", "token", finePat, (v) => `can you push with this one instead? ${v}`),
      secretCase(
        "ghs-ci-env",
        "token",
        checked("ghs_"),
        (v, r) => `##[group]Run gh release create v1.${r.int(40)}.0
env:
  GH_TOKEN: ${v}
##[endgroup]`,
      ),
      secretCase(
        "gho-hosts",
        "token",
        checked("gho_"),
        (v, r) => `github.com:
    user: ${r.word()}
    oauth_token: ${v}
    git_protocol: https`,
      ),
      secretCase(
        "glpat-header",
        "token",
        token("glpat-", "base64url", 20),
        (v) =>
          `curl -s --header "PRIVATE-TOKEN: ${v}" https://gitlab.com/api/v4/projects?owned=true | jq length`,
      ),
      secretCase(
        "glrt-runner",
        "token",
        token("glrt-", "base64url", 20),
        (v) => `[[runners]]
  name = "docker-1"
  url = "https://gitlab.com/"
  token = "${v}"
  executor = "docker"`,
      ),
      secretCase("npm-npmrc", "token", checked("npm_"), (v) => `//registry.npmjs.org/:_authToken=${v}`),
      secretCase(
        "anthropic-traceback",
        "api-key",
        anthropic,
        (v) => `Traceback (most recent call last):
  File "/app/agent.py", line 14, in <module>
    client = anthropic.Anthropic(api_key="${v}")
anthropic.AuthenticationError: Error code: 401`,
      ),
      secretCase("openai-project-export", "api-key", openaiProject, (v) => `export OPENAI_API_KEY=${v}`),
      secretCase(
        "openrouter-json",
        "api-key",
        token("sk-or-v1-", "hex", 64),
        (v) => `{"provider":"openrouter","model":"anthropic/claude-sonnet-4","key":"${v}"}`,
      ),
      secretCase(
        "aws-id-list",
        "access-key-id",
        token("AKIA", "base32", 16),
        (v) => `{
    "AccessKeyMetadata": [
        { "UserName": "deploy", "AccessKeyId": "${v}", "Status": "Active" }
    ]
}`,
      ),
      secretCase(
        "gcp-maps-script",
        "api-key",
        token("AIzaSy", "base64url", 33),
        (v) =>
          `<script async src="https://maps.googleapis.com/maps/api/js?key=${v}&callback=initMap"></script>`,
      ),
      secretCase(
        "gcp-ya29",
        "token",
        token("ya29.a0", "base64url", 180),
        (v) => `$ gcloud auth print-access-token
${v}`,
      ),
      secretCase(
        "google-client-secret",
        "client-secret",
        token("GOCSPX-", "base64url", 28),
        (v, r) =>
          `{"installed":{"client_id":"${r.int(99999)}.apps.googleusercontent.com","client_secret":"${v}"}}`,
      ),
      secretCase(
        "slack-bot-py",
        "token",
        slackBot,
        (v) => `client = WebClient(token="${v}")
client.chat_postMessage(channel="#ops", text="deployed")`,
      ),
      secretCase(
        "slack-user-ticket",
        "token",
        slackUser,
        (v) => `Steps to reproduce: install the app, call users.list with ${v}, see "missing_scope".`,
      ),
      secretCase(
        "slack-webhook",
        "webhook",
        slackHook,
        (v) =>
          `curl -X POST -H 'Content-type: application/json' --data '{"text":"hi"}' \\
  https://hooks.slack.com/services/${v}`,
      ),
      secretCase("discord-bot-js", "token", discordBot, (v) => `client.login("${v}");`),
      secretCase(
        "discord-webhook",
        "webhook",
        token("", "base64url", 68),
        (v, r) =>
          `- uses: sarisia/actions-status-discord@v1
  with:
    webhook: https://discord.com/api/webhooks/1${r.chars(ALPHABET.digits, 18)}/${v}`,
      ),
      secretCase(
        "telegram-url",
        "token",
        telegram,
        (v) => `GET https://api.telegram.org/bot${v}/getUpdates -> 409`,
      ),
      secretCase(
        "stripe-live-rb",
        "api-key",
        token("sk_live_51", "base62", 97),
        (v) => `Stripe.api_key = '${v}'`,
      ),
      secretCase(
        "stripe-restricted",
        "api-key",
        token("rk_live_51", "base62", 97),
        (v) =>
          `> i made a restricted key for the report job\n> ${v}\n\nok, adding it to the job's environment`,
      ),
      secretCase(
        "stripe-webhook",
        "secret",
        token("whsec_", "base62", 32),
        (v) => `> Ready! Stripe API Version [2024-06-20]. Your webhook signing secret is ${v} (^C to quit)`,
      ),
      secretCase(
        "sendgrid-diff",
        "api-key",
        sendgrid,
        (v) => `@@ -4,3 +4,3 @@ mail:
   from: noreply@example.org
-  key: ${v}
+  key: \${SENDGRID_API_KEY}`,
      ),
      secretCase(
        "pypi-twine",
        "token",
        pypi,
        (v) => `[pypi]
username = __token__
password = ${v}`,
      ),
      secretCase(
        "hf-login",
        "token",
        token("hf_", "letters", 34),
        (v) => `huggingface-cli login --token ${v}`,
      ),
      secretCase(
        "groq-dotenv",
        "api-key",
        token("gsk_", "base62", 52),
        (v) => `LLM_BACKEND=groq
LLM_KEY=${v}
LLM_TIMEOUT=30`,
      ),
      secretCase(
        "do-doctl",
        "token",
        token("dop_v1_", "hex", 64),
        (v) => `$ doctl auth init
Enter your access token: ${v}
Validating token... OK`,
      ),
      secretCase(
        "docker-pat",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `echo ${v} | docker login -u acme --password-stdin`,
      ),
      secretCase(
        "vault-hvs",
        "token",
        token("hvs.CAES", "base64url", 90),
        (v, r) => `Key                  Value
---                  -----
token                ${v}
token_accessor       ${r.base62(24)}
token_duration       768h`,
      ),
      secretCase(
        "tfc-credentials",
        "token",
        terraform,
        (v) => `credentials "app.terraform.io" {
  token = "${v}"
}`,
      ),
      secretCase(
        "pulumi",
        "token",
        token("pul-", "hex", 40),
        (v) => `PULUMI_ACCESS_TOKEN=${v} pulumi up --yes`,
      ),
      secretCase(
        "grafana-sa",
        "token",
        grafanaSa,
        (v) => `Service account token created. Copy it now, it is not shown again: ${v}`,
      ),
      secretCase("tailscale-up", "token", tailscale, (v) => `sudo tailscale up --auth-key=${v} --ssh`),
      secretCase(
        "databricks-cfg",
        "token",
        token("dapi", "hex", 32),
        (v, r) => `[DEFAULT]
host  = https://adb-${r.chars(ALPHABET.digits, 16)}.7.azuredatabricks.net
token = ${v}`,
      ),
      secretCase(
        "shopify-admin",
        "token",
        token("shpat_", "hex", 32),
        (v) => `fetch(url, { headers: { "X-Shopify-Access-Token": "${v}" } })`,
      ),
      secretCase(
        "linear",
        "api-key",
        token("lin_api_", "base62", 40),
        (v) => `| Linear | ${v} | read/write |`,
      ),
      secretCase("notion", "token", token("ntn_", "base62", 46), (v) => `"env": { "NOTION_TOKEN": "${v}" }`),
      secretCase(
        "figma-mcp",
        "token",
        token("figd_", "base64url", 40),
        (v) => `npx figma-developer-mcp --figma-api-key=${v} --stdio`,
      ),
      secretCase(
        "hubspot",
        "token",
        hubspot,
        (v) => `Hubspot private app: ${v} (scopes: crm.objects.contacts.read)`,
      ),
      secretCase(
        "airtable",
        "token",
        airtable,
        (v) => `const base = new Airtable({ apiKey: '${v}' }).base('appX');`,
      ),
      secretCase("dynatrace", "token", dynatrace, (v) => `Authorization: Api-Token ${v}`),
      secretCase("mapbox-secret", "token", mapbox, (v) => `MAPBOX_DOWNLOADS_TOKEN=${v}`),
      secretCase(
        "age-key",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v) => `# created: 2025-02-11T09:12:44+01:00\n${v}`,
      ),
      secretCase("jwt-bare", "token", jwt, (v) => `decode this for me please\n\n${v}`),
      secretCase(
        "newrelic",
        "api-key",
        token("NRAK-", "BASE36", 27),
        (v) => `newrelic profile add -n prod --apiKey ${v}`,
      ),
      secretCase(
        "azure-storage",
        "key",
        shaBased,
        (v, r) =>
          `DefaultEndpointsProtocol=https;AccountName=${r.word()};` +
          `AccountKey=${v};EndpointSuffix=core.windows.net`,
      ),
      secretCase(
        "resend-go",
        "api-key",
        token("re_", "base62", 33),
        (v) => `client := resend.NewClient("${v}")`,
      ),
    ],
  },
  harmless: {
    "known-formats": [
      {
        id: "git-log",
        text: (r) => `commit ${r.hex(40)}\nAuthor: Ann <ann@example.org>\n\n    Fix token refresh`,
      },
      { id: "sha256sum", text: (r) => `${r.hex(64)}  pawl-linux-x64.tar.gz` },
      { id: "npm-integrity", text: (r) => `"integrity": "sha512-${base64(r.bytes(64))}",` },
      { id: "docker-digest", text: (r) => `FROM node:22-alpine@sha256:${r.hex(64)}` },
      { id: "prefix-doc", text: () => "GitHub tokens begin with ghp_, gho_, ghu_, ghs_ or ghr_." },
      { id: "prefix-regex", text: () => "const GITHUB = /\\bgh[pousr]_[A-Za-z0-9]{36}\\b/;" },
      { id: "ghp-placeholder", text: () => "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" },
      { id: "openai-placeholder", text: () => 'client = OpenAI(api_key="sk-...")' },
      {
        id: "anthropic-ellipsis",
        text: () => "Your key looks like `sk-ant-api03-...`; paste it in the settings.",
      },
      { id: "stripe-object", text: (r) => `Charged pi_${r.base62(24)} for customer cus_${r.base62(14)}` },
      { id: "aws-arn", text: (r) => `arn:aws:iam::${r.chars(ALPHABET.digits, 12)}:role/deploy` },
      { id: "ec2-id", text: (r) => `i-0${r.hex(16)}  running  t3.small  vpc-0${r.hex(16)}` },
      { id: "uuid-list", text: (r) => `requestId=${r.uuid()} traceId=${r.hex(32)}` },
      {
        id: "slack-channel",
        text: (r) => `Posted to C0${r.chars(ALPHABET.BASE36, 9)} by U0${r.chars(ALPHABET.BASE36, 9)}`,
      },
      { id: "go-sum", text: (r) => `golang.org/x/net v0.25.0 h1:${base64(r.bytes(32))}` },
      {
        id: "cargo-checksum",
        text: (r) => `name = "serde"\nversion = "1.0.203"\nchecksum = "${r.hex(64)}"`,
      },
      {
        id: "task-word",
        text: () => "sk-toggleable__content-arrow is a class of scikit-learn's HTML output",
      },
      { id: "css-sk", text: () => ".sk-circle-fade-dot-animation { animation-delay: -1.1s; }" },
      { id: "env-ref", text: () => "GH_TOKEN: ${{ secrets.GITHUB_TOKEN }}" },
      { id: "npmrc-ref", text: () => "//registry.npmjs.org/:_authToken=${NPM_TOKEN}" },
      {
        id: "nix-store",
        text: (r) => `/nix/store/${r.chars(ALPHABET.base36, 32)}-glibc-2.39-52/lib/libc.so.6`,
      },
      {
        id: "gcp-client",
        text: (r) => `project number ${r.chars(ALPHABET.digits, 12)}, zone europe-west1-b`,
      },
      { id: "hf-model", text: () => "hf_hub_download(repo_id='bert-base-uncased', filename='config.json')" },
      { id: "ulid", text: (r) => `event 01J${r.chars(ALPHABET.BASE36, 23)} delivered` },
    ],
  },
} satisfies BlindFile;
