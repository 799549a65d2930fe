import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import { base62, base64, hex, password, token, uuid, type Value } from "../../random.ts";

const aws = token("", "base64", 40);
const azureStorage: Value = (r) => base64(r.bytes(64));
const sas: Value = (r) => base64(r.bytes(32));
const url43 = token("", "base64url", 43);
const azureAd: Value = (r) => `${r.base62(3)}8Q~${r.base62(34)}`;

export default {
  secrets: {
    "provider-labelled": [
      c(
        "aws-secret-env",
        "api-key",
        aws,
        (v) => `AWS_DEFAULT_REGION=us-east-1\nAWS_SECRET_ACCESS_KEY=${v}\n`,
      ),
      c(
        "aws-secret-configure",
        "api-key",
        aws,
        (v) =>
          `$ aws configure\nAWS Access Key ID [None]: \nAWS Secret Access Key [None]: ${v}\n` +
          `Default region name [None]:`,
      ),
      c(
        "aws-create-key",
        "api-key",
        aws,
        (v) =>
          `{\n  "AccessKey": {\n    "UserName": "ci",\n    "Status": "Active",\n` +
          `    "SecretAccessKey": "${v}"\n  }\n}`,
      ),
      c(
        "aws-session-ps",
        "token",
        token("IQoJb3JpZ2luX2Vj", "base64", 280),
        (v) => `$Env:AWS_SESSION_TOKEN="${v}"`,
      ),
      c(
        "azure-account-key",
        "api-key",
        azureStorage,
        (v) => `az storage blob list --account-name prodlogs --account-key "${v}" -c backups -o table`,
      ),
      c("azure-client-secret", "secret", azureAd, (v) => `ARM_TENANT_ID=common\nARM_CLIENT_SECRET=${v}`),
      c(
        "azure-sp-json",
        "password",
        azureAd,
        (v) =>
          `{\n  "appId": "app",\n  "displayName": "ci-sp",\n  "password": "${v}",\n  "tenant": "acme"\n}`,
      ),
      c(
        "azure-openai",
        "api-key",
        hex(32),
        (v) => `client = AzureOpenAI(azure_endpoint=ENDPOINT, api_version="2024-02-01", api_key="${v}")`,
      ),
      c(
        "azure-servicebus",
        "api-key",
        sas,
        (v) => `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${v}`,
      ),
      c("cosmos", "api-key", azureStorage, (v) => `COSMOS_KEY: "${v}"\nCOSMOS_DATABASE: orders`),
      c(
        "cloudflare-env",
        "token",
        token("", "base64url", 40),
        (v) => `CLOUDFLARE_API_TOKEN=${v} npx wrangler deploy`,
      ),
      c("cloudflare-headers", "api-key", hex(37), (v) => `X-Auth-Email: ops@acme.io\nX-Auth-Key: ${v}`),
      c(
        "datadog-yaml",
        "api-key",
        hex(32),
        (v) => `## datadog.yaml\nsite: datadoghq.eu\napi_key: ${v}\nlogs_enabled: true`,
      ),
      c(
        "datadog-headers",
        "api-key",
        hex(40),
        (v) => `curl "https://api.datadoghq.com/api/v1/monitor" -H "DD-APPLICATION-KEY: ${v}"`,
      ),
      c(
        "twilio-js",
        "token",
        hex(32),
        (v, r) =>
          `const accountSid = "AC${r.hex(32)}";\nconst authToken = "${v}";\n` +
          `const client = twilio(accountSid, authToken);`,
      ),
      c(
        "twilio-curl-u",
        "token",
        hex(32),
        (v, r) => `curl https://api.twilio.com/2010-04-01/Accounts.json -u AC${r.hex(32)}:${v}`,
      ),
      c("pagerduty", "api-key", base62(20), (v) => `PAGERDUTY_ROUTING_KEY="${v}"`),
      c("opsgenie", "api-key", uuid, (v) => `Authorization: GenieKey ${v}`),
      c("heroku-env", "api-key", uuid, (v) => `HEROKU_API_KEY=${v} heroku ps -a acme-web`),
      c("heroku-netrc", "token", uuid, (v) => `machine api.heroku.com\n  login ops@acme.io\n  password ${v}`),
      c("algolia-admin", "api-key", hex(32), (v) => `ALGOLIA_APP_ID=LATENCY9\nALGOLIA_ADMIN_KEY=${v}`),
      c(
        "algolia-code",
        "api-key",
        hex(32),
        (v) => `const search = algoliasearch("LATENCY9", "${v}"); // admin API key`,
      ),
      c(
        "sonar-login",
        "token",
        hex(40),
        (v) => `mvn sonar:sonar -Dsonar.host.url=http://sonar:9000 -Dsonar.login=${v}`,
      ),
      c("codecov", "token", uuid, (v) => `bash <(curl -s https://codecov.io/bash) -t ${v} # CODECOV_TOKEN`),
      c("snyk", "token", uuid, (v) => `SNYK_TOKEN: ${v}`),
      c("circleci", "token", hex(40), (v) => `curl -H "Circle-Token: ${v}" https://circleci.com/api/v2/me`),
      c("travis-coveralls", "token", base62(32), (v) => `service_name: travis-pro\nrepo_token: ${v}`),
      c(
        "auth0-node",
        "secret",
        token("", "base64url", 64),
        (v) => `AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_SECRET='${v}'`,
      ),
      c(
        "okta",
        "token",
        token("00", "base64url", 40),
        (v) => `Authorization: SSWS ${v}\nAccept: application/json`,
      ),
      c(
        "cloudinary",
        "secret",
        token("", "base64url", 27),
        (v) => `cloudinary.config({ cloud_name: 'acme', api_key: '5512', api_secret: '${v}' })`,
      ),
      c(
        "pusher",
        "secret",
        hex(20),
        (v) => `PUSHER_APP_ID=1432\nPUSHER_APP_SECRET=${v}\nPUSHER_APP_CLUSTER=mt1`,
      ),
      c(
        "mailgun-py",
        "api-key",
        hex(32),
        (v) =>
          `requests.post("https://api.mailgun.net/v3/mg.acme.io/messages", auth=("api", "${v}"), data=d)`,
      ),
      c("postmark", "token", uuid, (v) => `X-Postmark-Server-Token: ${v}`),
      c(
        "ngrok",
        "token",
        base62(43),
        (v) => `$ ngrok config add-authtoken ${v}\nAuthtoken saved to ngrok.yml`,
      ),
      c("fastly", "token", token("", "base64url", 32), (v) => `Fastly-Key: ${v}`),
      c(
        "elastic-apikey",
        "api-key",
        token("", "base64", 60),
        (v) => `curl -H "Authorization: ApiKey ${v}" https://es.acme.io:9243/_cat/indices`,
      ),
      c(
        "elastic-reset",
        "password",
        token("", "base64url", 20),
        (v) =>
          `bin/elasticsearch-reset-password -u elastic\n` +
          `Password for the [elastic] user successfully reset.\nNew value: ${v}`,
      ),
      c("pinecone", "api-key", uuid, (v) => `pc = Pinecone(api_key="${v}")\nindex = pc.Index("docs")`),
      c("cohere", "api-key", base62(40), (v) => `os.environ["COHERE_API_KEY"] = "${v}"`),
      c(
        "mistral-cfg",
        "api-key",
        base62(32),
        (v) => `mistral:\n  model: mistral-large-latest\n  apiKey: ${v}`,
      ),
      c("deepl", "api-key", token("", "hex", 32, ":fx"), (v) => `DeepL-Auth-Key ${v}`),
      c(
        "wandb",
        "api-key",
        hex(40),
        (v) =>
          `wandb: You can find your API key in your browser here: https://wandb.ai/authorize\n` +
          `wandb login ${v}`,
      ),
      c("kaggle", "api-key", hex(32), (v) => `{"username":"jodoe","key":"${v}"}  <- ~/.kaggle/kaggle.json`),
      c("jira-basic", "token", base62(24), (v) => `JIRA_USER=jo@acme.io\nJIRA_API_TOKEN=${v}`),
      c(
        "bitbucket-app",
        "password",
        base62(20),
        (v) => `git clone https://jodoe:${v}@bitbucket.org/acme/core.git`,
      ),
      c("vercel", "token", base62(24), (v) => `vercel deploy --prebuilt --prod --token=${v}`),
      c("netlify", "token", url43, (v) => `NETLIFY_SITE_ID=acme NETLIFY_AUTH_TOKEN=${v} netlify deploy`),
      c(
        "paypal",
        "secret",
        token("E", "base64url", 79),
        (v) => `paypal.mode=live\npaypal.client.secret=${v}`,
      ),
      c(
        "wordpress-salt",
        "secret",
        password,
        (v) => `define('AUTH_KEY', '${v}');\ndefine('WP_DEBUG', false);`,
      ),
    ],
  },
  harmless: {
    "provider-labelled": [
      {
        id: "aws-doc",
        text: () => "Set AWS_SECRET_ACCESS_KEY and AWS_ACCESS_KEY_ID before running terraform plan.",
      },
      { id: "secrets-ref", text: () => "AWS_SECRET_ACCESS_KEY: ${{ secrets.AWS_SECRET_ACCESS_KEY }}" },
      { id: "process-env", text: () => "const authToken = process.env.TWILIO_AUTH_TOKEN;" },
      { id: "empty", text: () => "DATADOG_API_KEY=\nDATADOG_SITE=datadoghq.com\n" },
      { id: "angle", text: () => "CLOUDFLARE_API_TOKEN=<your token>" },
      { id: "tenant", text: (r) => `AZURE_TENANT_ID=${r.uuid()}\nAZURE_SUBSCRIPTION_ID=${r.uuid()}` },
      {
        id: "missing",
        text: () => "Error: SENDGRID_API_KEY is not set. Create one at app.sendgrid.com/settings",
      },
      { id: "twilio-sid", text: (r) => `Message SM${r.hex(32)} delivered` },
      { id: "gcp-project", text: (r) => `GOOGLE_CLOUD_PROJECT=acme-prod-${r.chars("0123456789", 6)}` },
      {
        id: "key-vault",
        text: () => "az keyvault secret show --vault-name acme-kv --name db-password --query id",
      },
      { id: "vault-read", text: () => 'api_key = data.vault_generic_secret.datadog.data["api_key"]' },
      { id: "op-ref", text: () => "STRIPE_KEY=op://Engineering/Stripe/credential" },
      { id: "region", text: (r) => `AWS_REGION=eu-central-${1 + r.int(2)}\nAWS_PROFILE=staging` },
      { id: "algolia-app", text: (r) => `ALGOLIA_INDEX=products_${r.word()}` },
      {
        id: "heroku-release",
        text: (r) => `heroku releases -a acme\nv${r.int(300)}  Deploy ${r.hex(8)}  jo@acme.io`,
      },
      { id: "masked-dd", text: (r) => `API key ending with ${r.hex(5)}: API Key valid` },
      { id: "cf-zone", text: (r) => `CF_ZONE_ID=${r.hex(32)}` },
      { id: "kms", text: (r) => `kms_key_id = "arn:aws:kms:eu-west-1:1111:key/${r.uuid()}"` },
      {
        id: "s3-key",
        text: (r) => `aws s3api get-object --bucket logs --key 2024/05/${r.uuid()}.gz out.gz`,
      },
      { id: "etag", text: (r) => `"ETag": "\\"${r.hex(32)}\\"", "Size": ${r.int(99999)}` },
      {
        id: "request-id",
        text: (r) => `An error occurred (AccessDenied), x-amz-request-id: ${r.base62(16).toUpperCase()}`,
      },
      { id: "sonar-key", text: (r) => `sonar.projectKey=acme_${r.word()}\nsonar.sources=src` },
      {
        id: "rotate",
        text: () => "We rotate the Twilio auth token every quarter; the runbook is in Confluence.",
      },
      { id: "file-ref", text: () => "GOOGLE_APPLICATION_CREDENTIALS=/etc/gcp/service-account.json" },
    ],
  },
} satisfies BlindFile;
