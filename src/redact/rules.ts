/**
 * Keys that providers mark by a prefix. The facts (prefix, alphabet, length) are those of the gitleaks default
 * rules (v8, MIT) and of secretlint's recommended preset 13.0.7 (MIT), checked against each other; lengths are
 * taken as "at least about that long", because a cut-off key is still most of a key.
 *
 * Every body is one bounded run per piece, so that a rule costs at most its own length.
 */
export interface ProviderRule {
  kind: string;
  prefixes: string[];
  /** What follows the prefix; compiled sticky. */
  body: string;
  /** The prefix is short or common: it must begin a word. */
  begins?: boolean;
  /** How many characters in front of the anchor belong to the key. */
  back?: number;
  /** Of a prefix of two characters: what may follow it. */
  next?: string;
  /** Written in front of the anchor; with `back`. */
  head?: string;
}

export const AN = "[A-Za-z0-9]";
export const WD = "[A-Za-z0-9_-]";
export const HEX = "[0-9a-fA-F]";
/** Nothing of the same alphabet may follow: for formats whose exact length is all that marks them. */
export const END = "(?![A-Za-z0-9_])";
export const rule = (
  kind: string,
  prefixes: string,
  body: string,
  more: Partial<ProviderRule> = {},
): ProviderRule => ({
  kind,
  prefixes: prefixes.split(" "),
  body,
  ...more,
});
export const begins = { begins: true };

