import { secretCase, type Template } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, checked, jwt, type Random, token, type Value } from "../../random.ts";

// Formats that can be recognised without a label. Facts about lengths and alphabets come from the vendors'
// documentation and the public rule lists of secret scanners.

const slackBot: Value = (r) =>
  `xoxb-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.base62(24)}`;
const slackUser: Value = (r) =>
  `xoxp-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 12)}-${r.chars(ALPHABET.digits, 13)}-${r.hex(32)}`;
const slackApp: Value = (r) =>
  `xapp-1-A${r.chars(ALPHABET.BASE36, 10)}-${r.chars(ALPHABET.digits, 13)}-${r.hex(64)}`;
const openaiProject: Value = (r) =>
  `sk-proj-${r.chars(ALPHABET.base64url, 74)}${base64("OpenAI").slice(0, 8)}${r.chars(ALPHABET.base64url, 74)}`;
const openaiLegacy: Value = (r) => `sk-${r.base62(20)}${base64("OpenAI").slice(0, 8)}${r.base62(20)}`;
const pypi: Value = (r) =>
  `pypi-${base64url(Buffer.concat([Buffer.from("\u0002\u0001\u0008pypi.org\u0002\u0024", "latin1"), r.bytes(120)]))}`;
const onePasswordKey: Value = (r) => {
  const c = (n: number) => r.chars(ALPHABET.BASE36, n);
  return `A3-${c(6)}-${c(6)}-${c(5)}-${c(5)}-${c(5)}-${c(5)}`;
};
const onePasswordService: Value = (r) =>
  `ops_${base64url(JSON.stringify({ signInAddress: "example.1password.com", secretKey: r.base62(60), srpX: r.hex(64), throttleSecret: r.base62(40) }))}`;
const grafanaLegacy: Value = (r) =>
  base64(JSON.stringify({ k: r.base62(32), n: `${r.word()}-${r.word()}-key`, id: 1 }));
const grafanaCloud: Value = (r) =>
  `glc_${base64(JSON.stringify({ o: r.chars(ALPHABET.digits, 6), n: r.word(), k: r.base62(24), m: { r: "eu" } }))}`;
const sentryOrg: Value = (r) =>
  `sntrys_${base64(JSON.stringify({ iat: 1700000000.5, url: "https://sentry.io", region_url: "https://us.sentry.io", org: r.word() }))}_${r.chars(ALPHABET.base64, 43)}`;
const discordBot: Value = (r) =>
  `${base64(r.chars(ALPHABET.digits, 18))}.${r.chars(ALPHABET.base64url, 6)}.${r.chars(ALPHABET.base64url, 38)}`;
const teamsHook: Value = (r) =>
  `https://${r.word()}.webhook.office.com/webhookb2/${r.uuid()}@${r.uuid()}/IncomingWebhook/${r.hex(32)}/${r.uuid()}`;
const slackHook: Value = (r) =>
  `https://hooks.slack.com/services/T${r.chars(ALPHABET.BASE36, 10)}/B${r.chars(ALPHABET.BASE36, 10)}/${r.base62(24)}`;
const discordHook: Value = (r) =>
  `https://discord.com/api/webhooks/${r.chars(ALPHABET.digits, 18)}/${r.chars(ALPHABET.base64url, 68)}`;
const dotted =
  (prefix: string, ...lengths: number[]): Value =>
  (r) =>
    prefix + lengths.map((n) => r.base62(n)).join(".");
const azureClient: Value = (r) =>
  `${r.base62(3)}8Q~${r.chars(ALPHABET.base62, 15)}.${r.chars(ALPHABET.base62, 18)}`;
const azureDevops: Value = (r) => `${r.base62(76)}AZDO${r.base62(4)}`;

