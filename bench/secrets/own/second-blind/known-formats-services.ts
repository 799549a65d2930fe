import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64url, token, type Value } from "../../random.ts";

const openaiProject: Value = (r) =>
  `sk-proj-${r.chars(ALPHABET.base64url, 74)}T3BlbkFJ${r.chars(ALPHABET.base64url, 74)}`;
const openaiOld: Value = (r) => `sk-${r.base62(20)}T3BlbkFJ${r.base62(20)}`;
const azureClientSecret: Value = (r) => `${r.base62(3)}8Q~${r.base62(34)}`;
const mapboxSecret: Value = (r) =>
  `sk.${base64url(JSON.stringify({ u: r.word(), a: `cl${r.chars(ALPHABET.base36, 23)}` }))}.${r.chars(ALPHABET.base64url, 22)}`;

export default {
  secrets: {
    "known-formats": [
      secretCase("openai-project", "api-key", openaiProject, (v) => `export OPENAI_API_KEY="${v}"`),
      secretCase(
        "openai-legacy-error",
        "api-key",
        openaiOld,
        (v) =>
          `openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided: ${v}. You can find your API key at https://platform.openai.com/account/api-keys.'}}`,
      ),
      secretCase(
        "anthropic-api",
        "api-key",
        token("sk-ant-api03-", "base64url", 93, "AA"),
        (v) => `client = anthropic.Anthropic(api_key='${v}')`,
      ),
      secretCase(
        "anthropic-oauth",
        "token",
        token("sk-ant-oat01-", "base64url", 93, "AA"),
        (v) =>
          `{"claudeAiOauth":{"accessToken":"${v}","scopes":["user:inference"],"subscriptionType":"max"}}`,
      ),
      secretCase(
        "google-api-key-maps",
        "api-key",
        token("AIza", "base64url", 35),
        (v) =>
          `<script async src="https://maps.googleapis.com/maps/api/js?key=${v}&callback=initMap"></script>`,
      ),
      secretCase(
        "google-client-secret",
        "client-secret",
        token("GOCSPX-", "base64url", 28),
        (v, r) =>
          `{"installed":{"client_id":"${r.chars(ALPHABET.digits, 12)}-abc.apps.googleusercontent.com","client_secret":"${v}"}}`,
      ),
      secretCase(
        "google-access-token",
        "token",
        token("ya29.a0", "base64url", 180),
        (v) => `$ gcloud auth print-access-token\n${v}`,
      ),
      secretCase(
        "aws-secret-pair",
        "secret-key",
        token("", "base64", 40),
        (v, r) =>
          `[prod]\naws_access_key_id = AKIA${r.chars(ALPHABET.base32, 16)}\naws_secret_access_key = ${v}\n`,
      ),
      secretCase(
        "aws-bedrock-key",
        "api-key",
        token("ABSK", "base64", 128),
        (v) => `set -x AWS_BEARER_TOKEN_BEDROCK ${v}`,
      ),
      secretCase(
        "azure-ad-client-secret",
        "client-secret",
        azureClientSecret,
        (v, r) => `az login --service-principal -u ${r.uuid()} -p ${v} --tenant ${r.uuid()}`,
      ),
      secretCase(
        "azure-storage-key",
        "account-key",
        token("", "base64", 86, "=="),
        (v) =>
          `DefaultEndpointsProtocol=https;AccountName=acmelogs;AccountKey=${v};EndpointSuffix=core.windows.net`,
      ),
      secretCase(
        "azure-devops-pat",
        "token",
        (r) => `${r.base62(76)}JQQJ99${r.base62(10)}AAAAAAAAAAASAZDO${r.base62(4)}`,
        (v) => `git clone https://pat:${v}@dev.azure.com/acme/web/_git/web`,
      ),
      secretCase("digitalocean-pat", "token", token("dop_v1_", "hex", 64), (v) => `doctl auth init -t ${v}`),
      secretCase(
        "digitalocean-refresh",
        "token",
        token("dor_v1_", "hex", 64),
        (v) => `refreshing with ${v} failed: invalid_grant`,
      ),
      secretCase(
        "heroku-v2",
        "api-key",
        token("HRKU-AA", "base64url", 58),
        (v) => `machine api.heroku.com\n  login ops@example.com\n  password ${v}\n`,
      ),
      secretCase(
        "fly-deploy",
        "token",
        token("FlyV1 fm2_", "base64", 180),
        (v) => `fly tokens create deploy -x 999h\n${v}`,
      ),
      secretCase(
        "cloudflare-origin-ca",
        "api-key",
        (r) => `v1.0-${r.hex(24)}-${r.hex(146)}`,
        (v) => `X-Auth-User-Service-Key: ${v}`,
      ),
      secretCase(
        "tailscale-auth",
        "auth-key",
        (r) => `tskey-auth-k${r.base62(11)}CNTRL-${r.base62(32)}`,
        (v) => `tailscale up --ssh --authkey ${v}`,
      ),
      secretCase(
        "vault-service",
        "token",
        token("hvs.CAESI", "base64url", 90),
        (v) =>
          `Key                  Value\n---                  -----\ntoken                ${v}\ntoken_duration       768h`,
      ),
      secretCase(
        "terraform-cloud",
        "token",
        (r) => `${r.base62(14)}.atlasv1.${r.chars(ALPHABET.base64url, 67)}`,
        (v) => `credentials "app.terraform.io" {\n  token = "${v}"\n}`,
      ),
      secretCase(
        "pulumi",
        "token",
        token("pul-", "hex", 40),
        (v) => `Enter your access token from https://app.pulumi.com/account/tokens: ${v}\nLogged in`,
      ),
      secretCase(
        "doppler-service",
        "token",
        token("dp.st.prd.", "base62", 43),
        (v) => `docker run -e DOPPLER_TOKEN=${v} acme/api:latest`,
      ),
      secretCase(
        "databricks",
        "token",
        token("dapi", "hex", 32),
        (v) => `[DEFAULT]\nhost = https://adb-5512.9.azuredatabricks.net\ntoken = ${v}`,
      ),
      secretCase(
        "planetscale-password",
        "password",
        token("pscale_pw_", "base64url", 43),
        (v) => `mysql -h aws.connect.psdb.cloud -u 8f2k1x9d -p${v} shop`,
      ),
      secretCase(
        "supabase-secret",
        "api-key",
        token("sb_secret_", "base64url", 31),
        (v) => `createClient(url, "${v}", { auth: { persistSession: false } })`,
      ),
      secretCase(
        "supabase-mgmt",
        "token",
        token("sbp_", "hex", 40),
        (v) => `supabase link --project-ref abcdefgh  # with ${v}`,
      ),
      secretCase(
        "netlify",
        "token",
        token("nfp_", "base62", 36),
        (v) => `netlify deploy --prod --auth ${v} --dir dist`,
      ),
      secretCase(
        "stripe-live",
        "api-key",
        token("sk_live_51", "base62", 97),
        (v) => `stripe.api_key = '${v}'  # TODO env`,
      ),
      secretCase(
        "stripe-restricted",
        "api-key",
        token("rk_live_51", "base62", 97),
        (v) => `curl https://api.stripe.com/v1/charges -u ${v}:`,
      ),
      secretCase(
        "stripe-webhook",
        "signing-secret",
        token("whsec_", "base62", 32),
        (v) => `> Ready! Your webhook signing secret is ${v} (^C to quit)`,
      ),
      secretCase(
        "square-access",
        "token",
        token("EAAA", "base64url", 60),
        (v) => `Square client: Authorization: Bearer ${v}`,
      ),
      secretCase(
        "shopify-admin",
        "token",
        token("shpat_", "hex", 32),
        (v) => `shopify theme push --store acme.myshopify.com --password ${v}`,
      ),
      secretCase(
        "shopify-shared",
        "client-secret",
        token("shpss_", "hex", 32),
        (v) => `The API secret key of the app is ${v}; it validates the HMAC.`,
      ),
      secretCase(
        "sendgrid",
        "api-key",
        (r) => `SG.${r.chars(ALPHABET.base64url, 22)}.${r.chars(ALPHABET.base64url, 43)}`,
        (v) => `sgMail.setApiKey("${v}")`,
      ),
      secretCase(
        "brevo",
        "api-key",
        (r) => `xkeysib-${r.hex(64)}-${r.base62(16)}`,
        (v) => `curl -H "api-key: ${v}" https://api.brevo.com/v3/account`,
      ),
      secretCase(
        "mailchimp",
        "api-key",
        token("", "hex", 32, "-us19"),
        (v) => `mailchimp.setConfig({ apiKey: "${v}", server: "us19" });`,
      ),
      secretCase(
        "resend",
        "api-key",
        (r) => `re_${r.base62(8)}_${r.base62(24)}`,
        (v) => `const resend = new Resend('${v}');`,
      ),
      secretCase(
        "huggingface",
        "token",
        token("hf_", "letters", 34),
        (v) => `huggingface-cli login --token ${v} --add-to-git-credential`,
      ),
      secretCase(
        "replicate",
        "token",
        token("r8_", "base62", 37),
        (v) => `REPLICATE=${v} cog push r8.im/acme/upscaler`,
      ),
      secretCase(
        "groq",
        "api-key",
        token("gsk_", "base62", 52),
        (v) => `- groq: ${v}\n- model: llama-3.3-70b`,
      ),
      secretCase(
        "xai",
        "api-key",
        token("xai-", "base62", 80),
        (v) => `The Grok key I want you to test with is ${v}`,
      ),
      secretCase(
        "perplexity",
        "api-key",
        token("pplx-", "base62", 48),
        (v) => `headers = {"Authorization": f"Bearer ${v}"}`,
      ),
      secretCase("mapbox-secret", "token", mapboxSecret, (v) => `MAPBOX_DOWNLOADS_TOKEN=${v}`),
      secretCase(
        "airtable-pat",
        "token",
        (r) => `pat${r.base62(14)}.${r.hex(64)}`,
        (v) => `Airtable.configure({ apiKey: '${v}' })`,
      ),
      secretCase(
        "dynatrace",
        "token",
        (r) => `dt0c01.${r.chars(ALPHABET.base32, 24)}.${r.chars(ALPHABET.base32, 64)}`,
        (v) => `Authorization: Api-Token ${v}`,
      ),
      secretCase(
        "openshift",
        "token",
        token("sha256~", "base64url", 43),
        (v) => `oc login --token=${v} --server=https://api.ocp.acme.dev:6443`,
      ),
      secretCase(
        "plaid-access",
        "token",
        (r) => `access-production-${r.uuid()}`,
        (v) => `{"access_token": "${v}", "item_id": "M5eVJqLnv3tbzdngLDp9FL5OlDNxlNhlE55op"}`,
      ),
      secretCase(
        "mws",
        "token",
        (r) => `amzn.mws.${r.uuid()}`,
        (v) => `MWSAuthToken=${v}&MarketplaceId=A1PA6795UKMFR9`,
      ),
      secretCase(
        "flutterwave",
        "api-key",
        token("FLWSECK-", "hex", 32, "-X"),
        (v) => `new Flutterwave(publicKey, "${v}")`,
      ),
      secretCase(
        "typeform",
        "token",
        token("tfp_", "base64url", 59),
        (v) => `curl -s -H 'Authorization: bearer ${v}' https://api.typeform.com/forms`,
      ),
    ],
  },
} satisfies BlindFile;
