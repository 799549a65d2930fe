import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { ALPHABET, base64url, checked, jwt, token, type Value } from "../../random.ts";

const join =
  (...parts: Value[]): Value =>
  (r) =>
    parts.map((part) => part(r)).join("");
const fineGrained = join(token("github_pat_", "base62", 22), token("_", "base62", 59));
const slackBot = join(token("xoxb-", "digits", 12), token("-", "digits", 13), token("-", "base62", 24));
const slackApp = join(token("xapp-1-A", "BASE36", 10), token("-", "digits", 13), token("-", "hex", 64));
const sendgrid = join(token("SG.", "base64url", 22), token(".", "base64url", 43));
const postman = join(token("PMAK-", "hex", 24), token("-", "hex", 34));
const grafana = join(token("glsa_", "base62", 32), token("_", "hex", 8));
const telegram = join(token("7", "digits", 9), token(":AA", "base64url", 33));
const tailscale = join(token("tskey-auth-k", "base62", 11), token("CNTRL-", "base62", 32));
const terraformCloud = join(token("", "base62", 14), token(".atlasv1.", "base62", 67));
const discord: Value = (r) =>
  `${base64url(r.chars(ALPHABET.digits, 18))}.G${r.base62(5)}.${r.chars(ALPHABET.base64url, 38)}`;