const FORMATS: readonly (readonly [id: string, value: Value])[] = [
  ["github-pat", checked("ghp_")],
  ["github-oauth", checked("gho_")],
  ["github-user-to-server", checked("ghu_")],
  ["github-server", checked("ghs_")],
  ["github-refresh", checked("ghr_")],
  ["github-fine-grained", (r) => `github_pat_${r.base62(22)}_${r.base62(59)}`],
  ["gitlab-pat", token("glpat-", "base64url", 20)],
  [
    "gitlab-pat-routable",
    (r) => `glpat-${r.chars(ALPHABET.base64url, 27)}.01.${r.chars(ALPHABET.base36, 9)}`,
  ],
  ["gitlab-deploy", token("gldt-", "base64url", 20)],
  ["gitlab-runner", token("glrt-", "base64url", 20)],
  ["gitlab-runner-registration", token("GR1348941", "base64url", 20)],
  ["gitlab-trigger", token("glptt-", "hex", 40)],
  ["gitlab-ci-job", (r) => `glcbt-${r.hex(2)}_${r.chars(ALPHABET.base64url, 20)}`],
  ["gitlab-agent", token("glagent-", "base64url", 50)],
  ["gitlab-oauth-app", token("gloas-", "hex", 64)],
  ["aws-access-key-id", token("AKIA", "base32", 16)],
  ["aws-session-key-id", token("ASIA", "base32", 16)],
  [
    "aws-bedrock",
    (r) => `ABSK${base64(`BedrockAPIKey-${r.base62(4)}-at-${r.chars(ALPHABET.digits, 12)}:${r.base62(60)}`)}`,
  ],
  ["google-api-key", token("AIza", "base64url", 35)],
  ["google-oauth-secret", token("GOCSPX-", "base64url", 28)],
  ["google-oauth-access", token("ya29.", "base64url", 160)],
  ["google-refresh", token("1//0g", "base64url", 98)],
  ["azure-client-secret", azureClient],
  ["azure-devops-pat", azureDevops],
  ["slack-bot", slackBot],
  ["slack-user", slackUser],
  ["slack-app", slackApp],
  ["slack-config-refresh", token("xoxe-1-", "base62", 146)],
  ["slack-webhook", slackHook],
  ["discord-bot", discordBot],
  ["discord-webhook", discordHook],
  ["teams-webhook", teamsHook],
  ["stripe-live", token("sk_live_", "base62", 24)],
  ["stripe-long", token("sk_live_51", "base62", 97)],
  ["stripe-test", token("sk_test_", "base62", 24)],
  ["stripe-restricted", token("rk_live_", "base62", 24)],
  ["stripe-webhook", token("whsec_", "base62", 32)],
  ["openai-project", openaiProject],
  ["openai-legacy", openaiLegacy],
  ["anthropic-api", token("sk-ant-api03-", "base64url", 93, "AA")],
  ["anthropic-admin", token("sk-ant-admin01-", "base64url", 93, "AA")],
  ["anthropic-oauth", token("sk-ant-oat01-", "base64url", 93, "AA")],
  ["openrouter", token("sk-or-v1-", "hex", 64)],
  ["groq", token("gsk_", "base62", 52)],
  ["xai", token("xai-", "base62", 80)],
  ["perplexity", token("pplx-", "base62", 48)],
  ["huggingface", token("hf_", "letters", 34)],
  ["replicate", token("r8_", "base62", 37)],
  ["langsmith", (r) => `lsv2_pt_${r.hex(32)}_${r.hex(10)}`],
  ["npm", checked("npm_")],
  ["pypi", pypi],
  ["rubygems", token("rubygems_", "hex", 48)],
  ["crates-io", token("cio", "base62", 32)],
  ["nuget", token("oy2", "base36", 43)],
  ["clojars", token("CLOJARS_", "hex", 60)],
  ["docker-hub-pat", token("dckr_pat_", "base64url", 27)],
  ["digitalocean-pat", token("dop_v1_", "hex", 64)],
  ["digitalocean-oauth", token("doo_v1_", "hex", 64)],
  ["digitalocean-refresh", token("dor_v1_", "hex", 64)],
  ["heroku-v2", token("HRKU-AA", "base64url", 58)],
  ["fly-io", token("fm2_", "base64", 120)],
  ["netlify", token("nfp_", "base62", 36)],
  ["vercel-blob", (r) => `vercel_blob_rw_${r.base62(16)}_${r.base62(30)}`],
  ["supabase-pat", token("sbp_", "hex", 40)],
  ["planetscale-token", token("pscale_tkn_", "base64url", 43)],
  ["planetscale-password", token("pscale_pw_", "base64url", 43)],
  ["databricks", token("dapi", "hex", 32)],
  ["doppler", token("dp.pt.", "base62", 43)],
  ["vault-service", token("hvs.", "base64url", 95)],
  ["vault-batch", token("hvb.", "base64url", 150)],
  ["terraform-cloud", (r) => `${r.base62(14)}.atlasv1.${r.base62(67)}`],
  ["pulumi", token("pul-", "hex", 40)],
  ["tailscale", (r) => `tskey-auth-${r.base62(12)}CNTRL-${r.base62(32)}`],
  ["cloudflare-origin-ca", (r) => `v1.0-${r.hex(24)}-${r.hex(146)}`],
  ["grafana-service-account", (r) => `glsa_${r.base62(32)}_${r.hex(8)}`],
  ["grafana-cloud", grafanaCloud],
  ["grafana-legacy", grafanaLegacy],
  ["new-relic-user", token("NRAK-", "BASE36", 27)],
  ["new-relic-insert", token("NRII-", "base64url", 32)],
  ["dynatrace", (r) => `dt0c01.${r.chars(ALPHABET.base32, 24)}.${r.chars(ALPHABET.base32, 64)}`],
  ["sentry-user", token("sntryu_", "hex", 64)],
  ["sentry-org", sentryOrg],
  ["sendgrid", (r) => `SG.${r.chars(ALPHABET.base64url, 22)}.${r.chars(ALPHABET.base64url, 43)}`],
  ["brevo", (r) => `xkeysib-${r.hex(64)}-${r.base62(16)}`],
  ["mailgun", token("key-", "hex", 32)],
  ["mailchimp", token("", "hex", 32, "-us14")],
  ["resend", (r) => `re_${r.base62(8)}_${r.base62(24)}`],
  ["twilio-api-key", token("SK", "hex", 32)],
  ["telegram-bot", (r) => `${r.chars(ALPHABET.digits, 10)}:AA${r.chars(ALPHABET.base64url, 33)}`],
  ["shopify-access", token("shpat_", "hex", 32)],
  ["shopify-shared", token("shpss_", "hex", 32)],
  ["square", token("EAAA", "base64url", 60)],
  ["square-secret", token("sq0csp-", "base64url", 43)],
  ["braintree", (r) => `access_token$production$${r.chars(ALPHABET.base36, 16)}$${r.hex(32)}`],
  ["flutterwave", token("FLWSECK_TEST-", "hex", 32, "-X")],
  ["razorpay", token("rzp_live_", "base62", 14)],
  ["duffel", token("duffel_live_", "base64url", 43)],
  ["easypost", token("EZAK", "base62", 54)],
  ["shippo", token("shippo_live_", "hex", 40)],
  ["facebook", token("EAAC", "base62", 160)],
  ["airtable-pat", (r) => `pat${r.base62(14)}.${r.hex(64)}`],
  ["notion", (r) => `ntn_${r.chars(ALPHABET.digits, 11)}${r.base62(35)}`],
  ["notion-legacy", token("secret_", "base62", 43)],
  ["linear", token("lin_api_", "base62", 40)],
  ["figma", token("figd_", "base64url", 40)],
  ["postman", (r) => `PMAK-${r.hex(24)}-${r.hex(34)}`],
  ["typeform", token("tfp_", "base64url", 59)],
  ["atlassian", (r) => `ATATT3xFfGF0${r.chars(ALPHABET.base64url, 171)}=${r.chars(ALPHABET.HEX, 8)}`],
  ["bitbucket-app", token("ATBB", "base62", 32)],
  ["asana", (r) => `1/${r.chars(ALPHABET.digits, 16)}:${r.hex(32)}`],
  ["sonarqube", token("squ_", "hex", 40)],
  ["sourcegraph", (r) => `sgp_${r.hex(16)}_${r.hex(40)}`],
  [
    "snyk",
    (r) => `snyk_uat.${r.hex(8)}.${r.chars(ALPHABET.base64url, 60)}.${r.chars(ALPHABET.base64url, 40)}`,
  ],
  ["artifactory", token("AKCp", "base62", 69)],
  ["octopus-deploy", token("API-", "BASE36", 26)],
  ["circleci", (r) => `CCIPAT_${r.base62(22)}_${r.hex(40)}`],
  ["buildkite", token("bkua_", "hex", 40)],
  ["readme", token("rdme_", "base36", 70)],
  ["prefect", token("pnu_", "base62", 36)],
  ["infracost", token("ico-", "base62", 32)],
  ["harness", dotted("pat.", 22, 24, 20)],
  ["maxmind", (r) => `${r.base62(6)}_${r.base62(29)}_mmk`],
  ["alibaba-key-id", token("LTAI", "base62", 20)],
  ["tencent-secret-id", token("AKID", "base62", 32)],
  ["yandex-api", token("AQVN", "base64url", 36)],
  ["openshift", token("sha256~", "base64url", 43)],
  ["age", token("AGE-SECRET-KEY-1", "bech32", 58)],
  ["1password-secret-key", onePasswordKey],
  ["1password-service", onePasswordService],
  ["adobe", token("p8e-", "base62", 32)],
  ["frame-io", token("fio-u-", "base64url", 64)],
  ["contentful-management", token("CFPAT-", "base64url", 43)],
  [
    "mapbox-secret",
    (r) =>
      `sk.${base64url(JSON.stringify({ u: r.word(), a: r.base62(25) }))}.${r.chars(ALPHABET.base64url, 22)}`,
  ],
  ["clickhouse-cloud", token("4b1d", "base62", 38)],
  ["posthog-personal", token("phx_", "base62", 43)],
  ["launchdarkly", (r) => `api-${r.uuid()}`],
  ["jwt", jwt],
];

const CONTEXTS: readonly ((v: string, r: Random) => string)[] = [
  (v) => v,
  (v) => `const client = connect("${v}");`,
  (v) => `  "value": "${v}",`,
  (v, r) => `12:0${r.int(9)}:31 DEBUG sent ${v}, waiting for the answer`,
  (v, r) => `| ${r.word()} | ${v} | 2024-03-0${1 + r.int(8)} |`,
  (v) => `Use \`${v}\` for the demo and revoke it afterwards.`,
  (v, r) => `./deploy.sh --region eu --with ${v} --name ${r.word()}`,
  (v, r) => `src/${r.word()}.py:${10 + r.int(80)}:    run('${v}')`,
  (v) => `+    headers.set("x-upstream", "${v}")`,
  (v, r) => `- ${r.Word()}\n- ${v}\n- ${r.Word()}`,
];

export const prefixed: readonly Template[] = FORMATS.map(([id, value], i) =>
  secretCase(id, "provider-token", value, CONTEXTS[i % CONTEXTS.length] as Template["text"]),
);
