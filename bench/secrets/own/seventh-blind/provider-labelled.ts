import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, uuid, type Value } from "../../random.ts";

const aws40: Value = token("", "base64", 40);
const b64of =
  (n: number): Value =>
  (r) =>
    base64(r.bytes(n));

export default {
  secrets: {
    "provider-labelled": [
      secretCase(
        "aws-credentials-file",
        "secret-key",
        aws40,
        (v, r) => `[default]
aws_access_key_id = AKIA${r.chars(ALPHABET.base32, 16)}
aws_secret_access_key = ${v}
region = eu-central-1`,
      ),
      secretCase("aws-export", "secret-key", aws40, (v) => `export AWS_SECRET_ACCESS_KEY="${v}"`),
      secretCase(
        "aws-session-sts",
        "token",
        b64of(260),
        (v, r) => `{
    "Credentials": {
        "AccessKeyId": "ASIA${r.chars(ALPHABET.base32, 16)}",
        "SessionToken": "${v}",
        "Expiration": "2025-06-03T18:22:01+00:00"
    }
}`,
        "json",
      ),
      secretCase(
        "aws-boto3",
        "secret-key",
        aws40,
        (v) => `s3 = boto3.client(
    "s3",
    aws_access_key_id=os.environ["AWS_ID"],
    aws_secret_access_key="${v}",
)`,
      ),
      secretCase(
        "datadog-helm",
        "api-key",
        hex(32),
        (v) => `helm install dd datadog/datadog --set datadog.apiKey=${v} --set datadog.site=datadoghq.eu`,
      ),
      secretCase(
        "datadog-header",
        "api-key",
        hex(40),
        (v, r) => `curl -X GET "https://api.datadoghq.com/api/v1/monitor" \\
  -H "DD-API-KEY: \${DD_API_KEY}" \\
  -H "DD-APPLICATION-KEY: ${v}" -o mon-${r.int(99)}.json`,
      ),
      secretCase(
        "twilio-node",
        "token",
        hex(32),
        (v, r) => `const accountSid = 'AC${r.hex(32)}';
const authToken = '${v}';
const client = require('twilio')(accountSid, authToken);`,
      ),
      secretCase("twilio-env", "token", hex(32), (v) => `TWILIO_AUTH_TOKEN=${v}`),
      secretCase(
        "cloudflare-wrangler",
        "token",
        token("", "base64url", 40),
        (v) => `CLOUDFLARE_API_TOKEN=${v} npx wrangler deploy --env production`,
      ),
      secretCase(
        "cloudflare-global",
        "api-key",
        hex(37),
        (v) => `X-Auth-Email: ops@example.org
X-Auth-Key: ${v}`,
      ),
      secretCase(
        "algolia-admin",
        "api-key",
        hex(32),
        (v, r) => `ALGOLIA_APP_ID=${r.chars(ALPHABET.BASE36, 10)}
ALGOLIA_ADMIN_KEY=${v}`,
      ),
      secretCase(
        "algolia-js",
        "api-key",
        hex(32),
        (v, r) =>
          `const index = algoliasearch("${r.base62(10)}", "${v}").initIndex("docs"); // admin api key`,
      ),
      secretCase(
        "azure-openai",
        "api-key",
        hex(32),
        (v) => `AZURE_OPENAI_ENDPOINT=https://acme.openai.azure.com/
AZURE_OPENAI_API_KEY=${v}
AZURE_OPENAI_DEPLOYMENT=gpt-4o`,
      ),
      secretCase(
        "azure-sp",
        "client-secret",
        token("", "base62", 40),
        (v, r) => `{
  "appId": "${r.uuid()}",
  "displayName": "azure-cli-2025-03-01",
  "password": "${v}",
  "tenant": "${r.uuid()}"
}`,
      ),
      secretCase("azure-cognitive", "api-key", hex(32), (v) => `Ocp-Apim-Subscription-Key: ${v}`),
      secretCase(
        "azure-login",
        "client-secret",
        base62(34),
        (v, r) => `az login --service-principal -u ${r.uuid()} -p ${v} --tenant ${r.uuid()}`,
      ),
      secretCase("arm-env", "client-secret", base62(40), (v) => `$env:ARM_CLIENT_SECRET = "${v}"`),
      secretCase(
        "cosmos",
        "key",
        b64of(64),
        (v) => `az cosmosdb keys list -n shop -g rg1 --query primaryMasterKey\n"${v}"`,
      ),
      secretCase(
        "elastic-apikey",
        "api-key",
        b64of(45),
        (v) => `output.elasticsearch:
  hosts: ["https://es.internal:9200"]
  api_key: "${v}"`,
      ),
      secretCase("mailchimp", "api-key", token("", "hex", 32, "-us21"), (v) => `MAILCHIMP_API_KEY=${v}`),
      secretCase(
        "mailgun-user",
        "api-key",
        token("key-", "hex", 32),
        (v) => `curl -s --user 'api:${v}' https://api.mailgun.net/v3/mg.example.org/messages`,
      ),
      secretCase("postmark", "token", uuid, (v) => `X-Postmark-Server-Token: ${v}`),
      secretCase(
        "heroku-netrc",
        "api-key",
        uuid,
        (v) => `machine api.heroku.com
  login ops@example.org
  password ${v}`,
      ),
      secretCase(
        "heroku-env",
        "api-key",
        uuid,
        (v) => `env:
  HEROKU_API_KEY: ${v}
  HEROKU_APP_NAME: shop-staging`,
      ),
      secretCase("pagerduty", "token", base62(20), (v) => `Authorization: Token token=${v}`),
      secretCase(
        "pagerduty-routing",
        "key",
        hex(32),
        (v) => `receivers:\n  - name: oncall\n    pagerduty_configs:\n      - routing_key: ${v}`,
      ),
      secretCase(
        "sentry-auth",
        "token",
        hex(64),
        (v) => `[auth]
token=${v}
[defaults]
org=acme`,
      ),
      secretCase(
        "circleci",
        "token",
        hex(40),
        (v) => `curl -H "Circle-Token: ${v}" https://circleci.com/api/v2/me`,
      ),
      secretCase(
        "sonar",
        "token",
        hex(40),
        (v) => `mvn -B verify sonar:sonar -Dsonar.login=${v} -Dsonar.host.url=http://s:9000`,
      ),
      secretCase("snyk", "token", uuid, (v) => `SNYK_TOKEN=${v} snyk monitor --all-projects`),
      secretCase("codecov", "token", uuid, (v) => `./codecov --token ${v} -f coverage.xml`),
      secretCase("fastly", "token", token("", "base64url", 32), (v) => `Fastly-Key: ${v}`),
      secretCase("vercel-cli", "token", base62(24), (v) => `vercel deploy --prod --token=${v}`),
      secretCase(
        "netlify-env",
        "token",
        token("", "base64url", 43),
        (v) => `NETLIFY_AUTH_TOKEN=${v}\nNETLIFY_SITE_ID=shop`,
      ),
      secretCase(
        "jira-basic",
        "token",
        base62(24),
        (v) => `jira = JIRA(
    server="https://acme.atlassian.net",
    basic_auth=("ann@example.org", "${v}"),
)`,
      ),
      secretCase(
        "trello",
        "token",
        hex(64),
        (v, r) => `https://api.trello.com/1/boards/${r.base62(8)}?key=${r.hex(32)}&token=${v}`,
      ),
      secretCase(
        "spotify",
        "client-secret",
        hex(32),
        (v, r) => `SPOTIPY_CLIENT_ID='${r.hex(32)}'
SPOTIPY_CLIENT_SECRET='${v}'`,
      ),
      secretCase(
        "twitter",
        "secret",
        base62(45),
        (v, r) => `auth = tweepy.OAuth1UserHandler(
    consumer_key="${r.base62(25)}",
    consumer_secret=CONSUMER_SECRET,
    access_token=TOKEN,
    access_token_secret="${v}",
)`,
      ),
      secretCase(
        "reddit-praw",
        "client-secret",
        token("", "base64url", 27),
        (v, r) => `[bot1]
client_id=${r.base62(14)}
client_secret=${v}
user_agent=script by u/amber`,
      ),
      secretCase("facebook", "app-secret", hex(32), (v) => `FACEBOOK_APP_SECRET: "${v}"`),
      secretCase(
        "deepl",
        "api-key",
        (r) => `${r.uuid()}:fx`,
        (v) => `DEEPL_AUTH_KEY=${v}`,
      ),
      secretCase(
        "openweather",
        "api-key",
        hex(32),
        (v) => `https://api.openweathermap.org/data/2.5/weather?q=Bern&units=metric&appid=${v}`,
      ),
      secretCase("pinecone", "api-key", uuid, (v) => `pc = Pinecone(api_key="${v}")`),
      secretCase("mistral", "api-key", base62(32), (v) => `client = Mistral(api_key='${v}')`),
      secretCase(
        "cohere-ts",
        "api-key",
        base62(40),
        (v) => `const cohere = new CohereClient({ token: "${v}" });`,
      ),
      secretCase(
        "auth0",
        "client-secret",
        token("", "base64url", 64),
        (v) => `AUTH0_DOMAIN=acme.eu.auth0.com
AUTH0_CLIENT_SECRET=${v}`,
      ),
      secretCase("rabbitmq-erlang", "cookie", token("", "upper", 20), (v) => `RABBITMQ_ERLANG_COOKIE: ${v}`),
      secretCase(
        "minio",
        "password",
        password,
        (v) => `MINIO_ROOT_USER=minio MINIO_ROOT_PASSWORD=${v} minio server /data`,
      ),
      secretCase("okta", "token", token("00", "base64url", 40), (v) => `Authorization: SSWS ${v}`),
    ],
  },
  harmless: {
    "provider-labelled": [
      { id: "aws-region", text: () => "AWS_REGION=eu-west-1\nAWS_PROFILE=staging" },
      {
        id: "aws-role",
        text: (r) => `role_arn = arn:aws:iam::${r.chars(ALPHABET.digits, 12)}:role/ci\nsource_profile = base`,
      },
      { id: "dd-site", text: () => "DD_SITE=datadoghq.eu\nDD_ENV=prod\nDD_SERVICE=checkout" },
      { id: "twilio-sid", text: (r) => `Message SM${r.hex(32)} queued` },
      { id: "azure-tenant", text: (r) => `az account set --subscription ${r.uuid()}` },
      { id: "azure-ids", text: (r) => `AZURE_TENANT_ID=${r.uuid()}\nAZURE_SUBSCRIPTION_ID=${r.uuid()}` },
      { id: "cf-zone", text: (r) => `CLOUDFLARE_ZONE_ID=${r.hex(32)}` },
      {
        id: "kms-key",
        text: (r) => `kms_key_id = "arn:aws:kms:us-east-1:${r.chars(ALPHABET.digits, 12)}:key/${r.uuid()}"`,
      },
      {
        id: "env-lookup",
        text: () => 'twilio = Client(os.environ["TWILIO_SID"], os.environ["TWILIO_AUTH_TOKEN"])',
      },
      { id: "gh-secret-ref", text: () => "HEROKU_API_KEY: ${{ secrets.HEROKU_API_KEY }}" },
      { id: "tf-var", text: () => "secret_key = var.aws_secret_access_key" },
      { id: "doc-table", text: () => "| `DATADOG_API_KEY` | yes | key of the organisation |" },
      { id: "missing", text: () => "Error: CLOUDFLARE_API_TOKEN is not set. Set it and try again." },
      { id: "placeholder", text: () => "MAILCHIMP_API_KEY=your-mailchimp-api-key" },
      { id: "empty", text: () => "SENTRY_AUTH_TOKEN=\nSNYK_TOKEN=\n" },
      { id: "angle", text: () => "vercel deploy --token=<YOUR_TOKEN>" },
      { id: "algolia-app", text: () => "The Algolia admin key must never be sent to the browser." },
      { id: "masked", text: () => "AWS_SECRET_ACCESS_KEY: ********************" },
      {
        id: "sts-identity",
        text: (r) => `{ "UserId": "AIDA${r.chars(ALPHABET.base32, 16)}", "Account": "000000000000" }`,
      },
      { id: "op-ref", text: () => 'OPENAI_API_KEY="op://Engineering/OpenAI/credential"' },
      {
        id: "secret-arn",
        text: () => "valueFrom: arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db",
      },
      {
        id: "firebase-id",
        text: (r) => `FIREBASE_PROJECT_ID=shop-${r.hex(5)}\nFIREBASE_REGION=europe-west1`,
      },
      { id: "heroku-release", text: (r) => `Release v${r.int(400)}: Set PAGERDUTY_TOKEN config vars` },
      { id: "sonar-key", text: () => "sonar.projectKey=acme_checkout\nsonar.organization=acme" },
    ],
  },
} satisfies BlindFile;
