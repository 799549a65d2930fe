import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, checked, jwt, type Random, token, type Value } from "../../random.ts";

const join =
  (separator: string, ...parts: Value[]): Value =>
  (r) =>
    parts.map((part) => part(r)).join(separator);
const digits = (r: Random, length: number) => r.chars(ALPHABET.digits, length);

const finePat: Value = (r) => `github_pat_11${r.chars(ALPHABET.BASE36, 20)}_${r.base62(59)}`;
const slackBot: Value = (r) => `xoxb-${digits(r, 12)}-${digits(r, 13)}-${r.base62(24)}`;
const slackUser: Value = (r) => `xoxp-${digits(r, 12)}-${digits(r, 12)}-${digits(r, 13)}-${r.hex(32)}`;
const slackApp: Value = (r) => `xapp-1-A0${r.chars(ALPHABET.BASE36, 9)}-${digits(r, 13)}-${r.hex(64)}`;
const slackHook: Value = (r) =>
  `T0${r.chars(ALPHABET.BASE36, 8)}/B0${r.chars(ALPHABET.BASE36, 9)}/${r.base62(24)}`;
const discordBot: Value = (r) =>
  `${base64url(`9${digits(r, 17)}`)}.G${r.base62(5)}.${r.chars(ALPHABET.base64url, 38)}`;
const telegram: Value = (r) => `7${digits(r, 9)}:AA${r.chars(ALPHABET.base64url, 33)}`;
const sentryOrg: Value = (r) =>
  `sntrys_${base64(JSON.stringify({ iat: 1700000000 + r.int(999999), url: "https://sentry.io", org: r.word() })).replace(/=+$/, "")}_${r.chars(ALPHABET.base64, 43)}`;
const grafanaCloud: Value = (r) =>
  `glc_${base64(JSON.stringify({ o: digits(r, 6), n: `stack-${r.word()}`, k: r.base62(24), m: { r: "us" } }))}`;
const opsToken: Value = (r) =>
  `ops_${base64url(JSON.stringify({ signInAddress: "my.1password.com", userAuth: { method: "SRPg-4096" }, email: `${r.base62(10)}@1passwordserviceaccounts.com`, srpX: r.hex(64), muk: { k: r.base62(43) } }))}`;

