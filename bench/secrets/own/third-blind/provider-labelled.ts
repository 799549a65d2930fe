import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, uuid, type Value } from "../../random.ts";

const aws: Value = token("", "base64", 40);
const azureKey: Value = (r) => base64(r.bytes(64));
const sas: Value = (r) => base64(r.bytes(32));

export default {
  secrets: {
    "provider-labelled": [
      s(
        "aws-credentials-profile",
        "secret",
        aws,
        (v, r) => `[${r.word()}]\nregion = eu-west-1\naws_secret_access_key = ${v}`,
      ),
      s("aws-powershell", "secret", aws, (v) => `$Env:AWS_SECRET_ACCESS_KEY="${v}"`),
      s(
        "aws-session-json",
        "token",
        token("IQoJb3JpZ2luX2Vj", "base64", 320),
        (v) => `{"Credentials":{"Expiration":"2024-05-01T10:00:00+00:00","SessionToken":"${v}"}}`,
      ),
      s(
        "aws-boto3-positional",
        "secret",
        aws,
        (v) => `boto3.client("s3", region_name="us-east-1", aws_secret_access_key='${v}')`,
      ),
      s(
        "aws-csv",
        "secret",
        aws,
        (v, r) => `User name,Access key ID,Secret access key\n${r.word()},AK-hidden,${v}`,
      ),
      s(
        "aws-configure-dialog",
        "secret",
        aws,
        (v) =>
          `$ aws configure\nAWS Access Key ID [None]: (same as before)\nAWS Secret Access Key [None]: ${v}\nDefault region name [None]: eu-north-1`,
      ),
      s(
        "aws-ses-smtp",
        "password",
        token("B", "base64", 43),
        (v) => `SES SMTP user name AKxx, SMTP password ${v}`,
      ),
      s(
        "azure-account-key",
        "key",
        azureKey,
        (v) => `az storage blob list --account-name acmelogs --account-key ${v} -c logs`,
      ),
      s(
        "azure-keys-list",
        "key",
        azureKey,
        (v) => `[\n  {\n    "keyName": "key1",\n    "permissions": "FULL",\n    "value": "${v}"\n  }\n]`,
      ),
      s("azure-cognitive-header", "api-key", hex(32), (v) => `Ocp-Apim-Subscription-Key: ${v}`),
      s(
        "azure-openai-env",
        "api-key",
        hex(32),
        (v) => `AZURE_OPENAI_ENDPOINT=https://acme.openai.azure.com/\nAZURE_OPENAI_KEY=${v}`,
      ),
      s(
        "azure-functions-code",
        "key",
        token("", "base64url", 54, "=="),
        (v) => `https://acme-fn.azurewebsites.net/api/HttpTrigger1?code=${v}`,
      ),
      s(
        "azure-servicebus",
        "key",
        sas,
        (v) =>
          `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=RootManage;SharedAccessKey=${v};EntityPath=q1`,
      ),
      s(
        "azure-sas-sig",
        "signature",
        sas,
        (v) => `https://acme.blob.core.windows.net/c/f.zip?sv=2022-11-02&se=2030-01-01&sr=b&sp=r&sig=${v}`,
        "url",
      ),
      s(
        "azure-devops-pat",
        "token",
        token("", "base36", 52),
        (v) => `export AZURE_DEVOPS_EXT_PAT=${v} && az devops project list`,
      ),
      s(
        "cosmos-cs",
        "key",
        azureKey,
        (v) =>
          `new CosmosClient("https://acme.documents.azure.com:443/", "AccountEndpoint=https://acme.documents.azure.com;AccountKey=${v};")`,
      ),
      s(
        "cloudflare-global",
        "api-key",
        hex(37),
        (v) => `-H "X-Auth-Email: ops@acme.io" -H "X-Auth-Key: ${v}"`,
      ),
      s(
        "cloudflare-wrangler",
        "token",
        token("", "base64url", 40),
        (v) => `CLOUDFLARE_API_TOKEN=${v} npx wrangler deploy`,
      ),
      s(
        "cloudflare-tf",
        "token",
        token("", "base64url", 40),
        (v) => `provider "cloudflare" {\n  api_token = "${v}"\n}`,
      ),
      s(
        "datadog-api-agent",
        "api-key",
        hex(32),
        (v) =>
          `DD_API_KEY=${v} DD_SITE="datadoghq.eu" bash -c "$(curl -L https://install.datadoghq.com/scripts/install_script_agent7.sh)"`,
      ),
      s(
        "datadog-app-header",
        "key",
        hex(40),
        (v) => `curl -H "DD-APPLICATION-KEY: ${v}" https://api.datadoghq.com/api/v1/monitor`,
      ),
      s(
        "twilio-auth",
        "token",
        hex(32),
        (v, r) => `TWILIO_ACCOUNT_SID=AC${r.hex(32)}\nTWILIO_AUTH_TOKEN=${v}`,
      ),
      s(
        "twilio-node",
        "token",
        hex(32),
        (v, r) =>
          `const twilio = require("twilio");\nconst authToken = "${v}";\nconst client = twilio("AC${r.hex(32)}", authToken);`,
      ),
      s(
        "mailgun-basic",
        "api-key",
        (r) => `${r.hex(32)}-${r.hex(8)}-${r.hex(8)}`,
        (v) => `curl -s --user 'api:${v}' https://api.mailgun.net/v3/mg.acme.io/messages -F to=x@y.z`,
      ),
      s(
        "mailchimp-dc",
        "api-key",
        token("", "hex", 32, "-us14"),
        (v) => `mailchimp.setConfig({ apiKey: "${v}", server: "us14" });`,
      ),
      s("algolia-admin", "api-key", hex(32), (v) => `ALGOLIA_APP_ID=Q1\nALGOLIA_ADMIN_KEY=${v}`),
      s("algolia-header", "api-key", hex(32), (v) => `'X-Algolia-API-Key': '${v}',`),
      s("heroku-api", "api-key", uuid, (v) => `HEROKU_API_KEY=${v} heroku container:push web -a acme`),
      s(
        "fastly-token",
        "token",
        token("", "base64url", 32),
        (v) => `curl -H "Fastly-Key: ${v}" https://api.fastly.com/service`,
      ),
      s(
        "pagerduty-header",
        "token",
        token("u+", "base64url", 18),
        (v) => `Authorization: Token token=${v}\nAccept: application/vnd.pagerduty+json;version=2`,
      ),
      s("snyk-ci", "token", uuid, (v) => `snyk config set api=${v}`),
      s("snyk-env", "token", uuid, (v) => `docker run --rm -e SNYK_TOKEN=${v} snyk/snyk:node`),
      s(
        "codecov",
        "token",
        uuid,
        (v) => `./codecov --verbose upload-process --fail-on-error -t ${v} -n service -F unit`,
      ),
      s("vercel-flag", "token", base62(24), (v) => `vercel deploy --prebuilt --prod --token=${v}`),
      s("netlify-auth", "token", token("", "base64url", 43), (v) => `NETLIFY_AUTH_TOKEN: ${v}`),
      s(
        "jira-server",
        "token",
        base62(44),
        (v) => `jira:\n  server: https://jira.acme.io\n  auth_type: bearer\n  api_token: ${v}`,
      ),
      s(
        "jenkins-user",
        "token",
        token("11", "hex", 32),
        (v) => `java -jar jenkins-cli.jar -s https://ci.acme.io/ -auth admin:${v} list-jobs`,
      ),
      s(
        "consul-acl",
        "token",
        uuid,
        (v) =>
          `AccessorID:       (redacted)\nSecretID:         ${v}\nDescription:      Bootstrap Token (Global Management)`,
      ),
      s("consul-http", "token", uuid, (v) => `X-Consul-Token: ${v}`),
      s("nomad", "token", uuid, (v) => `export NOMAD_TOKEN="${v}"\nnomad job status`),
      s(
        "vault-unseal",
        "key",
        (r) => base64(r.bytes(33)),
        (v) => `Unseal Key 1: ${v}\n\nVault initialized with 1 key shares and a key threshold of 1.`,
      ),
      s(
        "vault-secret-id",
        "secret",
        uuid,
        (v, r) => `vault write auth/approle/login role_id=${r.uuid()} secret_id=${v}`,
      ),
      s("okta-ssws", "token", token("00", "base64url", 40), (v) => `Authorization: SSWS ${v}`),
      s(
        "auth0-mgmt",
        "secret",
        token("", "base64url", 64),
        (v) => `AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_SECRET=${v}`,
      ),
      s(
        "firebase-fcm-server",
        "key",
        (r) => `AAAA${r.chars(ALPHABET.base64url, 7)}:APA91b${r.chars(ALPHABET.base64url, 134)}`,
        (v) => `fcm:\n  legacy_server_key: ${v}\n  sender: 1`,
      ),
      s("spotify", "secret", hex(32), (v) => `SPOTIPY_CLIENT_ID='x'\nSPOTIPY_CLIENT_SECRET='${v}'`),
      s(
        "reddit-praw",
        "secret",
        token("", "base64url", 30),
        (v) => `reddit = praw.Reddit(client_id="id", client_secret="${v}", user_agent="bot by u/jo")`,
      ),
      s(
        "twitter-consumer",
        "secret",
        base62(50),
        (v) => `consumer_key: see wiki\nconsumer_secret: ${v}\naccess_token: see wiki`,
      ),
      s(
        "twitter-access-secret",
        "secret",
        base62(45),
        (v) => `auth.set_access_token(TOKEN, access_token_secret="${v}")`,
      ),
      s(
        "facebook-app",
        "secret",
        hex(32),
        (v, r) => `FB_APP_ID=${r.chars(ALPHABET.digits, 15)}\nFB_APP_SECRET=${v}`,
      ),
      s(
        "pusher",
        "secret",
        hex(20),
        (v) => `PUSHER_APP_ID=1\nPUSHER_APP_KEY=public\nPUSHER_APP_SECRET=${v}\nPUSHER_APP_CLUSTER=eu`,
      ),
      s(
        "laravel-app-key",
        "key",
        (r) => `base64:${base64(r.bytes(32))}`,
        (v) => `APP_NAME=Acme\nAPP_ENV=production\nAPP_KEY=${v}\nAPP_DEBUG=false`,
      ),
      s("rails-master", "key", hex(32), (v) => `RAILS_MASTER_KEY=${v} bin/rails credentials:show`),
      s("rails-secret-base", "secret", hex(128), (v) => `production:\n  secret_key_base: ${v}`),
      s(
        "django-secret",
        "secret",
        token("django-insecure-", "symbols", 50),
        (v) => `# SECURITY WARNING: keep the secret key used in production secret!\nSECRET_KEY = '${v}'`,
      ),
      s(
        "wordpress-salt",
        "secret",
        token("", "symbols", 64),
        (v) => `define( 'SECURE_AUTH_KEY',  '${v}' );\ndefine( 'WP_DEBUG', false );`,
      ),
      s(
        "nextauth",
        "secret",
        (r) => base64(r.bytes(32)),
        (v) => `NEXTAUTH_URL=http://localhost:3000\nNEXTAUTH_SECRET=${v}`,
      ),
      s("supabase-db", "password", password, (v) => `supabase link --project-ref abcd --password ${v}`),
      s(
        "snowflake-cli",
        "password",
        password,
        (v) => `SNOWSQL_PWD='${v}' snowsql -a ab12345.eu-west-1 -u LOADER`,
      ),
      s(
        "elastic-bootstrap",
        "password",
        token("", "base64url", 20),
        (v) =>
          `✅ Elasticsearch security features have been automatically configured!\nℹ️  Password for the elastic user (reset with \`bin/elasticsearch-reset-password -u elastic\`):\n  ${v}`,
      ),
      s(
        "grafana-admin-env",
        "password",
        password,
        (v) => `GF_SECURITY_ADMIN_USER=admin\nGF_SECURITY_ADMIN_PASSWORD=${v}`,
      ),
      s(
        "minio-root",
        "password",
        base62(32),
        (v) => `docker run -e MINIO_ROOT_USER=minio -e MINIO_ROOT_PASSWORD=${v} minio/minio server /data`,
      ),
      s("wandb", "api-key", hex(40), (v) => `wandb: Logging into wandb.ai.\nwandb login --relogin ${v}`),
      s("cohere", "api-key", base62(40), (v) => `co = cohere.ClientV2(api_key="${v}")`),
      s(
        "elevenlabs-header",
        "api-key",
        hex(32),
        (v) => `headers = {"xi-api-key": "${v}", "accept": "audio/mpeg"}`,
      ),
      s("deepl", "api-key", token("", "hex", 32, ":fx"), (v) => `Authorization: DeepL-Auth-Key ${v}`),
      s(
        "openweather",
        "api-key",
        hex(32),
        (v) => `https://api.openweathermap.org/data/2.5/weather?q=Bern&appid=${v}`,
      ),
      s(
        "trello",
        "token",
        hex(76),
        (v, r) => `https://api.trello.com/1/members/me/boards?key=${r.word()}&token=${v}`,
      ),
      s(
        "cloudinary-secret",
        "secret",
        token("", "base64url", 27),
        (v) => `cloudinary.config({ cloud_name: 'acme', api_key: '1', api_secret: '${v}' })`,
      ),
      s(
        "ngrok",
        "token",
        (r) => `2${r.base62(26)}_${r.base62(21)}`,
        (v) => `ngrok config add-authtoken ${v}\nAuthtoken saved to configuration file`,
      ),
      s("hetzner", "token", base62(64), (v) => `export HCLOUD_TOKEN=${v}`),
      s(
        "ovh",
        "secret",
        hex(32),
        (v) => `[ovh-eu]\napplication_key=a\napplication_secret=${v}\nconsumer_key=`,
      ),
    ],
  },
  harmless: {
    "provider-labelled": [
      {
        id: "aws-env-names",
        text: () => "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY before running the tests.",
      },
      { id: "aws-region", text: () => "AWS_REGION=eu-central-1\nAWS_PROFILE=staging" },
      { id: "azure-ids", text: (r) => `AZURE_TENANT_ID=${r.uuid()}\nAZURE_SUBSCRIPTION_ID=${r.uuid()}` },
      { id: "empty-token", text: () => "CLOUDFLARE_API_TOKEN=\nCLOUDFLARE_ACCOUNT_ID=" },
      { id: "os-getenv", text: () => 'api_key = os.getenv("DATADOG_API_KEY")' },
      {
        id: "secretref",
        text: () =>
          "env:\n  - name: DD_API_KEY\n    valueFrom:\n      secretKeyRef:\n        name: datadog\n        key: api-key",
      },
      { id: "tf-var", text: () => 'provider "cloudflare" {\n  api_token = var.cloudflare_api_token\n}' },
      { id: "gha-secrets", text: () => "NETLIFY_AUTH_TOKEN: ${{ secrets.NETLIFY_AUTH_TOKEN }}" },
      { id: "your-key", text: () => "OPENWEATHER_KEY=your-api-key-here" },
      { id: "missing", text: () => "Error: TWILIO_AUTH_TOKEN is not set" },
      { id: "twilio-sid", text: (r) => `Message SM${r.hex(32)} delivered to +4155500${r.int(99)}` },
      {
        id: "datadog-trace",
        text: (r) => `dd.trace_id=${r.chars(ALPHABET.digits, 19)} dd.span_id=${r.chars(ALPHABET.digits, 18)}`,
      },
      { id: "vault-path", text: () => "vault kv get -field=password secret/prod/db" },
      { id: "op-ref", text: () => "MAILGUN_KEY=op://ops/mailgun/api-key" },
      { id: "ssm", text: () => "aws ssm get-parameter --name /prod/db/password --with-decryption" },
      { id: "heroku-app", text: (r) => `heroku ps -a ${r.word()}-${r.word()}-${r.int(99999)}` },
      { id: "consul-accessor", text: (r) => `AccessorID: ${r.uuid()}\nSecretID: <hidden>` },
      {
        id: "rails-help",
        text: () =>
          "Missing `secret_key_base` for 'production' environment, set this string with `bin/rails credentials:edit`",
      },
      {
        id: "snyk-doc",
        text: () => "Store SNYK_TOKEN as a repository secret, then reference it in the workflow.",
      },
      {
        id: "zod",
        text: () =>
          "const env = z.object({ AUTH0_CLIENT_SECRET: z.string().min(32), PORT: z.coerce.number() });",
      },
      {
        id: "keyvault-uri",
        text: () => "@Microsoft.KeyVault(SecretUri=https://acme.vault.azure.net/secrets/DbPassword/)",
      },
      { id: "masked-aws", text: () => "secret_key     ****************ab3F shared-credentials-file" },
      {
        id: "wandb-run",
        text: (r) =>
          `wandb: Syncing run ${r.word()}-${r.word()}-${r.int(90)}\nwandb: View run at https://wandb.ai/acme/p/runs/${r.chars(ALPHABET.base36, 8)}`,
      },
      { id: "auth0-client-id", text: (r) => `AUTH0_CLIENT_ID=${r.base62(32)}` },
      {
        id: "key-rotated",
        text: () => "The Algolia admin key was rotated on Monday; fetch the new one from the vault.",
      },
    ],
  },
} satisfies BlindFile;
