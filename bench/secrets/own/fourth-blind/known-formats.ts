import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, checked, jwt, token, type Value } from "../../random.ts";

const slackBot: Value = (r) =>
  `xoxb-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.base62(24)}`;
const slackUser: Value = (r) =>
  `xoxp-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.hex(32)}`;
const slackApp: Value = (r) =>
  `xapp-1-A0${r.chars(ALPHABET.BASE36, 9)}-${r.chars(ALPHABET.digits, 13)}-${r.hex(64)}`;
const fineGrained: Value = (r) => `github_pat_${r.base62(22)}_${r.base62(59)}`;
const sendgrid: Value = (r) => `SG.${r.chars(ALPHABET.base64url, 22)}.${r.chars(ALPHABET.base64url, 43)}`;
const openai: Value = (r) =>
  `sk-proj-${r.chars(ALPHABET.base64url, 74)}T3BlbkFJ${r.chars(ALPHABET.base64url, 74)}`;
const oldOpenai: Value = (r) => `sk-${r.base62(20)}T3BlbkFJ${r.base62(20)}`;
const telegram: Value = (r) =>
  `${1 + r.int(8)}${r.chars(ALPHABET.digits, 9)}:AA${r.chars(ALPHABET.base64url, 33)}`;
const discordBot: Value = (r) =>
  `${base64url(`1${r.chars(ALPHABET.digits, 17)}`)}.G${r.chars(ALPHABET.base64url, 5)}.${r.chars(ALPHABET.base64url, 38)}`;
const airtable: Value = (r) => `pat${r.base62(14)}.${r.hex(64)}`;
const postman: Value = (r) => `PMAK-${r.hex(24)}-${r.hex(34)}`;
const grafana: Value = (r) => `glsa_${r.base62(32)}_${r.hex(8)}`;
const brevo: Value = (r) => `xkeysib-${r.hex(64)}-${r.base62(16)}`;
const mailchimp: Value = (r) => `${r.hex(32)}-us${1 + r.int(20)}`;
const plaid: Value = (r) => `access-production-${r.uuid()}`;
const azureStorage: Value = (r) => base64(r.bytes(64));
const entra: Value = (r) => `${r.base62(3)}8Q~${r.chars(ALPHABET.base64url, 34)}`;
const mapbox: Value = (r) =>
  `sk.${base64url(JSON.stringify({ u: r.word(), a: `cl${r.chars(ALPHABET.base36, 23)}` }))}.${r.chars(ALPHABET.base64url, 22)}`;
const langsmith: Value = (r) => `lsv2_pt_${r.hex(32)}_${r.hex(10)}`;
const tailscale: Value = (r) => `tskey-auth-k${r.base62(11)}CNTRL-${r.base62(32)}`;
const terraformCloud: Value = (r) => `${r.base62(14)}.atlasv1.${r.base62(67)}`;
const atlassian: Value = (r) => `ATATT3xFfGF0${r.chars(ALPHABET.base64url, 171)}=${r.chars(ALPHABET.HEX, 8)}`;
const slackHookPath: Value = (r) =>
  `T0${r.chars(ALPHABET.BASE36, 9)}/B0${r.chars(ALPHABET.BASE36, 9)}/${r.base62(24)}`;
const pulumi: Value = token("pul-", "hex", 40);
const awsId: Value = token("AKIA", "base32", 16);

