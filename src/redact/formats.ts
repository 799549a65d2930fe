/**
 * Keys that providers mark by a prefix. The facts (prefix, alphabet, length) are those of the gitleaks default rules
 * (v8, MIT), of secretlint's recommended preset 13.0.7 (MIT) and of the providers' own documentation; lengths are taken
 * as "at least about that long", because a cut-off key is still most of a key.
 *
 * A line is one format, its columns divided by two blanks: its kind; what stands before the prefix (`-` nothing, `^` it
 * must begin a word, otherwise a pattern); prefixes, and for those of two letters what may be `next`; what follows them;
 * how many characters before the prefix belong to the key. `%a` letters and digits, `%w` also `_-`, `%h` and `%x`
 * hexadecimal digits (`%x` small), `%u` a UUID, `%.` the word ends there, `%m20;` a digit within the next 20.
 */
export const FORMATS = String.raw`
anthropic  -  sk-ant-  %w{24,255}
openai  -  sk-proj- sk-svcacct- sk-admin- sk-None-  %w{20,255}
openai  ^  sk-  (?=[A-Za-z]{0,80}\d)%a{32,80}%.
openrouter  -  sk-or-v1-  %h{32,128}
huggingface  ^  hf_ api_org_  %a{30,64}%.
perplexity  ^  pplx-  %a{32,64}
groq  ^  gsk_  %a{40,64}
replicate  ^  r8_  %a{37,40}%.
xai  ^  xai-  %a{60,100}
langsmith  -  lsv2_pt_ lsv2_sk_  %h{32}_%h{10}
google-api  -  AIza  %w{35}
google-oauth  -  ya29.  %w{20,512}
google-oauth  -  GOCSPX-  %w{20,64}
google-oauth  ^  1//0  %w{30,128}
aws-access-key-id  ^  AKIA ASIA ABIA ACCA A3T  [A-Z0-9]{16,17}%.
aws-bedrock  ^  ABSK  [A-Za-z0-9+/]{100,269}={0,2}
aws-bedrock  -  bedrock-api-key-  [A-Za-z0-9+/=%-]{30,512}
alibaba  ^  LTAI  %a{16,24}%.
azure-client-secret  [A-Za-z0-9_~.]{3}\d  Q~  [A-Za-z0-9_~.-]{31,40}  4
digitalocean  -  dop_v1_ doo_v1_ dor_v1_  %x{40,64}
databricks  ^  dapi  %x{32}(?:-\d)?
cloudflare  ^  v1.0-  %x{24}-%x{100,146}
cloudflare  ^  cfk_ cfut_ cfat_  %a{40}%x{8}
heroku  ^  HRKU-  %w{30,64}
flyio  ^  fo1_ fm1a_ fm1r_ fm2_  [A-Za-z0-9+/_-]{40,512}={0,3}
vercel  ^  vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_  %w{20,80}
netlify  ^  nfp_ nfc_ nfo_ nfb_ nfu_  %a{36,48}
render  ^  rnd_  %a{28,40}%.
scaleway  ^  SCW  (?=[A-Z]{0,17}\d)[A-Z0-9]{17}%.
yandex  ^  AQVN  %w{35,38}
openshift  -  sha256~  %w{43}
tailscale  -  tskey-  [a-z]{2,20}-%a{8,40}(?:-%a{10,60})?
clickhouse  ^  4b1d  %a{38}%.
planetscale  -  pscale_tkn_ pscale_oauth_ pscale_pw_  [\w=.-]{32,64}
supabase  ^  sbp_ sb_secret_  %w{24,64}
neon  ^  napi_  %a{40,80}
snowflake-pat  -  ver:1-hint:  [\w:-]{20,512}
github  -  ghp_ gho_ ghu_ ghs_ ghr_  %a{30,255}
github  -  ghs_  \d{1,20}_%w{10,512}\.%w{10,2048}\.%w{10,512}
github  github  _pat_  \w{22,255}  6
gitlab  -  glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-  %w{18,300}(?:\.[0-9a-z]{2,}\.?[0-9a-z]{7,9})?
gitlab  -  GR1348941  %w{20,30}
bitbucket  ^  ATBB ATCTT3  %w{24,255}=?%h{0,8}
atlassian  -  ATATT3  %w{30,255}(?:=%h{8})?
npm  ^  npm_  %a{36}%.
pypi  -  pypi-AgEI pypi-AgEN  %w{50,1000}
rubygems  -  rubygems_  %x{48}
clojars  -  CLOJARS_  [0-9a-z]{60}
crates  ^  cio  %a{32}%.
nuget  ^  oy2  [a-z0-9]{43}%.
dockerhub  -  dckr_pat_ dckr_oat_  %w{27,40}
artifactory  ^  AKCp  %a{40,80}
artifactory  ^  cmVmd  %a{59}%.
circleci  -  CCIPAT_ CCIPRJ_  %a{10,30}_%h{40}
buildkite  ^  bkua_ bkpt_ bkaj_  [0-9a-z]{40}
sourcegraph  ^  sgp_  (?:(?:%h{16}|local)_)?%h{40}
terraform  %a{14}  .atlasv1.  [A-Za-z0-9_=-]{60,70}  14
pulumi  ^  pul-  %x{40}
infracost  ^  ico-  %a{32}%.
octopus  ^  API-  (?=[A-Z]{0,26}\d)[A-Z0-9]{26}%.
prefect  ^  pnu_ pnb_  %a{36}
postman  ^  PMAK-  %h{24}-%h{34}
readme  ^  rdme_  [a-z0-9]{70}
harness  ^  pat. sat.  %w{22}\.%a{24}\.%a{20}
sonar  ^  squ_ sqp_ sqa_  %x{40}
sentry  ^  sntrys_ sntryu_  [A-Za-z0-9+/=_-]{40,512}
private-key  -  LS0tLS1CRUdJTiBSU0EgUFJJ LS0tLS1CRUdJTiBFQyBQUklW LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNSWVBU LS0tLS1CRUdJTiBQR1AgUFJJ LS0tLS1CRUdJTiBEU0EgUFJJ  [A-Za-z0-9+/_-]{20,32768}={0,2}
vault  ^  hvs. hvb. hvr.  %w{24,300}
doppler  -  dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.  (?:[a-z0-9_-]{2,35}\.)?%a{40,44}
onepassword  ^  A3-  [A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}
onepassword  -  ops_eyJ  [A-Za-z0-9+/=_-]{60,2048}
age  -  AGE-SECRET-KEY-1  [0-9A-Z]{58}
infisical  ^  st. next=[0-9a-fA-F]  %h{24}\.%h{32}\.%h{32}
stripe  -  sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_  [A-Za-z0-9+/]{16,128}={0,2}
square  ^  sq0atp- sq0csp- EAAA  %w{22,80}
shopify  -  shpat_ shpca_ shppa_ shpss_ shptka_  %h{32,64}
razorpay  -  rzp_live_ rzp_test_  %a{14,24}
flutterwave  -  FLWSECK_TEST- FLWSECK-  %a{12,40}(?:-X)?
plaid  -  access-sandbox- access-development- access-production-  %u
braintree  -  access_token$production$ access_token$sandbox$  [0-9a-z]{16}\$%x{32}
duffel  -  duffel_test_ duffel_live_  [\w=-]{43}
easypost  ^  EZAK EZTK  %a{54}
shippo  -  shippo_live_ shippo_test_  %h{40}
slack  -  xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxd- xoxc- xapp- xoxe.xoxp- xoxe.xoxb-  [A-Za-z0-9%+/=-]{16,300}
slack-webhook  hooks  .slack.com/  (?:services|workflows|triggers)/[A-Za-z0-9+/]{20,90}  5
discord-webhook  -  discord.com/api/webhooks/ discordapp.com/api/webhooks/  \d{15,21}/%w{40,100}
teams-webhook  -  .webhook.office.com/webhookb2/  [0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/%x{32}/[0-9a-f-]{36}
discord  [MNO]%w{22,27}  .G  %w{5}\.%w{25,40}  28
discord  ^  MD MT Mj Mz ND NT Nj Nz OD OT next=[AEIMQUYcgk]  [AEIMQUYcgk][w-z0-5](?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){3,5}%w{0,3}\.%w{6}\.%w{25,40}
telegram  \d{7,10}  :AA  %w{32,36}  10
twilio  ^  SK next=[0-9a-f]  %x{32}%.
sendgrid  ^  SG.  %w{16,32}\.%w{16,64}
mailgun  ^  key-  %x{32}%.
mailchimp  %x{32}  -us  \d{1,2}%.  32
sendinblue  ^  xkeysib- xsmtpsib-  %h{64}-%a{16}
resend  ^  re_  (?=%a{0,8}_)%a{8}_%a{24}%.
intercom  ^  dG9rO  [A-Za-z0-9+/]{50,60}={0,2}
facebook  ^  EAACEdEose0cBA EAAM EAAC EAAG EAAB  %a{60,300}
typeform  ^  tfp_  [\w=.-]{40,60}
linear  li  n_api_ n_oauth_  %a{32,128}  2
notion  ^  ntn_  %a{40,50}
notion  ^  secret_  (?=[A-Za-z]{0,42}\d)%a{43}%.
figma  ^  figd_ figu_  %w{36,200}
airtable  ^  pat  %a{14}\.%x{64}
asana  ^  1/ next=[0-9]  \d{16}:%x{32}
grafana  -  glsa_  %a{32}_%h{8}
grafana  ^  glc_ eyJrIjoi  [A-Za-z0-9+/]{32,400}={0,3}
newrelic  ^  NRAK- NRII- NRJS-  %w{19,40}
dynatrace  -  dt0c01. dt0s01. dt0s16.  %a{24}\.%a{64}
datadog  ^  ddapi_ ddapp_ pub  %x{32}%.
posthog  ^  phx_ phc_  %a{40,50}
launchdarkly  ^  api- sdk-  %u
segment  ^  sgp_  %a{64}
mapbox  ^  sk.eyJ  %w{40,200}\.%w{16,64}
algolia  ^  alg_  %a{30,60}
okta  ^  SSWS  [ ]00%w{38,42}
contentful  ^  CFPAT-  %w{40,50}
adobe  ^  p8e-  %a{32}
dropbox  ^  sl.  (?:u\.)?%w{100,200}
frameio  -  fio-u-  [\w=-]{64}
maxmind  %a{6}_%a{29}  _mmk  %.  36
pinecone  ^  pcsk_  %a{4,8}_%a{40,80}
nvidia  ^  nvapi-  %w{50,80}
together  ^  tgp_v1_  %w{30,64}
tavily  ^  tvly-  (?:dev-|prod-)?%m30;%w{28,64}
firecrawl  ^  fc-  %x{32}%.
fireworks  ^  fw_  %m24;%a{22,32}%.
cerebras  ^  csk-  [a-z0-9]{40,64}%.
elevenlabs  ^  sk_  %x{48}%.
jina  ^  jina_  %w{50,80}
voyage  ^  pa-  %m42;%w{40,50}%.
langfuse  ^  sk-lf-  %u
helicone  ^  sk-helicone-  %w{20,80}
e2b  ^  e2b_  %x{36,48}
runpod  ^  rpa_  [A-Z0-9]{38,60}
anyscale  ^  esecret_  %a{24,64}
wandb  ^  wandb_v1_  %w{20,100}
apify  ^  apify_api_  %a{30,50}
browserbase  ^  bb_live_ bb_test_  %m26;%w{20,50}
coze  ^  pat_  %m60;%a{60,70}%.
dify  ^  app-  %m23;%a{24}%.
cohere  ^  co_  %m38;%a{38,44}%.
modal  ^  ak- as-  %m21;%a{22}%.
tencent  ^  AKID  %a{28,36}%.
volcengine  ^  AKLT  %a{28,60}%.
baidu  -  bce-v3/ALTAK-  %a{16,30}/%x{40}
aiven  ^  AVNS_  %w{18,30}
cockroach  ^  CCDB1_  %a{16,30}_%a{30,50}
mongodb  ^  mdb_sa_sk_  %w{30,60}
yandex  ^  t1.  [A-Z0-9a-z_-]{10,600}=*\.%w{60,200}=*
yandex  ^  YC  (?=[A-Za-z]{0,38}\d)%w{38}%.
scalingo  ^  tk-us-  %w{40,60}
defined  ^  dnkey-  [A-Za-z0-9=_-]{20,30}-[A-Za-z0-9=_-]{40,60}
deno  ^  ddp_ ddo_ ddw_  %a{30,50}%.
tinybird  ^  p.eyJ  %w{20,400}\.%w{20,100}
zuplo  ^  zpka_  %w{30,80}
unkey  ^  unkey_  %a{16,40}%.
trigger  ^  tr_dev_ tr_prod_ tr_stg_  %a{16,40}%.
inngest  ^  signkey-prod- signkey-test- signkey-branch-  %x{32,64}
vault  ^  s. next=[A-Za-z0-9]  (?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])%a{24}%.
authress  ^  sc_ scauth_  [a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}
hubspot  ^  pat-na1- pat-na2- pat-eu1- pat-ap1-  %u
stytch  ^  secret-test- secret-live-  %w{30,50}=?
asana  ^  2/ next=[0-9]  \d{10,20}/\d{10,20}:%x{32}
wakatime  ^  waka_  %u
intra42  ^  s-s4t2ud- s-s4t2af-  %x{64}
settlemint  ^  sm_aat_ sm_pat_ sm_sat_  %a{16,32}
mailersend  ^  mlsn.  %x{50,80}
polar  ^  polar_oat_ polar_pat_ polar_at_  %w{30,60}
paddle  ^  pdl_live_apikey_ pdl_sdbx_apikey_  [a-z0-9]{26}_%a{22}_%a{3}
ory  or  y_pat_ y_at_ y_rt_ y_apikey_  %w{24,90}  2
dingtalk  ^  SEC  %x{64}%.
lob  ^  live_  (?:pub_)?%x{35}%.
mollie  ^  live_  %m29;%a{30}%.
xendit  ^  xnd_production_ xnd_development_  %a{30,80}
checkout  ^  sk_sbox_ sk_  %m25;[a-z0-9]{26,31}[a-z0-9*#$=]%.
rapyd  ^  rsk_ rak_  %a{20,160}
pagerduty  ^  u+  %w{18}%.
zapier-webhook  -  zapier.com/hooks/catch/  \d{3,12}/%a{6,64}
freshbooks  ^  fbs_  %a{30,64}
beamer  ^  b_  [a-z0-9=_-]{44}%.
calcom  ^  cal_live_  %a{24,64}
buildkite  ^  bkct_ bkat_  [0-9a-zA-Z]{20,80}
depot  ^  depot_org_ depot_project_  %a{30,80}
github  ^  ghe_ v1.  %x{40}(?!%x)
square  ^  sq0idp-  %w{22}%.
shopify  -  shpua_ shpit_  %h{32,64}
azure-devops  %a{76}  AZDO  %a{4}%.  76
snyk  ^  snyk_uat. snyk_sat. snyk_pat.  [\w.-]{24,200}
bitcoin  ^  xprv yprv zprv tprv uprv vprv  %a{100,112}%.
slack  -  xwfp-  [A-Za-z0-9-]{20,200}
base64-jwt  ^  ZXlK  [A-Za-z0-9+/_-]{60,4096}={0,2}
password-hash  -  $2a$ $2b$ $2y$ $2x$  \d\d\$[./A-Za-z0-9]{53}
password-hash  -  $1$ $5$ $6$ $y$ $apr1$ $gy$ $7$  (?:rounds=\d{1,9}\$)?(?:[./A-Za-z0-9]{1,24}\$){1,3}[./A-Za-z0-9]{22,90}
password-hash  -  $argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2  [\w=,$+./-]{30,300}
password-hash  -  {SSHA} {SHA} {SSHA256} {SSHA512} {SMD5} {MD5}  [A-Za-z0-9+/]{20,120}={0,2}
password-hash  ^  pbkdf2_sha256$ pbkdf2:sha256:  \d{3,9}[:$\d]{0,12}\$?[\w./+$=-]{20,200}
nostr  ^  nsec1  [02-9ac-hj-np-z]{50,64}%.
azure-ai  %a{40,60}  JQQJ99  %a{20,40}%.  60
rapidapi  %x{10}  msh  %x{15}p1%x{6}jsn%x{12}%.  10
newrelic  %x{36}  NRAL  %.  36
google-api  ^  AQ.  Ab%w{40,80}
salesforce  ^  00D next=[A-Za-z0-9]  %a{12,15}![\w.]{60,120}
twitter  ^  AAAAAAAAAAAAAAAAAAAAA  [A-Za-z0-9%]{60,120}
ifttt-webhook  -  maker.ifttt.com/  trigger/[\w-]{1,60}/(?:json/)?with/key/%w{20,50}
feishu-webhook  -  open.feishu.cn/ open.larksuite.com/  open-apis/bot/v2/hook/%u
teams-webhook  -  outlook.office.com/ outlook.office365.com/  webhook/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/%x{32}/[0-9a-f-]{36}
bitcoin  ^  5H 5J 5K next=[1-9A-HJ-NP-Za-km-z]  [1-9A-HJ-NP-Za-km-z]{49}%.
`;