export default {
  secrets: {
    "known-formats": [
      secretCase(
        "github-classic-remote",
        "token",
        checked("ghp_"),
        (v) => `origin\thttps://${v}@github.com/acme/billing.git (fetch)`,
      ),
      secretCase(
        "github-fine-grained",
        "token",
        finePat,
        (v) =>
          `I generated a fine-grained one with contents:write only, use this:\n\n${v}\n\nit runs out on Friday.`,
      ),
      secretCase(
        "github-app-install",
        "token",
        checked("ghs_"),
        (v, r) =>
          `{"token":"${v}","expires_at":"2026-03-0${1 + r.int(8)}T12:00:00Z","permissions":{"contents":"read"}}`,
      ),
      secretCase(
        "github-oauth-gh-hosts",
        "token",
        checked("gho_"),
        (v) => `github.com:\n    user: mkowalski\n    oauth_token: ${v}\n    git_protocol: ssh\n`,
      ),
      secretCase(
        "github-refresh",
        "token",
        token("ghr_", "base62", 76),
        (v) => `expires_in=28800&refresh_token=${v}&scope=&token_type=bearer`,
      ),
      secretCase(
        "gitlab-personal",
        "token",
        token("glpat-", "base64url", 20),
        (v) => `git clone https://oauth2:${v}@gitlab.example.com/infra/dns.git`,
      ),
      secretCase(
        "gitlab-runner",
        "token",
        token("glrt-", "base64url", 20),
        (v) =>
          `sudo gitlab-runner register --non-interactive --url https://gitlab.com --executor docker --token ${v}`,
      ),
      secretCase(
        "gitlab-deploy",
        "token",
        token("gldt-", "base64url", 20),
        (v) => `docker login registry.gitlab.com -u gitlab+deploy-token-4411 -p ${v}`,
      ),
      secretCase(
        "gitlab-trigger",
        "token",
        token("glptt-", "hex", 40),
        (v) =>
          `curl -X POST -F ref=main -F token=${v} https://gitlab.com/api/v4/projects/5512/trigger/pipeline`,
      ),
      secretCase(
        "slack-bot",
        "token",
        slackBot,
        (v) => `app = App(token="${v}", process_before_response=True)`,
      ),
      secretCase(
        "slack-user",
        "token",
        slackUser,
        (v) => `> old export script still has my user token hard-coded (${v}) so please kill it`,
      ),
      secretCase(
        "slack-socket",
        "token",
        slackApp,
        (v) => `SocketModeClient connecting with app-level token ${v}\nWebSocket open`,
      ),
      secretCase(
        "slack-incoming-webhook",
        "webhook",
        slackHook,
        (v) => `notify:\n  - https://hooks.slack.com/services/${v}\n`,
      ),
      secretCase("discord-bot", "token", discordBot, (v) => `client.login('${v}');`),
      secretCase(
        "discord-webhook",
        "webhook",
        token("", "base64url", 68),
        (v, r) => `WEBHOOK=https://discord.com/api/webhooks/1${digits(r, 18)}/${v}`,
      ),
      secretCase(
        "telegram-api-url",
        "token",
        telegram,
        (v) => `GET https://api.telegram.org/bot${v}/getUpdates?offset=0 -> 200`,
      ),
      secretCase(
        "telegram-botfather",
        "token",
        telegram,
        (v) =>
          `Done! Congratulations on your new bot. You will find it at t.me/deploy_status_bot.\n\nUse this token to access the HTTP API:\n${v}\nKeep your token secure and store it safely.`,
      ),
      secretCase(
        "atlassian-api",
        "token",
        (r) => `ATATT3xFfGF0${r.chars(ALPHABET.base64url, 171)}=${r.chars(ALPHABET.HEX, 8)}`,
        (v) => `jira me -u dana@example.com -t "${v}"`,
      ),
      secretCase(
        "bitbucket-app-password",
        "password",
        token("ATBB", "base62", 28),
        (v) => `[remote "bb"]\n\turl = https://dana:${v}@bitbucket.org/acme/api.git`,
      ),
      secretCase(
        "linear-key",
        "api-key",
        token("lin_api_", "base62", 40),
        (v) => `"linear": { "command": "npx", "args": ["-y", "linear-mcp"], "env": { "LINEAR": "${v}" } }`,
      ),
      secretCase(
        "notion-integration",
        "token",
        token("ntn_", "base62", 46),
        (v) => `const notion = new Client({ auth: "${v}" });`,
      ),
      secretCase("figma-pat", "token", token("figd_", "base64url", 40), (v) => `X-Figma-Token: ${v}`),
      secretCase(
        "postman-key",
        "api-key",
        (r) => `PMAK-${r.hex(24)}-${r.hex(34)}`,
        (v) => `postman login --with-api-key ${v}`,
      ),
      secretCase("npm-automation", "token", checked("npm_"), (v) => `//registry.npmjs.org/:_authToken=${v}`),
      secretCase(
        "pypi-upload",
        "token",
        (r) => `pypi-AgEIcHlwaS5vcmc${r.chars(ALPHABET.base64url, 150)}`,
        (v) => `twine upload -u __token__ -p ${v} dist/*`,
      ),
      secretCase(
        "rubygems-key",
        "api-key",
        token("rubygems_", "hex", 48),
        (v) => `---\n:rubygems_api_key: ${v}\n`,
      ),
      secretCase(
        "nuget-key",
        "api-key",
        token("oy2", "base36", 43),
        (v) =>
          `dotnet nuget push bin/Release/Acme.1.2.0.nupkg -k ${v} -s https://api.nuget.org/v3/index.json`,
      ),
      secretCase(
        "clojars-deploy",
        "token",
        token("CLOJARS_", "hex", 60),
        (v) => `{:user {:deploy-repositories {"clojars" {:username "acme" :password "${v}"}}}}`,
      ),
      secretCase(
        "docker-hub-pat",
        "token",
        token("dckr_pat_", "base64url", 27),
        (v) => `echo ${v} | docker login -u acmebot --password-stdin`,
      ),
      secretCase(
        "artifactory-key",
        "api-key",
        token("AKCp8", "base62", 68),
        (v) =>
          `curl -H 'X-JFrog-Art-Api: ${v}' -T build.zip https://acme.jfrog.io/artifactory/generic/build.zip`,
      ),
      secretCase("sentry-org-token", "token", sentryOrg, (v) => `[auth]\ntoken=${v}\n[defaults]\norg=acme\n`),
      secretCase(
        "sentry-user-token",
        "token",
        token("sntryu_", "hex", 64),
        (v) => `npx @sentry/wizard said to put ${v} in .sentryclirc`,
      ),
      secretCase(
        "grafana-service-account",
        "token",
        (r) => `glsa_${r.base62(32)}_${r.hex(8)}`,
        (v) => `provider "grafana" {\n  url  = "https://acme.grafana.net"\n  auth = "${v}"\n}`,
      ),
      secretCase(
        "grafana-cloud",
        "token",
        grafanaCloud,
        (v) => `basic_auth:\n  username: 881200\n  password: ${v}`,
      ),
      secretCase("onepassword-service", "token", opsToken, (v) => `export OP_SERVICE_ACCOUNT_TOKEN=${v}`),
      secretCase(
        "buildkite-user",
        "token",
        token("bkua_", "hex", 40),
        (v) => `bk configure --org acme --token ${v}`,
      ),
      secretCase(
        "circleci-personal",
        "token",
        (r) => `CCIPAT_${r.base62(22)}_${r.hex(40)}`,
        (v) => `circleci setup --no-prompt --host https://circleci.com --token ${v}`,
      ),
      secretCase(
        "new-relic-user",
        "api-key",
        token("NRAK-", "BASE36", 27),
        (v) => `newrelic profile add --profile default --region eu --apiKey ${v}`,
      ),
      secretCase(
        "sourcegraph",
        "token",
        (r) => `sgp_${r.hex(16)}_${r.hex(40)}`,
        (v) => `SRC_ENDPOINT=https://sourcegraph.acme.dev SRC_ACCESS_TOKEN=${v} src search 'repo:api TODO'`,
      ),
      secretCase("jwt-bare", "token", jwt, (v) => `paste into jwt.io: ${v}`),
      secretCase(
        "posthog-personal",
        "api-key",
        token("phx_", "base62", 43),
        (v) => `| personal key | ${v} | expires never |`,
      ),
      secretCase(
        "langsmith",
        "api-key",
        join("_", token("lsv2_pt_", "hex", 32), token("", "hex", 10)),
        (v) => `os.environ["LANGCHAIN_KEY"] = "${v}"`,
      ),
    ],
  },
} satisfies BlindFile;