export default {
  secrets: {
    "known-formats": [
      s(
        "gh-classic-chat",
        "token",
        checked("ghp_"),
        (v) => `use ${v} to clone the private repo, it has repo scope`,
      ),
      s(
        "gh-fine-remote",
        "token",
        fineGrained,
        (v) => `origin\thttps://x-access-token:${v}@github.com/a/b (fetch)`,
      ),
      s(
        "gh-oauth-hosts",
        "token",
        checked("gho_"),
        (v) => `github.com:\n    user: mira\n    oauth_token: ${v}\n`,
      ),
      s(
        "gh-app-log",
        "token",
        checked("ghs_"),
        (v) => `2026-02-11T08:01:22Z Checking out with ${v}, ref main`,
      ),
      s("gh-refresh", "token", checked("ghr_"), (v) => `{"expires_in":28800,"refresh_token":"${v}"}`),
      s("gitlab-pat-curl", "token", token("glpat-", "base64url", 20), (v) => `glab auth login --token ${v}`),
      s(
        "gitlab-runner",
        "token",
        token("glrt-", "base64url", 20),
        (v) => `gitlab-runner register -t ${v} -n`,
      ),
      s(
        "gitlab-deploy",
        "token",
        token("gldt-", "base64url", 20),
        (v) => `Deploy token created:\n\n  ${v}\n\nCopy it.`,
      ),
      s(
        "aws-key-id-csv",
        "api-key",
        token("AKIA", "base32", 16),
        (v) => `User name,Access key ID\nci-deploy,${v}\n`,
      ),
      s(
        "aws-sts-id",
        "api-key",
        token("ASIA", "base32", 16),
        (v, r) => `sts: ${v} expires in ${r.int(60)} min`,
      ),
      s(
        "anthropic-export",
        "api-key",
        token("sk-ant-api03-", "base64url", 93, "AA"),
        (v) => `$ export K=${v}`,
      ),
      s(
        "openai-project",
        "api-key",
        token("sk-proj-", "base64url", 124),
        (v) => `client = OpenAI(api_key="${v}")`,
      ),
      s(
        "openai-401",
        "api-key",
        token("sk-", "base62", 48),
        (v) => `AuthenticationError: Incorrect key: ${v}.`,
      ),
      s("openrouter", "api-key", token("sk-or-v1-", "hex", 64), (v) => `- model: claude\n  key: ${v}\n`),
      s("slack-bot-js", "token", slackBot, (v) => `const web = new WebClient('${v}');`),
      s("slack-app-env", "token", slackApp, (v) => `SLACK_APP=${v} node socket.js`),
      s(
        "slack-hook",
        "webhook",
        token("", "base62", 24),
        (v, r) =>
          `curl -d @m.json https://hooks.slack.com/services/T0${r.chars(ALPHABET.BASE36, 9)}/B0AA/${v}`,
      ),
      s("stripe-live-ruby", "api-key", token("sk_live_", "base62", 99), (v) => `Stripe.api_key = '${v}'`),
      s("stripe-test", "api-key", token("sk_test_", "base62", 24), (v) => `stripe listen --api-key ${v}`),
      s(
        "stripe-restricted",
        "api-key",
        token("rk_live_", "base62", 24),
        (v) => `| billing | ${v} | 2026-01-04 |`,
      ),
      s(
        "stripe-webhook",
        "secret",
        token("whsec_", "base62", 32),
        (v) => `> Ready! Your signing secret is ${v} (^C)`,
      ),
      s("sendgrid-list", "api-key", sendgrid, (v) => `To do:\n- [x] make key\n- [ ] put ${v} into prod\n`),
      s(
        "google-maps-html",
        "api-key",
        token("AIza", "base64url", 35),
        (v) => `<script src="https://maps.googleapis.com/maps/api/js?key=${v}&callback=init"></script>`,
      ),
      s(
        "google-client-secret",
        "secret",
        token("GOCSPX-", "base64url", 28),
        (v) => `{"client_secret":"${v}"}`,
      ),
      s(
        "google-access",
        "token",
        token("ya29.a0A", "base64url", 160),
        (v) => `$ gcloud auth print-access-token\n${v}`,
      ),
      s("npm-npmrc", "token", checked("npm_"), (v) => `//registry.npmjs.org/:_authToken=${v}`),
      s(
        "pypi-twine",
        "token",
        token("pypi-AgEIcHlwaS5vcmcC", "base64url", 150),
        (v) => `[pypi]\nusername = __token__\npassword = ${v}\n`,
      ),
      s("huggingface", "token", token("hf_", "letters", 34), (v) => `>>> login("${v}")\nToken is valid.`),
      s("digitalocean", "token", token("dop_v1_", "hex", 64), (v) => `doctl auth init -t ${v}`),
      s("shopify", "token", token("shpat_", "hex", 32), (v) => `X-Shopify-Access-Token: ${v}`),
      s("twilio-sk", "api-key", token("SK", "hex", 32), (v) => `Twilio API key ${v} for the SMS worker`),
      s(
        "age",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v) => `# created: 2025-11-02T10:00:00Z\n# public key: age1...\n${v}\n`,
      ),
      s(
        "docker-pat",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `echo ${v} | docker login -u ann --password-stdin`,
      ),
      s(
        "vault-hvs",
        "token",
        token("hvs.", "base64url", 92),
        (v) => `Key       Value\n---       -----\ntoken     ${v}\n`,
      ),
      s("discord-bot", "token", discord, (v) => `bot.run("${v}")  # TODO move to env`),
      s(
        "discord-hook",
        "webhook",
        token("", "base64url", 68),
        (v, r) => `https://discord.com/api/webhooks/1${r.chars(ALPHABET.digits, 17)}/${v}`,
      ),
      s(
        "telegram-botfather",
        "token",
        telegram,
        (v) => `Use this token to access the HTTP API:\n${v}\nKeep it safe.`,
      ),
      s("telegram-url", "token", telegram, (v) => `GET https://api.telegram.org/bot${v}/getUpdates 200`),
      s(
        "newrelic",
        "api-key",
        token("NRAK-", "BASE36", 27),
        (v) => `newrelic profile add -n p -r us --apiKey ${v}`,
      ),
      s(
        "databricks",
        "token",
        token("dapi", "hex", 32),
        (v) => `[DEFAULT]\nhost = https://adb-1.azuredatabricks.net\ntoken = ${v}`,
      ),
      s("linear", "api-key", token("lin_api_", "base62", 40), (v) => `my Linear one is "${v}", read only`),
      s("notion", "token", token("ntn_", "base62", 46), (v) => `notion = Client(auth="${v}")`),
      s(
        "planetscale",
        "password",
        token("pscale_pw_", "base64url", 43),
        (v) => `mysql://u:${v}@aws.connect.psdb.cloud/app`,
      ),
      s("figma", "token", token("figd_", "base64url", 40), (v) => `figma export --pat ${v} --out icons/`),
      s("tailscale", "api-key", tailscale, (v) => `sudo tailscale up --authkey=${v} --ssh`),
      s("grafana", "token", grafana, (v) => `Service account "ci" token: ${v} (shown once)`),
      s(
        "postman",
        "api-key",
        postman,
        (v) => `newman run "https://api.getpostman.com/collections/1?apikey=${v}"`,
      ),
      s("groq", "api-key", token("gsk_", "base62", 52), (v) => `{"provider":"groq","k":"${v}","ctx":8192}`),
      s("replicate", "token", token("r8_", "base62", 37), (v) => `Replicate:${v}`),
      s(
        "terraform-cloud",
        "token",
        terraformCloud,
        (v) => `credentials "app.terraform.io" {\n  token = "${v}"\n}\n`,
      ),
      s(
        "atlassian",
        "token",
        token("ATATT3xFfGF0", "base64url", 180),
        (v) => `acli jira auth --email a@b.io ${v}`,
      ),
      s(
        "supabase",
        "token",
        token("sbp_", "hex", 40),
        (v) => `supabase login --token ${v}\nFinished supabase login.`,
      ),
      s("jwt-pasted", "token", jwt, (v) => `why does jwt.io say invalid signature for this?\n\n${v}`),
      s(
        "sentry-user",
        "token",
        token("sntryu_", "hex", 64),
        (v) => `[auth]\ntoken=${v}\n[defaults]\norg=acme`,
      ),
    ],
  },
  harmless: {
    "known-formats": [
      {
        id: "prefix-only",
        text: () => "Classic tokens begin with ghp_ and fine-grained ones with github_pat_.",
      },
      {
        id: "regex",
        text: () => "The scanner's rule is /\\bghp_[A-Za-z0-9]{36}\\b/ and it is case-sensitive.",
      },
      { id: "sha1", text: (r) => `commit ${r.hex(40)}\nMerge: ${r.hex(7)} ${r.hex(7)}` },
      { id: "placeholder-x", text: () => "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" },
      {
        id: "stars",
        text: () => "Logged in to github.com as mira\nToken: gho_************************************",
      },
      { id: "image-digest", text: (r) => `Digest: sha256:${r.hex(64)}` },
      { id: "stripe-ids", text: (r) => `charge ch_${r.base62(24)} for cus_${r.base62(14)} succeeded` },
      { id: "stripe-price", text: (r) => `price: price_1${r.base62(23)}, product: prod_${r.base62(14)}` },
      { id: "arn", text: (r) => `arn:aws:iam::${r.chars(ALPHABET.digits, 12)}:role/deploy-${r.word()}` },
      { id: "ec2", text: (r) => `i-0${r.hex(16)} in vpc-0${r.hex(16)}, subnet-0${r.hex(16)}` },
      {
        id: "slack-channel",
        text: (r) => `Post it in C0${r.chars(ALPHABET.BASE36, 9)}, thread 1718200000.${r.int(999999)}`,
      },
      { id: "age-public", text: (r) => `recipient: age1${r.chars(ALPHABET.bech32, 58).toLowerCase()}` },
      { id: "package-integrity", text: (r) => `"integrity": "sha512-${r.chars(ALPHABET.base64, 86)}=="` },
      { id: "uuid-request", text: (r) => `x-request-id: ${r.uuid()}` },
      { id: "anthropic-dots", text: () => "Put your key (sk-ant-...) into the settings and restart." },
      {
        id: "anthropic-msg",
        text: (r) => `{"id":"msg_01${r.base62(22)}","type":"message","role":"assistant"}`,
      },
      { id: "tool-use-id", text: (r) => `tool_use_id: toolu_01${r.base62(22)}` },
      {
        id: "openai-completion",
        text: (r) => `{"id":"chatcmpl-${r.base62(29)}","object":"chat.completion"}`,
      },
      { id: "npm-script", text: () => "npm_config_registry and npm_lifecycle_event are set by npm itself" },
      {
        id: "sk-learn",
        text: () => "from sklearn import svm  # sk-learn-contrib has sk-bio-utilities-and-more",
      },
      { id: "css-class", text: () => '<div class="sk-circle-fade-dot sk-folding-cube sk-chase-dot">' },
      { id: "hf-model", text: () => 'hf_hub_download(repo_id="BAAI/bge-small-en", filename="config.json")' },
      { id: "go-sum", text: (r) => `golang.org/x/net v0.30.0 h1:${r.chars(ALPHABET.base64, 43)}=` },
      {
        id: "sts-error",
        text: () => "InvalidClientTokenId: The security token included in the request is invalid.",
      },
    ],
  },
} satisfies BlindFile;