export default {
  secrets: {
    "known-formats": [
      secretCase(
        "gh-clone-paste",
        "token",
        checked("ghp_"),
        (v) => `can you push the branch for me? use ${v}\n`,
      ),
      secretCase(
        "gh-fine-grained-md",
        "token",
        fineGrained,
        (v) => `## Setup\n\n1. Create a token\n2. Mine is \`${v}\`\n3. Run \`make release\``,
      ),
      secretCase(
        "gh-actions-app",
        "token",
        checked("ghs_"),
        (v, r) =>
          `2026-02-1${r.int(9)}T08:11:02.1203344Z [command]/usr/bin/git fetch\n2026-02-11T08:11:02.9Z   x-access ${v}`,
      ),
      secretCase(
        "gh-oauth-hosts",
        "token",
        checked("gho_"),
        (v, r) =>
          `github.com:\n    user: ${r.word()}${r.int(99)}\n    oauth_token: ${v}\n    git_protocol: https\n`,
      ),
      secretCase(
        "gitlab-pat-diff",
        "token",
        token("glpat-", "base64url", 20),
        (v) => `@@ -3,7 +3,7 @@ variables:\n   GIT_DEPTH: 20\n-  UPLOAD: ${v}\n+  UPLOAD: $CI_UPLOAD\n`,
      ),
      secretCase(
        "gitlab-runner",
        "token",
        token("glrt-", "base64url", 20),
        (v) =>
          `sudo gitlab-runner register --non-interactive --url https://gitlab.acme.io --token ${v} --executor shell`,
      ),
      secretCase(
        "aws-id-csv",
        "api-key",
        awsId,
        (v, r) =>
          `User name,Access key ID,Console login link\n${r.word()}-ci,${v},https://${r.chars(ALPHABET.digits, 12)}.signin.aws.amazon.com/console`,
      ),
      secretCase(
        "aws-sts-xml",
        "api-key",
        token("ASIA", "base32", 16),
        (v) =>
          `<GetSessionTokenResult><Credentials><AccessKeyId>${v}</AccessKeyId><Expiration>2026-03-01T10:00:00Z</Expiration></Credentials></GetSessionTokenResult>`,
      ),
      secretCase(
        "google-maps-html",
        "api-key",
        token("AIza", "base64url", 35),
        (v) =>
          `<script async src="https://maps.googleapis.com/maps/api/js?key=${v}&callback=initMap&v=weekly"></script>`,
      ),
      secretCase(
        "google-oauth-client",
        "client-secret",
        token("GOCSPX-", "base64url", 28),
        (v, r) =>
          `{"installed":{"client_id":"${r.chars(ALPHABET.digits, 12)}.apps.googleusercontent.com","project_id":"demo","client_secret":"${v}","redirect_uris":["http://localhost"]}}`,
      ),
      secretCase(
        "gcloud-print",
        "token",
        token("ya29.a0", "base64url", 160),
        (v) => `$ gcloud auth print-access-token\n${v}\n$ `,
      ),
      secretCase(
        "google-refresh",
        "token",
        token("1//0", "base64url", 98),
        (v) => `Got it from the playground. refresh: ${v} (offline scope)`,
      ),
      secretCase(
        "slack-bot-env",
        "token",
        slackBot,
        (v) => `docker run -e BOT=${v} -p 3000:3000 acme/standup`,
      ),
      secretCase(
        "slack-user-repl",
        "token",
        slackUser,
        (v) =>
          `>>> from slack_sdk import WebClient\n>>> c = WebClient('${v}')\n>>> c.auth_test()['ok']\nTrue`,
      ),
      secretCase(
        "slack-app-socket",
        "token",
        slackApp,
        (v) => `[DEBUG]  socket-mode:SocketModeClient:0 apps.connections.open {"t":"${v}"}`,
      ),
      secretCase(
        "slack-hook-curl",
        "webhook",
        slackHookPath,
        (v) =>
          `curl -X POST -H 'Content-type: application/json' --data '{"text":"deploy ok"}' https://hooks.slack.com/services/${v}`,
      ),
      secretCase(
        "stripe-live-chat",
        "api-key",
        token("sk_live_51", "base62", 97),
        (v) => `> Which key did you configure?\nThe live one, ${v}, should I roll it?`,
      ),
      secretCase(
        "stripe-restricted-php",
        "api-key",
        token("rk_live_", "base62", 24),
        (v) => `<?php\n\\Stripe\\Stripe::setApiKey('${v}');\n$c = \\Stripe\\Customer::all(['limit' => 3]);`,
      ),
      secretCase(
        "stripe-listen",
        "webhook-secret",
        token("whsec_", "hex", 64),
        (v) =>
          `> Ready! You are using Stripe API Version [2024-06-20]. Your webhook signing secret is ${v} (^C to quit)`,
      ),
      secretCase(
        "openai-project",
        "api-key",
        openai,
        (v) => `import openai\nclient = openai.OpenAI(api_key="${v}")`,
      ),
      secretCase(
        "openai-401",
        "api-key",
        oldOpenai,
        (v) =>
          `openai.AuthenticationError: Error code: 401 - Incorrect API key provided: ${v}. You can find your API key at https://platform.openai.com.`,
      ),
      secretCase(
        "anthropic-setx",
        "api-key",
        token("sk-ant-api03-", "base64url", 93, "AA"),
        (v) => `C:\\> setx ANTHROPIC_API_KEY ${v}\n\nSUCCESS: Specified value was saved.`,
      ),
      secretCase(
        "openrouter-json",
        "api-key",
        token("sk-or-v1-", "hex", 64),
        (v) => `{\n  "models": [{ "title": "router", "provider": "openrouter", "apiKey": "${v}" }]\n}`,
      ),
      secretCase(
        "hf-login",
        "token",
        token("hf_", "letters", 34),
        (v) => `huggingface-cli login --token ${v} --add-to-git-credential`,
      ),
      secretCase(
        "replicate-list",
        "token",
        token("r8_", "base62", 37),
        (v) => `Keys we still need to rotate:\n - fal (done)\n - ${v}\n - the maps one`,
      ),
      secretCase(
        "groq-toml",
        "api-key",
        token("gsk_", "base62", 52),
        (v) => `[providers.fast]\nmodel = "llama-3.3-70b"\nkey = "${v}"\n`,
      ),
      secretCase("xai-bare", "api-key", token("xai-", "base62", 80), (v) => v),
      secretCase(
        "langsmith-export",
        "api-key",
        langsmith,
        (v) => `export LANGSMITH_TRACING=true\nexport LANGSMITH_API_KEY=${v}\nuv run agent.py`,
      ),
      secretCase(
        "pinecone-init",
        "api-key",
        (r) => `pcsk_${r.base62(5)}_${r.base62(63)}`,
        (v) => `const pc = new Pinecone({ apiKey: '${v}' });`,
      ),
      secretCase(
        "npm-npmrc",
        "token",
        checked("npm_"),
        (v) =>
          `registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=${v}\nsave-exact=true\n`,
      ),
      secretCase(
        "pypi-twine",
        "token",
        token("pypi-AgEIcHlwaS5vcmc", "base64url", 150),
        (v) => `[pypi]\n  username = __token__\n  password = ${v}\n`,
      ),
      secretCase(
        "rubygems-cred",
        "api-key",
        token("rubygems_", "hex", 48),
        (v) => `$ cat ~/.gem/credentials\n---\n:rubygems_api_key: ${v}`,
      ),
      secretCase(
        "docker-pat",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `echo ${v} | docker login -u acmebot --password-stdin`,
      ),
      secretCase("sendgrid-go", "api-key", sendgrid, (v) => `client := sendgrid.NewSendClient("${v}")`),
      secretCase(
        "mailchimp-note",
        "api-key",
        mailchimp,
        (v) => `Mailchimp API key for the newsletter sync: ${v} — created by Dana`,
      ),
      secretCase(
        "brevo-header",
        "api-key",
        brevo,
        (v) => `POST /v3/smtp/email HTTP/1.1\nhost: api.brevo.com\napi-key: ${v}\n`,
      ),
      secretCase(
        "twilio-key",
        "api-key",
        token("SK", "hex", 32),
        (v, r) => `twilio = Client("${v}", os.environ["TW_SECRET"], "AC${r.hex(32)}")`,
      ),
      secretCase(
        "telegram-url",
        "token",
        telegram,
        (v) =>
          `GET https://api.telegram.org/bot${v}/getUpdates?offset=0 → 409 Conflict: terminated by other getUpdates request`,
      ),
      secretCase("discord-login", "token", discordBot, (v) => `client.login("${v}").catch(console.error);`),
      secretCase(
        "discord-hook",
        "webhook",
        token("", "base64url", 68),
        (v, r) => `DISCORD_ALERTS=https://discord.com/api/webhooks/1${r.chars(ALPHABET.digits, 18)}/${v}`,
      ),
      secretCase(
        "shopify-admin",
        "token",
        token("shpat_", "hex", 32),
        (v) => `shopify = ShopifyAPI::Session.new(shop: "velvet.myshopify.com", access_token: "${v}")`,
      ),
      secretCase(
        "do-token",
        "token",
        token("dop_v1_", "hex", 64),
        (v) => `Please input your DigitalOcean access token: ${v}\n\nValidating token... OK`,
      ),
      secretCase(
        "vault-root",
        "token",
        token("hvs.", "base62", 24),
        (v) =>
          `Key                  Value\n---                  -----\ntoken                ${v}\ntoken_accessor       -\ntoken_duration       ∞`,
      ),
      secretCase(
        "tfc-credentials",
        "token",
        terraformCloud,
        (v) => `credentials "app.terraform.io" {\n  token = "${v}"\n}`,
      ),
      secretCase(
        "pulumi-ci",
        "token",
        pulumi,
        (v) => `      - run: pulumi login\n        env:\n          PULUMI_ACCESS_TOKEN: ${v}`,
      ),
      secretCase(
        "databricks-cfg",
        "token",
        (r) => `dapi${r.hex(32)}-2`,
        (v) => `[DEFAULT]\nhost  = https://adb-77.4.azuredatabricks.net\ntoken = ${v}`,
      ),
      secretCase(
        "grafana-sa",
        "token",
        grafana,
        (v) => `curl -s -H "Authorization: Bearer ${v}" https://grafana.acme.io/api/org | jq .name`,
      ),
      secretCase(
        "sentry-user",
        "token",
        token("sntryu_", "hex", 64),
        (v) =>
          `error: API request failed\n  caused by: sentry reported an error: Invalid token (http status: 401)\n  token used: ${v}`,
      ),
      secretCase(
        "newrelic-ruby",
        "api-key",
        token("NRAK-", "BASE36", 27),
        (v) => `NewRelic::API.configure { |c| c.user_key = '${v}' }`,
      ),
      secretCase(
        "linear-ticket",
        "api-key",
        token("lin_api_", "base62", 40),
        (v) => `OPS-231: the importer still runs with ${v} from Max's account`,
      ),
      secretCase(
        "notion-js",
        "token",
        token("ntn_", "base62", 46),
        (v) => `const notion = new Client({auth: "${v}"}) // TODO env`,
      ),
      secretCase(
        "airtable-quote",
        "token",
        airtable,
        (v) => `> On Tue, Lee wrote:\n> > here's the PAT: ${v}\n> thanks, works`,
      ),
      secretCase(
        "atlassian-netrc",
        "token",
        atlassian,
        (v) => `curl -u dev@acme.io:${v} https://acme.atlassian.net/rest/api/3/myself`,
      ),
      secretCase(
        "figma-env",
        "token",
        token("figd_", "base64url", 40),
        (v) => `FIGMA_FILE=qZ8\nFIGMA=${v}\n`,
      ),
      secretCase(
        "postman-table",
        "api-key",
        postman,
        (v) => `| service | value |\n|---|---|\n| postman | ${v} |\n`,
      ),
      secretCase(
        "azure-storage",
        "api-key",
        azureStorage,
        (v) =>
          `DefaultEndpointsProtocol=https;AccountName=acmeblob;AccountKey=${v};EndpointSuffix=core.windows.net`,
      ),
      secretCase(
        "entra-secret",
        "client-secret",
        entra,
        (v) => `az login --service-principal -u 11111111-aaaa -p ${v} --tenant acme.onmicrosoft.com`,
      ),
      secretCase(
        "tailscale-up",
        "token",
        tailscale,
        (v) => `sudo tailscale up --ssh --authkey=${v} --hostname=build-7`,
      ),
      secretCase(
        "mapbox-swift",
        "token",
        mapbox,
        (v) => `machine api.mapbox.com\nlogin mapbox\npassword ${v}`,
      ),
      secretCase("plaid-log", "token", plaid, (v) => `item linked ok institution=ins_3 tok=${v}`),
      secretCase(
        "jwt-pasted",
        "token",
        jwt,
        (v) => `why does jwt.io say invalid signature for this one?\n\n${v}\n\nthe secret is set in prod`,
      ),
      secretCase(
        "supabase-mcp",
        "token",
        token("sbp_", "hex", 40),
        (v) => `"args": ["-y", "@supabase/mcp-server-supabase@latest", "--access-token", "${v}"]`,
      ),
      secretCase(
        "doppler",
        "token",
        token("dp.st.prd.", "base62", 43),
        (v) => `doppler run --token=${v} -- node server.js`,
      ),
      secretCase(
        "sonar-maven",
        "token",
        token("squ_", "hex", 40),
        (v) => `mvn -B verify sonar:sonar -Dsonar.host.url=https://sonar.acme.io -Dsonar.login=${v}`,
      ),
      secretCase(
        "mailgun-old",
        "api-key",
        token("key-", "hex", 32),
        (v) => `requests.post(URL, auth=("api", "${v}"), data=payload)`,
      ),
      secretCase(
        "netlify-deploy",
        "token",
        token("nfp_", "base62", 36),
        (v) => `npx netlify deploy --prod --dir=dist --auth ${v}`,
      ),
    ],
  },
  harmless: {
    "known-formats": [
      {
        id: "gh-placeholder",
        text: () =>
          `Put your token (it starts with ghp_) into GITHUB_TOKEN; it looks like ghp_xxxxxxxxxxxxxxxxxxxx.`,
      },
      {
        id: "commit",
        text: (r) => `commit ${r.hex(40)}\nAuthor: Dana <dana@acme.io>\n\n    fix: retry on 429`,
      },
      { id: "sri", text: (r) => `"integrity": "sha512-${base64(r.bytes(64))}"` },
      { id: "docker-digest", text: (r) => `FROM node:22-alpine@sha256:${r.hex(64)}` },
      {
        id: "stripe-ids",
        text: (r) =>
          `Customer cus_${r.base62(14)} has the subscription sub_${r.base62(24)} on price_${r.base62(24)}.`,
      },
      {
        id: "slack-channel",
        text: (r) => `Post it in C0${r.chars(ALPHABET.BASE36, 9)} and ping U0${r.chars(ALPHABET.BASE36, 9)}.`,
      },
      { id: "arn", text: (r) => `arn:aws:iam::${r.chars(ALPHABET.digits, 12)}:role/deploy-${r.word()}` },
      {
        id: "masked-openai",
        text: (r) => `Incorrect API key provided: sk-proj-********************${r.base62(4)}.`,
      },
      {
        id: "prefix-talk",
        text: () =>
          `Slack bot tokens begin with xoxb- and user tokens with xoxp-; app-level ones with xapp-.`,
      },
      { id: "go-sum", text: (r) => `golang.org/x/net v0.2${r.int(9)}.0 h1:${base64(r.bytes(32))}` },
      { id: "s3-etag", text: (r) => `"ETag": "\\"${r.hex(32)}\\"", "VersionId": "null"` },
      { id: "uuid-request", text: (r) => `request id: ${r.uuid()}, trace ${r.hex(32)}` },
      { id: "env-ref", text: () => "const stripe = new Stripe(process.env.STRIPE_SECRET_KEY!);" },
      { id: "twilio-sid", text: (r) => `Message SM${r.hex(32)} was delivered to +1555010${r.int(9)}99.` },
      { id: "regex", text: () => "pattern: /^gh[pousr]_[A-Za-z0-9]{36}$/ matches classic tokens" },
      {
        id: "aws-ids",
        text: (r) => `instance i-0${r.hex(16)} in subnet-0${r.hex(16)} uses ami-0${r.hex(16)}`,
      },
      { id: "pr-title", text: (r) => `#${1000 + r.int(999)} Rename sk_live_ prefix check to isLiveKey()` },
      {
        id: "docs-url",
        text: () =>
          "See https://docs.github.com/en/authentication/keeping-your-account-and-data-secure for ghp_ tokens.",
      },
      {
        id: "google-client",
        text: (r) =>
          `client_id: ${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.base36, 32)}.apps.googleusercontent.com`,
      },
      {
        id: "npm-tarball",
        text: (r) =>
          `resolved "https://registry.yarnpkg.com/npm-run-all/-/npm-run-all-4.1.5.tgz#${r.hex(40)}"`,
      },
      { id: "dots", text: () => "OPENAI_API_KEY=sk-...\nANTHROPIC_API_KEY=sk-ant-..." },
      {
        id: "linear-issue",
        text: (r) => `lin_${r.word()}_status is the column; the issue is ENG-${r.int(999)}.`,
      },
      { id: "hf-model", text: () => "hf_hub_download(repo_id='org/model', filename='model.safetensors')" },
    ],
  },
} satisfies BlindFile;
