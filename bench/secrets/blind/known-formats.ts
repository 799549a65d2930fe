import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { ALPHABET, base64url, checked, jwt, type Random, token } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });
const slack = (kind: string) => (r: Random) =>
  `xox${kind}-${r.chars("123456789", 12)}-${r.chars(ALPHABET.digits, 13)}-${r.base62(24)}`;
const openai = (r: Random) => `sk-proj-${r.base62(74)}T3BlbkFJ${r.base62(74)}`;
const sendgrid = (r: Random) => `SG.${r.chars(ALPHABET.base64url, 22)}.${r.chars(ALPHABET.base64url, 43)}`;
const telegram = (r: Random) => `${r.chars("123456789", 10)}:AA${r.chars(ALPHABET.base64url, 33)}`;
const slackHook = (r: Random) =>
  `https://hooks.slack.com/services/T${r.chars(ALPHABET.BASE36, 10)}/` +
  `B${r.chars(ALPHABET.BASE36, 10)}/${r.base62(24)}`;
const discordHook = (r: Random) =>
  `https://discord.com/api/webhooks/${r.chars("123456789", 19)}/${r.chars(ALPHABET.base64url, 68)}`;
const discordBot = (r: Random) =>
  `${base64url(r.chars("123456789", 18))}.G${r.base62(5)}.${r.chars(ALPHABET.base64url, 38)}`;
const hvs = (r: Random) => `hvs.CAES${r.chars(ALPHABET.base64url, 90)}`;
const patGithub = (r: Random) => `github_pat_${r.base62(22)}_${r.base62(59)}`;

