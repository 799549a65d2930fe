import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { ALPHABET, base62, hex, token, uuid } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });
const awsSecret = token("", "base64", 40);

export default {
  secrets: {
    "provider-labelled": [
      s(
        "aws-credentials",
        "api-key",
        awsSecret,
        (v) => `[default]\nregion = eu-west-1\naws_secret_access_key = ${v}`,
      ),
      s("aws-export", "api-key", awsSecret, (v) => `export AWS_SECRET_ACCESS_KEY="${v}"`),
      s("aws-boto", "api-key", awsSecret, (v) => `boto3.client("s3", aws_secret_access_key="${v}")`),
      s(
        "aws-cli-create",
        "api-key",
        awsSecret,
        (v) =>
          `{\n  "AccessKey": {\n    "UserName": "ci",\n    "Status": "Active",\n` +
          `    "SecretAccessKey": "${v}"\n  }\n}`,
      ),
      s(
        "aws-session",
        "token",
        token("IQoJb3JpZ2luX2Vj", "base64", 300),
        (v) => `set AWS_SESSION_TOKEN=${v}`,
      ),
      s(
        "aws-configure",
        "api-key",
        awsSecret,
        (v) =>
          `$ aws configure\nAWS Access Key ID [None]: \nAWS Secret Access Key [None]: ${v}\n` +
          `Default region name [None]:`,
      ),
      s("aws-js", "api-key", awsSecret, (v) => `new S3Client({ credentials: { secretAccessKey: '${v}' } })`),
      s(
        "azure-account-key",
        "api-key",
        token("", "base64", 86, "=="),
        (v) => `az storage blob list -c logs --account-name acme --account-key ${v}`,
      ),
      s("azure-client-secret", "secret", token("", "base64url", 37), (v) => `ARM_CLIENT_SECRET=${v}`),
      s(
        "azure-sp",
        "secret",
        token("", "base64url", 37),
        (v, r) =>
          `{\n  "appId": "${r.uuid()}",\n  "displayName": "ci",\n  "password": "${v}",\n` +
          `  "tenant": "${r.uuid()}"\n}`,
      ),
      s("azure-openai", "api-key", hex(32), (v) => `AZURE_OPENAI_API_KEY: ${v}`),
      s("azure-ocp", "api-key", hex(32), (v) => `Ocp-Apim-Subscription-Key: ${v}`),
      s("cf-global", "api-key", hex(37), (v) => `X-Auth-Email: ops@example.com\nX-Auth-Key: ${v}`),
      s(
        "cf-token",
        "token",
        token("", "base64url", 40),
        (v) => `CLOUDFLARE_API_TOKEN=${v} npx wrangler deploy`,
      ),
      s(
        "datadog",
        "api-key",
        hex(32),
        (v) => `docker run -e DD_API_KEY=${v} -e DD_SITE=datadoghq.eu datadog/agent:7`,
      ),
      s("datadog-app", "api-key", hex(40), (v) => `provider "datadog" {\n  app_key = "${v}"\n}`),
      s("datadog-header", "api-key", hex(40), (v) => `-H "DD-APPLICATION-KEY: ${v}"`),
      s(
        "twilio-auth",
        "token",
        hex(32),
        (v, r) => `TWILIO_ACCOUNT_SID=AC${r.hex(32)}\nTWILIO_AUTH_TOKEN=${v}`,
      ),
      s("heroku", "api-key", uuid, (v) => `HEROKU_API_KEY=${v} git push heroku main`),
      s(
        "heroku-netrc",
        "api-key",
        uuid,
        (v) => `machine api.heroku.com\n  login me@example.com\n  password ${v}`,
      ),
      s("circleci", "token", hex(40), (v) => `curl -H "Circle-Token: ${v}" https://circleci.com/api/v2/me`),
      s("jenkins", "token", hex(34), (v) => `JENKINS_USER=ann JENKINS_API_TOKEN=${v} ./jcli job build site`),
      s(
        "sonar",
        "token",
        hex(40),
        (v) => `mvn sonar:sonar -Dsonar.host.url=https://sonar.acme.io -Dsonar.login=${v}`,
      ),
      s("sentry-auth", "token", hex(64), (v) => `[auth]\ntoken=${v}\n\n[defaults]\norg=acme`),
      s("snyk", "token", uuid, (v) => `SNYK_TOKEN: '${v}'`),
      s("algolia", "api-key", hex(32), (v) => `algoliasearch("APP1", "", { adminApiKey: "${v}" })`),
      s("algolia-header", "api-key", hex(32), (v) => `X-Algolia-API-Key: ${v}`),
      s("mailchimp", "api-key", token("", "hex", 32, "-us14"), (v) => `MAILCHIMP_API_KEY = '${v}'`),
      s(
        "pagerduty",
        "token",
        base62(20),
        (v) => `Authorization: Token token=${v}\nAccept: application/vnd.pagerduty+json`,
      ),
      s("pagerduty-key", "api-key", hex(32), (v) => `{"routing_key":"${v}","event_action":"trigger"}`),
      s("okta", "token", token("00", "base64url", 40), (v) => `Authorization: SSWS ${v}`),
      s(
        "auth0",
        "secret",
        token("", "base64url", 64),
        (v) => `AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_SECRET=${v}`,
      ),
      s("firebase-ci", "token", token("1//0", "base64url", 96), (v) => `firebase deploy --token "${v}"`),
      s("vercel", "token", base62(24), (v) => `vercel deploy --prod --token=${v}`),
      s("netlify", "token", token("", "base64url", 43), (v) => `NETLIFY_AUTH_TOKEN: "${v}"`),
      s("fastly", "token", token("", "base64url", 32), (v) => `Fastly-Key: ${v}`),
      s("newrelic", "api-key", token("", "hex", 36, "NRAL"), (v) => `newrelic.license_key = ${v}`),
      s("jira", "token", base62(24), (v) => `jira:\n  user: ann@example.com\n  api_token: ${v}`),
      s(
        "trello",
        "token",
        hex(64),
        (v, r) => `https://api.trello.com/1/members/me/boards?key=${r.hex(32)}&token=${v}`,
      ),
      s("spotify", "secret", hex(32), (v) => `SPOTIPY_CLIENT_SECRET='${v}'`),
      s("twitter", "secret", base62(45), (v) => `tweepy.OAuthHandler(consumer_key, consumer_secret="${v}")`),
      s(
        "weather",
        "api-key",
        hex(32),
        (v) => `https://api.openweathermap.org/data/2.5/weather?q=Oslo&appid=${v}`,
      ),
      s(
        "minio",
        "password",
        base62(20),
        (v) => `MINIO_ROOT_USER=admin MINIO_ROOT_PASSWORD=${v} minio server /data`,
      ),
      s(
        "cloudinary",
        "secret",
        token("", "base64url", 27),
        (v) => `cloudinary.config({ cloud_name: 'x', api_secret: '${v}' })`,
      ),
      s("plaid", "secret", hex(30), (v) => `PLAID_ENV=sandbox\nPLAID_SECRET=${v}`),
      s(
        "deepl",
        "api-key",
        (r) => `${r.uuid()}:fx`,
        (v) => `Authorization: DeepL-Auth-Key ${v}`,
      ),
    ],
  },
  harmless: {
    "provider-labelled": [
      h("aws-env-ref", () => `AWS_SECRET_ACCESS_KEY: \${{ secrets.AWS_SECRET_ACCESS_KEY }}`),
      h("aws-masked", () => "AWS Secret Access Key [****************Q3xT]:"),
      h("aws-region", () => "AWS_DEFAULT_REGION=eu-central-1"),
      h("aws-table", () => "| AWS_SECRET_ACCESS_KEY | yes | the secret of the CI user |"),
      h("azure-tenant", (r) => `AZURE_TENANT_ID=${r.uuid()}`),
      h("azure-sub", (r) => `az account set --subscription ${r.uuid()}`),
      h("cf-zone", (r) => `CLOUDFLARE_ZONE_ID=${r.hex(32)}`),
      h("dd-site", () => "DD_SITE=datadoghq.eu DD_ENV=production DD_SERVICE=checkout"),
      h("dd-trace", (r) => `dd.trace_id=${r.chars("123456789", 19)} dd.span_id=${r.chars("123456789", 18)}`),
      h("heroku-missing", () => "Error: HEROKU_API_KEY is not set. Run heroku login."),
      h("vercel-project", (r) => `VERCEL_PROJECT_ID=prj_${r.base62(28)}`),
      h("vercel-flag-var", () => 'vercel deploy --prod --token="$VERCEL_TOKEN"'),
      h("sonar-key", () => "sonar.projectKey=acme_checkout-service"),
      h("jira-key", (r) => `Issue key: PAY-${r.int(9999)}`),
      h("algolia-index", () => "ALGOLIA_INDEX_NAME=prod_products_price_desc"),
      h("okta-domain", () => "OKTA_DOMAIN=dev-123456.okta.com"),
      h("auth0-placeholder", () => "AUTH0_CLIENT_SECRET=YOUR_CLIENT_SECRET"),
      h("terraform-var", () => "api_key = var.datadog_api_key"),
      h("pd-service", (r) => `service_id = "P${r.chars(ALPHABET.BASE36, 6)}"`),
      h("kms-alias", (r) => `kms_key_id = "arn:aws:kms:eu-west-1:123456789012:key/${r.uuid()}"`),
      h("etag", (r) => `ETag: "${r.hex(32)}"`),
      h("ssm", () => "aws ssm get-parameter --name /prod/db/password --with-decryption"),
      h("op-ref", () => "TWILIO_AUTH_TOKEN=op://Prod/Twilio/auth-token"),
      h("gcp-project", () => "gcloud config set project acme-prod-278312"),
    ],
  },
} satisfies BlindFile;
