import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, uuid, type Value } from "../../random.ts";

const awsSecret: Value = token("", "base64", 40);
const b64bytes =
  (n: number): Value =>
  (r) =>
    base64(r.bytes(n));

export default {
  secrets: {
    "provider-labelled": [
      secretCase(
        "aws-credentials-file",
        "secret-key",
        awsSecret,
        (v) => `[default]\nregion = eu-west-1\naws_secret_access_key = ${v}\noutput = json\n`,
      ),
      secretCase("aws-export", "secret-key", awsSecret, (v) => `export AWS_SECRET_ACCESS_KEY="${v}"`),
      secretCase(
        "aws-cli-create",
        "secret-key",
        awsSecret,
        (v, r) =>
          `{\n    "AccessKey": {\n        "UserName": "${r.word()}",\n        "Status": "Active",\n        "SecretAccessKey": "${v}",\n        "CreateDate": "2026-01-04T09:12:44+00:00"\n    }\n}`,
      ),
      secretCase(
        "aws-configure-dialog",
        "secret-key",
        awsSecret,
        (v) =>
          `$ aws configure\nAWS Access Key ID [None]: (same as before)\nAWS Secret Access Key [None]: ${v}\nDefault region name [None]: us-east-1`,
      ),
      secretCase(
        "aws-session-ps",
        "token",
        b64bytes(240),
        (v) => `$Env:AWS_DEFAULT_REGION="eu-central-1"\n$Env:AWS_SESSION_TOKEN="${v}"\n`,
      ),
      secretCase(
        "boto-session",
        "secret-key",
        awsSecret,
        (v) =>
          `s3 = boto3.client(\n    "s3",\n    endpoint_url="https://minio.local:9000",\n    aws_secret_access_key="${v}",\n)`,
      ),
      secretCase(
        "datadog-helm",
        "api-key",
        hex(32),
        (v) => `helm upgrade dd datadog/datadog --set datadog.apiKey=${v} --set datadog.site=datadoghq.eu`,
      ),
      secretCase(
        "datadog-app",
        "api-key",
        hex(40),
        (v) => `DD_SITE=datadoghq.com DD_APP_KEY=${v} datadog-ci synthetics run-tests`,
      ),
      secretCase(
        "cloudflare-token",
        "token",
        token("", "base64url", 40),
        (v) => `CLOUDFLARE_ACCOUNT_ID=0\nCLOUDFLARE_API_TOKEN=${v}\nwrangler deploy`,
      ),
      secretCase(
        "cloudflare-global",
        "api-key",
        hex(37),
        (v) =>
          `curl https://api.cloudflare.com/client/v4/zones -H "X-Auth-Email: ops@acme.io" -H "X-Auth-Key: ${v}"`,
      ),
      secretCase(
        "certbot-cf-ini",
        "token",
        token("", "base64url", 40),
        (v) => `# ~/.secrets/certbot/cloudflare.ini\ndns_cloudflare_api_token = ${v}\n`,
      ),
      secretCase("heroku-env", "api-key", uuid, (v) => `HEROKU_API_KEY=${v} git push heroku main`),
      secretCase(
        "twilio-auth",
        "token",
        hex(32),
        (v, r) => `TWILIO_ACCOUNT_SID=AC${r.hex(32)}\nTWILIO_AUTH_TOKEN=${v}\nTWILIO_FROM=+15550100`,
      ),
      secretCase(
        "twilio-node",
        "token",
        hex(32),
        (v) => `const authToken = '${v}';\nconst client = require('twilio')(accountSid, authToken);`,
      ),
      secretCase(
        "postmark-header",
        "token",
        uuid,
        (v) =>
          `curl "https://api.postmarkapp.com/email" -H "Accept: application/json" -H "X-Postmark-Server-Token: ${v}"`,
      ),
      secretCase(
        "mailjet-pair",
        "secret-key",
        hex(32),
        (v, r) => `MJ_APIKEY_PUBLIC=${r.hex(32)}\nMJ_APIKEY_PRIVATE=${v}\n`,
      ),
      secretCase(
        "algolia-admin",
        "api-key",
        hex(32),
        (v) =>
          `const client = algoliasearch(process.env.ALGOLIA_APP_ID, '${v}') // ALGOLIA_ADMIN_API_KEY, remove before merge`,
      ),
      secretCase(
        "algolia-env",
        "api-key",
        hex(32),
        (v) => `ALGOLIA_APP_ID=LATENCY\nALGOLIA_ADMIN_KEY='${v}'`,
      ),
      secretCase(
        "azure-openai",
        "api-key",
        hex(32),
        (v) =>
          `AzureOpenAI(azure_endpoint="https://acme.openai.azure.com", api_version="2024-06-01", azure_ad_token=None, api_key="${v}")`,
      ),
      secretCase(
        "azure-cognitive",
        "api-key",
        hex(32),
        (v) => `Ocp-Apim-Subscription-Key: ${v}\nContent-Type: application/ssml+xml`,
      ),
      secretCase(
        "azure-sp-json",
        "client-secret",
        token("", "base64url", 34),
        (v, r) =>
          `{\n  "appId": "${r.uuid()}",\n  "displayName": "azure-cli-2026",\n  "password": "${v}",\n  "tenant": "${r.uuid()}"\n}`,
      ),
      secretCase(
        "arm-terraform",
        "client-secret",
        token("", "base64url", 40),
        (v, r) => `export ARM_CLIENT_ID=${r.uuid()}\nexport ARM_CLIENT_SECRET=${v}\nterraform plan`,
      ),
      secretCase(
        "cosmos",
        "api-key",
        b64bytes(64),
        (v) => `COSMOS_ENDPOINT=https://acme.documents.azure.com:443/\nCOSMOS_KEY=${v}`,
      ),
      secretCase(
        "service-bus",
        "api-key",
        b64bytes(32),
        (v) =>
          `Endpoint=sb://acme-bus.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=${v}`,
      ),
      secretCase(
        "iot-hub",
        "api-key",
        b64bytes(32),
        (v) => `HostName=acme.azure-devices.net;DeviceId=thermo-4;SharedAccessKey=${v};GatewayHostName=edge`,
      ),
      secretCase(
        "azdo-pat",
        "token",
        token("", "base36", 52),
        (v) => `$env:AZURE_DEVOPS_EXT_PAT = '${v}'\naz pipelines run --name nightly`,
      ),
      secretCase(
        "appinsights",
        "api-key",
        token("", "base36", 40),
        (v) => `x-api-key: ${v}\nGET https://api.applicationinsights.io/v1/apps/DEMO/metrics/requests/count`,
      ),
      secretCase(
        "gcp-service-id",
        "secret-key",
        b64bytes(30),
        (v) =>
          `gsutil config -a\nWhat is your google access key ID? GOOG1E\nWhat is your google secret access key? ${v}`,
      ),
      secretCase(
        "facebook-app",
        "client-secret",
        hex(32),
        (v, r) => `FACEBOOK_APP_ID=${r.chars(ALPHABET.digits, 15)}\nFACEBOOK_APP_SECRET=${v}`,
      ),
      secretCase(
        "twitter-four",
        "token",
        base62(45),
        (v) =>
          `auth = tweepy.OAuthHandler(CONSUMER, CONSUMER_SECRET)\nauth.set_access_token(ACCESS, access_token_secret := "${v}")`,
      ),
      secretCase(
        "twitter-consumer",
        "secret-key",
        base62(50),
        (v) => `TWITTER_CONSUMER_KEY=abc\nTWITTER_CONSUMER_SECRET=${v}\n`,
      ),
      secretCase(
        "github-oauth-app",
        "client-secret",
        hex(40),
        (v) => `GITHUB_CLIENT_ID=Iv1.8a61\nGITHUB_CLIENT_SECRET=${v}\nNEXTAUTH_URL=http://localhost:3000`,
      ),
      secretCase(
        "nextauth",
        "secret-key",
        b64bytes(32),
        (v) => `NEXTAUTH_SECRET="${v}" # openssl rand -base64 32`,
      ),
      secretCase(
        "auth0-mgmt",
        "client-secret",
        token("", "base64url", 64),
        (v) => `AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_ID=app\nAUTH0_CLIENT_SECRET=${v}`,
      ),
      secretCase(
        "okta-ssws",
        "token",
        token("00", "base64url", 40),
        (v) => `okta.client.token=${v}\nokta.client.orgUrl=https://dev-77.okta.com`,
      ),
      secretCase(
        "okta-header",
        "token",
        token("00", "base64url", 40),
        (v) => `-H 'Authorization: SSWS ${v}'`,
      ),
      secretCase(
        "keycloak-adapter",
        "client-secret",
        base62(32),
        (v) =>
          `{"realm":"acme","auth-server-url":"https://sso.acme.io/","resource":"portal","credentials":{"secret":"${v}"}}`,
      ),
      secretCase("firebase-legacy", "api-key", token("AAAA", "base64url", 148), (v) => `FCM_SERVER_KEY=${v}`),
      secretCase(
        "firebase-ci",
        "token",
        token("1//", "base64url", 96),
        (v) => `firebase deploy --only hosting --token "${v}"`,
      ),
      secretCase(
        "bugsnag",
        "api-key",
        hex(32),
        (v) => `Bugsnag.start({ apiKey: '${v}', releaseStage: 'production' })`,
      ),
      secretCase(
        "rollbar",
        "token",
        hex(32),
        (v) => `Rollbar.configure do |config|\n  config.access_token = '${v}'\nend`,
      ),
      secretCase(
        "honeycomb",
        "api-key",
        base62(22),
        (v) => `OTEL_EXPORTER_OTLP_HEADERS="x-honeycomb-team=${v}"`,
      ),
      secretCase("segment", "api-key", base62(32), (v) => `SEGMENT_WRITE_KEY: ${v}\nSEGMENT_DEBUG: "true"`),
      secretCase("mixpanel", "secret-key", hex(32), (v) => `mixpanel:\n  project: 2204\n  api_secret: ${v}`),
      secretCase(
        "pusher",
        "secret-key",
        hex(20),
        (v, r) =>
          `PUSHER_APP_ID=${r.chars(ALPHABET.digits, 7)}\nPUSHER_APP_KEY=app\nPUSHER_APP_SECRET=${v}\nPUSHER_APP_CLUSTER=eu`,
      ),
      secretCase("ably", "api-key", token("", "base64url", 43), (v) => `ABLY_API_KEY=xVLyHw.DQrNxQ:${v}`),
      secretCase(
        "livekit",
        "secret-key",
        base62(44),
        (v) => `LIVEKIT_URL=wss://acme.livekit.cloud\nLIVEKIT_API_SECRET=${v}`,
      ),
      secretCase(
        "cloudinary",
        "secret-key",
        token("", "base64url", 27),
        (v) => `cloudinary.config({ cloud_name: 'acme', api_key: '123', api_secret: '${v}', secure: true });`,
      ),
      secretCase(
        "openweather",
        "api-key",
        hex(32),
        (v) => `http://api.openweathermap.org/data/2.5/weather?q=Lisbon&units=metric&appid=${v}`,
      ),
      secretCase(
        "newsapi",
        "api-key",
        hex(32),
        (v) => `https://newsapi.org/v2/everything?q=bitcoin&apiKey=${v}`,
      ),
      secretCase(
        "alpha-vantage",
        "api-key",
        token("", "BASE36", 16),
        (v) => `ALPHAVANTAGE_API_KEY = "${v}"\nts = TimeSeries(key=ALPHAVANTAGE_API_KEY)`,
      ),
      secretCase(
        "binance",
        "secret-key",
        base62(64),
        (v) => `exchange = ccxt.binance({'apiKey': KEY, 'secret': '${v}', 'enableRateLimit': True})`,
      ),
      secretCase(
        "coinbase-pass",
        "password",
        token("", "base36", 11),
        (v) => `CB-ACCESS-KEY: k\nCB-ACCESS-PASSPHRASE: ${v}\nCB-ACCESS-TIMESTAMP: 1700000000`,
      ),
      secretCase(
        "infura",
        "api-key",
        hex(32),
        (v) => `const provider = new ethers.JsonRpcProvider("https://mainnet.infura.io/v3/${v}");`,
      ),
      secretCase(
        "alchemy",
        "api-key",
        token("", "base64url", 32),
        (v) => `RPC_URL=https://eth-mainnet.g.alchemy.com/v2/${v}`,
      ),
      secretCase(
        "etherscan",
        "api-key",
        token("", "BASE36", 34),
        (v) => `etherscan: {\n    apiKey: "${v}",\n  },`,
      ),
      secretCase(
        "paypal",
        "client-secret",
        token("E", "base64url", 79),
        (v) => `PAYPAL_MODE=live\nPAYPAL_CLIENT_SECRET=${v}`,
      ),
      secretCase(
        "razorpay",
        "secret-key",
        base62(24),
        (v) => `razorpay.Client(auth=("rzp_live_id", "${v}"))  # key_id, key_secret`,
      ),
      secretCase(
        "adyen",
        "api-key",
        token("AQE", "base64", 120),
        (v) => `ADYEN_API_KEY="${v}"\nADYEN_MERCHANT_ACCOUNT=AcmeECOM`,
      ),
      secretCase("elastic-cloud", "api-key", b64bytes(45), (v) => `Authorization: ApiKey ${v}`),
      secretCase("snyk", "token", uuid, (v) => `SNYK_TOKEN=${v} snyk test --severity-threshold=high`),
      secretCase("codecov", "token", uuid, (v) => `bash <(curl -s https://codecov.io/bash) -t ${v} -F unit`),
      secretCase(
        "circle",
        "token",
        hex(40),
        (v) => `curl -H "Circle-Token: ${v}" https://circleci.com/api/v2/me`,
      ),
      secretCase(
        "jenkins-user",
        "token",
        token("11", "hex", 32),
        (v) => `java -jar jenkins-cli.jar -s https://ci.acme.io -auth dana:${v} list-jobs`,
      ),
      secretCase(
        "nuget",
        "api-key",
        token("oy2", "base36", 43),
        (v) =>
          `dotnet nuget push bin/Acme.1.2.0.nupkg --api-key ${v} --source https://api.nuget.org/v3/index.json`,
      ),
      secretCase(
        "restic",
        "password",
        password,
        (v) =>
          `export RESTIC_REPOSITORY=s3:s3.amazonaws.com/acme-bak\nexport RESTIC_PASSWORD=${v}\nrestic snapshots`,
      ),
      secretCase("meili", "api-key", base62(43), (v) => `meilisearch --master-key="${v}" --env production`),
      secretCase(
        "backblaze",
        "secret-key",
        token("K005", "base64", 27),
        (v, r) => `b2 account authorize 005${r.hex(22)} ${v}`,
      ),
    ],
  },
  harmless: {
    "provider-labelled": [
      { id: "aws-region", text: () => "AWS_PROFILE=staging\nAWS_REGION=eu-west-1\nAWS_PAGER=" },
      { id: "tf-var", text: () => "cloudflare_api_token = var.cloudflare_api_token" },
      {
        id: "gha-secret",
        text: () => "          AWS_SECRET_ACCESS_KEY: ${{ secrets.AWS_SECRET_ACCESS_KEY }}",
      },
      { id: "docs", text: () => "Set TWILIO_AUTH_TOKEN to the auth token from the Twilio console." },
      { id: "empty", text: () => "DD_API_KEY=\nDD_APP_KEY=\nDD_SITE=datadoghq.eu" },
      { id: "placeholder", text: () => "OPENWEATHER_API_KEY=your_api_key_here" },
      { id: "client-id", text: (r) => `AZURE_CLIENT_ID=${r.uuid()}\nAZURE_TENANT_ID=${r.uuid()}` },
      { id: "vault-path", text: () => "aws_secret_access_key: vault:secret/data/ci#aws_secret" },
      {
        id: "keyvault-ref",
        text: () => "@Microsoft.KeyVault(SecretUri=https://acme.vault.azure.net/secrets/cosmos-key/)",
      },
      {
        id: "arg-parse",
        text: () => 'parser.add_argument("--api-key", help="Datadog API key", required=True)',
      },
      { id: "masked", text: () => "aws_secret_access_key     ****************Qx7a shared-credentials-file" },
      {
        id: "missing",
        text: () => "Error: HEROKU_API_KEY is not set. Run `heroku authorizations:create` first.",
      },
      {
        id: "algolia-app",
        text: (r) => `ALGOLIA_APP_ID=${r.chars(ALPHABET.BASE36, 10)}\nALGOLIA_INDEX=products_${r.word()}`,
      },
      { id: "op-ref", text: () => "SNYK_TOKEN=op://Engineering/snyk/credential" },
      { id: "getenv", text: () => 'authToken := os.Getenv("TWILIO_AUTH_TOKEN")' },
      { id: "account", text: (r) => `heroku_app: acme-${r.word()}-${r.int(9999)}\nheroku_team: core` },
      {
        id: "key-name",
        text: () => "SharedAccessKeyName=RootManageSharedAccessKey is the policy's name, not the key.",
      },
      { id: "rename", text: () => "Rename DATADOG_API_KEY to DD_API_KEY in all workflows." },
      { id: "cf-zone", text: (r) => `CLOUDFLARE_ZONE_ID=${r.hex(32)}` },
      { id: "gha-with", text: () => "with:\n  api-key: ${{ secrets.SNYK_TOKEN }}\n  path: ." },
      {
        id: "ssm",
        text: () => 'valueFrom: "arn:aws:ssm:eu-west-1:123456789012:parameter/prod/TWILIO_AUTH_TOKEN"',
      },
      { id: "scope", text: () => "Required scopes for PAYPAL_CLIENT_SECRET: payments:read, invoices:read" },
      { id: "zod", text: () => "AUTH0_CLIENT_SECRET: z.string().min(32)," },
    ],
  },
} satisfies BlindFile;