export const providerRules: ProviderRule[] = [
  // Models
  rule("anthropic", "sk-ant-", `${WD}{24,255}`),
  rule("openai", "sk-proj- sk-svcacct- sk-admin- sk-None-", `${WD}{20,255}`),
  rule("openai", "sk-", `(?=[A-Za-z]{0,80}\\d)${AN}{32,80}${END}`, begins),
  rule("openrouter", "sk-or-v1-", `${HEX}{32,128}`),
  rule("huggingface", "hf_ api_org_", `${AN}{30,64}${END}`, begins),
  rule("perplexity", "pplx-", `${AN}{32,64}`, begins),
  rule("groq", "gsk_", `${AN}{40,64}`, begins),
  rule("replicate", "r8_", `${AN}{37,40}${END}`, begins),
  rule("xai", "xai-", `${AN}{60,100}`, begins),
  rule("langsmith", "lsv2_pt_ lsv2_sk_", `${HEX}{32}_${HEX}{10}`),
  rule("google-api", "AIza", `${WD}{35}`),
  rule("google-oauth", "ya29.", `${WD}{20,512}`),
  rule("google-oauth", "GOCSPX-", `${WD}{20,64}`),
  rule("google-oauth", "1//0", `${WD}{30,128}`, begins),
  // Clouds
  rule("aws-access-key-id", "AKIA ASIA ABIA ACCA A3T", `[A-Z0-9]{16,17}${END}`, begins),
  rule("aws-bedrock", "ABSK", "[A-Za-z0-9+/]{100,269}={0,2}", begins),
  rule("aws-bedrock", "bedrock-api-key-", "[A-Za-z0-9+/=%-]{30,512}"),
  rule("alibaba", "LTAI", `${AN}{16,24}${END}`, begins),
  rule("azure-client-secret", "Q~", "[A-Za-z0-9_~.-]{31,40}", { back: 4, head: "[A-Za-z0-9_~.]{3}\\d" }),
  rule("digitalocean", "dop_v1_ doo_v1_ dor_v1_", "[0-9a-f]{40,64}"),
  rule("databricks", "dapi", "[0-9a-f]{32}(?:-\\d)?", begins),
  rule("cloudflare", "v1.0-", "[0-9a-f]{24}-[0-9a-f]{100,146}", begins),
  rule("cloudflare", "cfk_ cfut_ cfat_", `${AN}{40}[0-9a-f]{8}`, begins),
  rule("heroku", "HRKU-", `${WD}{30,64}`, begins),
  rule("flyio", "fo1_ fm1a_ fm1r_ fm2_", "[A-Za-z0-9+/_-]{40,512}={0,3}", begins),
  rule("vercel", "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_", `${WD}{20,80}`, begins),
  rule("netlify", "nfp_ nfc_ nfo_ nfb_ nfu_", `${AN}{36,48}`, begins),
  rule("render", "rnd_", `${AN}{28,40}${END}`, begins),
  rule("scaleway", "SCW", `(?=[A-Z]{0,17}\\d)[A-Z0-9]{17}${END}`, begins),
  rule("yandex", "AQVN", `${WD}{35,38}`, begins),
  rule("openshift", "sha256~", `${WD}{43}`),
  rule("tailscale", "tskey-", `[a-z]{2,20}-${AN}{8,40}(?:-${AN}{10,60})?`),
  rule("clickhouse", "4b1d", `${AN}{38}${END}`, begins),
  rule("planetscale", "pscale_tkn_ pscale_oauth_ pscale_pw_", "[\\w=.-]{32,64}"),
  rule("supabase", "sbp_ sb_secret_", `${WD}{24,64}`, begins),
  rule("neon", "napi_", `${AN}{40,80}`, begins),
  rule("snowflake-pat", "ver:1-hint:", "[\\w:-]{20,512}"),
  // Code hosts, packages and builds
  rule("github", "ghp_ gho_ ghu_ ghs_ ghr_", `${AN}{30,255}`),
  rule("github", "ghs_", `\\d{1,20}_${WD}{10,512}\\.${WD}{10,2048}\\.${WD}{10,512}`),
  rule("github", "_pat_", "\\w{22,255}", { back: 6, head: "github" }),
  rule(
    "gitlab",
    "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-",
    `${WD}{18,300}(?:\\.[0-9a-z]{2,}\\.?[0-9a-z]{7,9})?`,
  ),
  rule("gitlab", "GR1348941", `${WD}{20,30}`),
  rule("bitbucket", "ATBB ATCTT3", `${WD}{24,255}=?${HEX}{0,8}`, begins),
  rule("atlassian", "ATATT3", `${WD}{30,255}(?:=${HEX}{8})?`),
  rule("npm", "npm_", `${AN}{36}${END}`, begins),
  rule("pypi", "pypi-AgEI pypi-AgEN", `${WD}{50,1000}`),
  rule("rubygems", "rubygems_", "[0-9a-f]{48}"),
  rule("clojars", "CLOJARS_", "[0-9a-z]{60}"),
  rule("crates", "cio", `${AN}{32}${END}`, begins),
  rule("nuget", "oy2", `[a-z0-9]{43}${END}`, begins),
  rule("dockerhub", "dckr_pat_ dckr_oat_", `${WD}{27,40}`),
  rule("artifactory", "AKCp", `${AN}{40,80}`, begins),
  rule("artifactory", "cmVmd", `${AN}{59}${END}`, begins),
  rule("circleci", "CCIPAT_ CCIPRJ_", `${AN}{10,30}_${HEX}{40}`),
  rule("buildkite", "bkua_ bkpt_ bkaj_", "[0-9a-z]{40}", begins),
  rule("sourcegraph", "sgp_", `(?:(?:${HEX}{16}|local)_)?${HEX}{40}`, begins),
  rule("terraform", ".atlasv1.", "[A-Za-z0-9_=-]{60,70}", { back: 14, head: "[A-Za-z0-9]{14}" }),
  rule("pulumi", "pul-", "[0-9a-f]{40}", begins),
  rule("infracost", "ico-", `${AN}{32}${END}`, begins),
  rule("octopus", "API-", `(?=[A-Z]{0,26}\\d)[A-Z0-9]{26}${END}`, begins),
  rule("prefect", "pnu_ pnb_", `${AN}{36}`, begins),
  rule("postman", "PMAK-", `${HEX}{24}-${HEX}{34}`, begins),
  rule("readme", "rdme_", "[a-z0-9]{70}", begins),
  rule("harness", "pat. sat.", `${WD}{22}\\.${AN}{24}\\.${AN}{20}`, begins),
  rule("sonar", "squ_ sqp_ sqa_", "[0-9a-f]{40}", begins),
  rule("sentry", "sntrys_ sntryu_", "[A-Za-z0-9+/=_-]{40,512}", begins),
  // PEM headers of private keys, base64 once more: kubeconfig, CI variables.
  rule(
    "private-key",
    "LS0tLS1CRUdJTiBSU0EgUFJJ LS0tLS1CRUdJTiBFQyBQUklW LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNSWVBU LS0tLS1CRUdJTiBQR1AgUFJJ LS0tLS1CRUdJTiBEU0EgUFJJ",
    "[A-Za-z0-9+/_-]{20,32768}={0,2}",
  ),
  // Vaults
  rule("vault", "hvs. hvb. hvr.", `${WD}{24,300}`, begins),
  rule("doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", `(?:[a-z0-9_-]{2,35}\\.)?${AN}{40,44}`),
  rule(
    "onepassword",
    "A3-",
    `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}`,
    begins,
  ),
  rule("onepassword", "ops_eyJ", "[A-Za-z0-9+/=_-]{60,2048}"),
  rule("age", "AGE-SECRET-KEY-1", "[0-9A-Z]{58}"),
  rule("infisical", "st.", `${HEX}{24}\\.${HEX}{32}\\.${HEX}{32}`, {
    ...begins,
    next: "0123456789abcdefABCDEF",
  }),
  // Payments and shops
  rule(
    "stripe",
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_",
    "[A-Za-z0-9+/]{16,128}={0,2}",
  ),
  rule("square", "sq0atp- sq0csp- EAAA", `${WD}{22,80}`, begins),
  rule("shopify", "shpat_ shpca_ shppa_ shpss_ shptka_", `${HEX}{32,64}`),
  rule("razorpay", "rzp_live_ rzp_test_", `${AN}{14,24}`),
  rule("flutterwave", "FLWSECK_TEST- FLWSECK-", `${AN}{12,40}(?:-X)?`),
  rule(
    "plaid",
    "access-sandbox- access-development- access-production-",
    `${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}`,
  ),
  rule("braintree", "access_token$production$ access_token$sandbox$", "[0-9a-z]{16}\\$[0-9a-f]{32}"),
  rule("duffel", "duffel_test_ duffel_live_", "[\\w=-]{43}"),
  rule("easypost", "EZAK EZTK", `${AN}{54}`, begins),
  rule("shippo", "shippo_live_ shippo_test_", `${HEX}{40}`),
  // Messages
  rule(
    "slack",
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxd- xoxc- xapp- xoxe.xoxp- xoxe.xoxb-",
    "[A-Za-z0-9%+/=-]{16,300}",
  ),
  rule("slack-webhook", ".slack.com/", "(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,90}", {
    back: 5,
    head: "hooks",
  }),
  rule(
    "discord-webhook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    `\\d{15,21}/${WD}{40,100}`,
  ),
  rule(
    "teams-webhook",
    ".webhook.office.com/webhookb2/",
    "[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36}",
  ),
  rule("discord", ".G", `${WD}{5}\\.${WD}{25,40}`, { back: 28, head: `[MNO]${WD}{22,27}` }),
  // A user's number in base64, the time, and a signature.
  rule(
    "discord",
    "MD MT Mj Mz ND NT Nj Nz OD OT",
    `[AEIMQUYcgk][w-z0-5](?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){3,5}${WD}{0,3}\\.${WD}{6}\\.${WD}{25,40}`,
    { ...begins, next: "AEIMQUYcgk" },
  ),
  rule("telegram", ":AA", `${WD}{32,36}`, { back: 10, head: "\\d{7,10}" }),
  // An account's SID (AC…) is its name, no secret.
  rule("twilio", "SK", `[0-9a-f]{32}${END}`, { ...begins, next: "0123456789abcdef" }),
  rule("sendgrid", "SG.", `${WD}{16,32}\\.${WD}{16,64}`, begins),
  rule("mailgun", "key-", `[0-9a-f]{32}${END}`, begins),
  rule("mailchimp", "-us", `\\d{1,2}${END}`, { back: 32, head: "[0-9a-f]{32}" }),
  rule("sendinblue", "xkeysib- xsmtpsib-", `${HEX}{64}-${AN}{16}`, begins),
  rule("resend", "re_", `(?=${AN}{0,8}_)${AN}{8}_${AN}{24}${END}`, begins),
  rule("intercom", "dG9rO", "[A-Za-z0-9+/]{50,60}={0,2}", begins),
  rule("facebook", "EAACEdEose0cBA EAAM EAAC EAAG EAAB", `${AN}{60,300}`, begins),
  rule("typeform", "tfp_", "[\\w=.-]{40,60}", begins),
  // Work and monitoring
  rule("linear", "n_api_ n_oauth_", `${AN}{32,128}`, { back: 2, head: "li" }),
  rule("notion", "ntn_", `${AN}{40,50}`, begins),
  rule("notion", "secret_", `(?=[A-Za-z]{0,42}\\d)${AN}{43}${END}`, begins),
  rule("figma", "figd_ figu_", `${WD}{36,200}`, begins),
  rule("airtable", "pat", `${AN}{14}\\.[0-9a-f]{64}`, begins),
  rule("asana", "1/", `\\d{16}:[0-9a-f]{32}`, { ...begins, next: "0123456789" }),
  rule("grafana", "glsa_", `${AN}{32}_${HEX}{8}`),
  rule("grafana", "glc_ eyJrIjoi", "[A-Za-z0-9+/]{32,400}={0,3}", begins),
  rule("newrelic", "NRAK- NRII- NRJS-", `${WD}{19,40}`, begins),
  rule("dynatrace", "dt0c01. dt0s01. dt0s16.", `${AN}{24}\\.${AN}{64}`),
  rule("datadog", "ddapi_ ddapp_ pub", `[0-9a-f]{32}${END}`, begins),
  rule("posthog", "phx_ phc_", `${AN}{40,50}`, begins),
  rule("launchdarkly", "api- sdk-", `${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}`, begins),
  rule("segment", "sgp_", `${AN}{64}`, begins),
  rule("mapbox", "sk.eyJ", `${WD}{40,200}\\.${WD}{16,64}`, begins),
  rule("algolia", "alg_", `${AN}{30,60}`, begins),
  rule("okta", "SSWS", ` 00${WD}{38,42}`, begins),
  rule("contentful", "CFPAT-", `${WD}{40,50}`, begins),
  rule("adobe", "p8e-", `${AN}{32}`, begins),
  rule("dropbox", "sl.", `(?:u\\.)?${WD}{100,200}`, begins),
  rule("frameio", "fio-u-", "[\\w=-]{64}"),
  rule("maxmind", "_mmk", END, { back: 36, head: `${AN}{6}_${AN}{29}` }),
];