export default {
  secrets: {
    "known-formats": [
      s("gh-bare", "token", checked("ghp_"), (v) => v),
      s("gh-question", "token", checked("ghp_"), (v) => `why does ${v} get 403 on the packages endpoint?`),
      s("gh-fine-remote", "token", patGithub, (v) => `origin\thttps://${v}@github.com/acme/site.git (fetch)`),
      s(
        "gh-actions-log",
        "token",
        checked("ghs_"),
        (v) => `2024-05-02T10:11:12.1234567Z git config http.extraheader "AUTH: ${v}"`,
      ),
      s(
        "gh-oauth-json",
        "token",
        checked("gho_"),
        (v) => `{"access_token":"${v}","token_type":"bearer","scope":"repo,gist"}`,
      ),
      s(
        "gh-refresh-form",
        "token",
        checked("ghr_"),
        (v) => `access_token=&expires_in=28800&refresh_token=${v}&token_type=bearer`,
      ),
      s(
        "gitlab-curl",
        "token",
        token("glpat-", "base64url", 20),
        (v) => `curl -H "PRIVATE-TOKEN: ${v}" https://gitlab.example.com/api/v4/projects`,
      ),
      s(
        "gitlab-runner",
        "token",
        token("glrt-", "base64url", 20),
        (v) => `[[runners]]\n  name = "docker-1"\n  url = "https://gitlab.com"\n  token = "${v}"`,
      ),
      s(
        "gitlab-deploy",
        "token",
        token("gldt-", "base64url", 20),
        (v) => `docker login -u gitlab+deploy-token-12 -p ${v} registry.gitlab.com`,
      ),
      s(
        "aws-id-list",
        "api-key",
        token("AKIA", "base32", 16),
        (v) => `| ci-deploy |  Active  | 2023-11-02T08:00:01Z |  ${v}  |`,
      ),
      s(
        "aws-sts-id",
        "api-key",
        token("ASIA", "base32", 16),
        (v) => `<Credentials><AccessKeyId>${v}</AccessKeyId></Credentials>`,
      ),
      s("slack-bot", "token", slack("b"), (v) => `app = App(token="${v}")`),
      s("slack-user-md", "token", slack("p"), (v) => `- user token: \`${v}\`\n- channel: #ops`),
      s(
        "slack-app-level",
        "token",
        (r) => `xapp-1-A${r.chars(ALPHABET.BASE36, 10)}-${r.chars("123456789", 13)}-${r.hex(64)}`,
        (v) => `socket mode wants the app level one, i.e. ${v}`,
      ),
      s("slack-hook", "webhook", slackHook, (v) => `curl -X POST -d '{"text":"hi"}' ${v}`),
      s("discord-hook", "webhook", discordHook, (v) => `alerts go to <${v}>`),
      s("discord-bot", "token", discordBot, (v) => `client.login("${v}");`),
      s(
        "stripe-live",
        "api-key",
        token("sk_live_", "base62", 24),
        (v) => `curl https://api.stripe.com/v1/charges -u ${v}:`,
      ),
      s(
        "stripe-restricted",
        "api-key",
        token("rk_live_", "base62", 99),
        (v) => `stripe listen --api-key=${v} --forward-to localhost:4242/hook`,
      ),
      s(
        "stripe-hook",
        "secret",
        token("whsec_", "base62", 32),
        (v) => `> Ready! Your webhook signing secret is ${v} (^C to quit)`,
      ),
      s(
        "stripe-error",
        "api-key",
        token("sk_test_", "base62", 99),
        (v) => `StripeAuthenticationError: Expired API Key provided: ${v}`,
      ),
      s("openai-proj", "api-key", openai, (v) => `export OPENAI_API_KEY=${v}`),
      s(
        "openai-old",
        "api-key",
        (r) => `sk-${r.base62(20)}T3BlbkFJ${r.base62(20)}`,
        (v) => `openai.api_key = '${v}'  # TODO move`,
      ),
      s(
        "anthropic",
        "api-key",
        token("sk-ant-api03-", "base64url", 93, "AA"),
        (v) => `x-api-key: ${v}\nanthropic-version: 2023-06-01`,
      ),
      s(
        "anthropic-oauth",
        "token",
        token("sk-ant-oat01-", "base64url", 93, "AA"),
        (v) => `{"claudeAiOauth":{"accessToken":"${v}","expiresAt":1748658860401}}`,
      ),
      s(
        "google-maps",
        "api-key",
        token("AIza", "base64url", 35),
        (v) => `<script src="https://maps.googleapis.com/maps/api/js?key=${v}&callback=init"></script>`,
      ),
      s(
        "google-oauth-secret",
        "secret",
        token("GOCSPX-", "base64url", 28),
        (v) => `client id ends in .apps.googleusercontent.com and then ${v}`,
      ),
      s(
        "google-ya29",
        "token",
        token("ya29.a0", "base64url", 160),
        (v) => `$ gcloud auth print-access-token\n${v}\n$ `,
      ),
      s("sendgrid", "api-key", sendgrid, (v) => `sgMail.setApiKey("${v}")`),
      s(
        "mailgun",
        "api-key",
        (r) => `key-${r.hex(32)}`,
        (v) => `curl -s --user 'api:${v}' \\\n  https://api.mailgun.net/v3/x/messages`,
      ),
      s("npmrc", "token", checked("npm_"), (v) => `//registry.npmjs.org/:_authToken=${v}`),
      s(
        "pypi",
        "token",
        token("pypi-AgEIcHlwaS5vcmc", "base64url", 150),
        (v) => `[pypi]\nusername = __token__\npassword = ${v}`,
      ),
      s(
        "docker-pat",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `echo ${v} | docker login -u acme --password-stdin`,
      ),
      s("hf", "token", token("hf_", "letters", 34), (v) => `huggingface-cli login --token ${v}`),
      s("telegram", "token", telegram, (v) => `GET https://api.telegram.org/bot${v}/getUpdates 409 Conflict`),
      s("shopify", "token", token("shpat_", "hex", 32), (v) => `X-Shopify-Access-Token: ${v}`),
      s("do-pat", "token", token("dop_v1_", "hex", 64), (v) => `doctl auth init -t ${v}`),
      s(
        "vault",
        "token",
        hvs,
        (v) => `Key                  Value\n---                  -----\ntoken                ${v}`,
      ),
      s(
        "tf-cloud",
        "token",
        (r) => `${r.base62(14)}.atlasv1.${r.base62(67)}`,
        (v) => `credentials "app.terraform.io" {\n  token = "${v}"\n}`,
      ),
      s(
        "linear",
        "api-key",
        token("lin_api_", "base62", 40),
        (v) => `Here's my Linear key ${v} - list my issues`,
      ),
      s("notion", "token", token("ntn_", "base62", 46), (v) => `const notion = new Client({ auth: '${v}' })`),
      s(
        "databricks",
        "token",
        token("dapi", "hex", 32),
        (v) => `[DEFAULT]\nhost = https://adb-1.azuredatabricks.net\ntoken = ${v}`,
      ),
      s(
        "age",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v) => `# created: 2024-02-01\n# public key: age1\n${v}`,
      ),
      s("jwt-bare", "token", jwt, (v) => `can you decode this for me\n\n${v}`),
      s("groq", "api-key", token("gsk_", "base62", 52), (v) => `Error code: 401 for key ${v}, check console`),
      s("planetscale", "password", token("pscale_pw_", "base64url", 43), (v) => `pscale gave me: ${v}`),
    ],
  },
  harmless: {
    "known-formats": [
      h("gh-prefix-doc", () => "Classic tokens start with `ghp_`, fine-grained ones with `github_pat_`."),
      h("gh-placeholder", () => "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
      h("aws-doc-id", () => "aws_access_key_id = AKIA................"),
      h("aws-arn", (r) => `arn:aws:iam::${r.chars("123456789", 12)}:role/${r.word()}-deploy`),
      h("stripe-pk-word", () => "Use the publishable key (pk_live_...) in the browser."),
      h("stripe-ids", (r) => `customer cus_${r.base62(14)} charge ch_${r.base62(24)} failed`),
      h("sha", (r) => `commit ${r.hex(40)}\nAuthor: Ann <ann@example.com>`),
      h("digest", (r) => `Status: Downloaded newer image, Digest: sha256:${r.hex(64)}`),
      h("integrity", (r) => `"integrity": "sha512-${r.chars(ALPHABET.base64, 86)}=="`),
      h("uuid-request", (r) => `x-request-id: ${r.uuid()}`),
      h(
        "slack-channel",
        (r) => `channel C0${r.chars(ALPHABET.BASE36, 9)} user U0${r.chars(ALPHABET.BASE36, 9)}`,
      ),
      h("sk-branch", () => "git checkout -b sk-learn-upgrade-and-cleanup"),
      h("regex", () => "const re = /gh[pousr]_[A-Za-z0-9]{36}/g;"),
      h("npm-package", () => "npm_config_registry=https://registry.npmjs.org npm_lifecycle_event=build"),
      h("hf-repo", () => "from transformers import hf_hub_download, hf_argparser_utilities"),
      h("openai-env", () => "const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY });"),
      h("age-public", (r) => `# public key: age1${r.chars(ALPHABET.bech32, 58).toLowerCase()}`),
      h("masked-sk", () => "Incorrect API key provided: sk-proj-****************************abcd."),
      h("video", (r) => `https://www.youtube.com/watch?v=${r.chars(ALPHABET.base62, 11)}`),
      h("doc-id", (r) => `https://docs.google.com/document/d/1${r.base62(43)}/edit`),
      h("telegram-doc", () => "The URL is https://api.telegram.org/bot<token>/getMe"),
      h("twilio-sid", (r) => `MessageSid: SM${r.hex(32)} status: delivered`),
      h("ulid", (r) => `job 01${r.chars("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24)} finished`),
      h("ga", (r) => `gtag('config', 'G-${r.chars(ALPHABET.BASE36, 10)}');`),
    ],
  },
} satisfies BlindFile;
