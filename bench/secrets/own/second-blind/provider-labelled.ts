import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, uuid } from "../../random.ts";

export default {
  secrets: {
    "provider-labelled": [
      secretCase(
        "datadog-env",
        "api-key",
        hex(32),
        (v) =>
          `DD_API_KEY=${v} DD_SITE=datadoghq.eu bash -c "$(curl -L https://install.datadoghq.com/agent.sh)"`,
      ),
      secretCase(
        "datadog-app-helm",
        "api-key",
        hex(40),
        (v) =>
          `helm install dd datadog/datadog --set datadog.site=us5.datadoghq.com --set datadog.appKey=${v}`,
      ),
      secretCase(
        "twilio-auth",
        "token",
        hex(32),
        (v, r) => `TWILIO_ACCOUNT_SID=AC${r.hex(32)}\nTWILIO_AUTH_TOKEN=${v}\n`,
      ),
      secretCase(
        "cloudflare-global",
        "api-key",
        hex(37),
        (v) =>
          `curl https://api.cloudflare.com/client/v4/zones -H "X-Auth-Email: ops@example.com" -H "X-Auth-Key: ${v}"`,
      ),
      secretCase(
        "cloudflare-token-wrangler",
        "token",
        token("", "base64url", 40),
        (v) => `CLOUDFLARE_API_TOKEN=${v} npx wrangler deploy`,
      ),
      secretCase("heroku-uuid", "api-key", uuid, (v) => `heroku_api_key: "${v}"`),
      secretCase(
        "vercel-cli",
        "token",
        base62(24),
        (v) => `vercel pull --yes --environment=production --token=${v}`,
      ),
      secretCase(
        "algolia-admin",
        "api-key",
        hex(32),
        (v) => `const client = algoliasearch("K2XJ0PQ9RV", process.env.X ?? ""); // ALGOLIA_ADMIN_KEY=${v}`,
      ),
      secretCase(
        "okta-ssws",
        "token",
        (r) => `00${r.chars(ALPHABET.base64url, 40)}`,
        (v) => `Authorization: SSWS ${v}\nAccept: application/json`,
      ),
      secretCase(
        "auth0-client-secret",
        "client-secret",
        token("", "base64url", 64),
        (v) => `AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_ID=Xk2aPq\nAUTH0_CLIENT_SECRET=${v}`,
      ),
      secretCase(
        "mailgun-python",
        "api-key",
        (r) => `${r.hex(32)}-${r.hex(8)}-${r.hex(8)}`,
        (v) =>
          `requests.post("https://api.mailgun.net/v3/mg.acme.dev/messages", auth=("api", MAILGUN_API_KEY))\nMAILGUN_API_KEY = "${v}"`,
      ),
      secretCase(
        "snyk-auth",
        "token",
        uuid,
        (v) => `snyk auth ${v}\n\nYour account has been authenticated. Snyk is now ready to be used.`,
      ),
      secretCase(
        "sonar-login",
        "token",
        hex(40),
        (v) => `mvn sonar:sonar -Dsonar.host.url=https://sonar.acme.dev -Dsonar.login=${v}`,
      ),
      secretCase(
        "codecov-upload",
        "token",
        uuid,
        (v) => `      - uses: codecov/codecov-action@v4\n        with:\n          token: ${v}`,
      ),
      secretCase(
        "circleci-old-header",
        "token",
        hex(40),
        (v) => `curl -H "Circle-Token: ${v}" https://circleci.com/api/v2/me`,
      ),
      secretCase(
        "travis-cli",
        "token",
        base62(22),
        (v) => `travis login --pro --github-token "" && travis token\nYour access token is ${v}`,
      ),
      secretCase(
        "jenkins-user-api",
        "token",
        token("11", "hex", 32),
        (v) => `curl -X POST https://jenkins.acme.dev/job/deploy/build --user dana:${v}`,
      ),
      secretCase(
        "zendesk-basic",
        "token",
        base62(40),
        (v) => `ZENDESK_API_TOKEN: ${v}\nZENDESK_EMAIL: help@example.com/token`,
      ),
      secretCase(
        "trello-query",
        "token",
        hex(64),
        (v, r) => `https://api.trello.com/1/members/me/boards?key=${r.hex(32)}&token=${v}`,
      ),
      secretCase(
        "asana-pat",
        "token",
        (r) => `1/${r.chars(ALPHABET.digits, 16)}:${r.hex(32)}`,
        (v) => `asana.Client.access_token('${v}')  # ASANA_PAT`,
      ),
      secretCase(
        "dropbox-app-secret",
        "client-secret",
        token("", "base36", 15),
        (v) => `DROPBOX_APP_KEY=k3jd92mslq0zxc1\nDROPBOX_APP_SECRET=${v}`,
      ),
      secretCase(
        "twitter-v1",
        "client-secret",
        base62(50),
        (v) => `consumer_key        = xvz1evFS4wEEPTGEFPHBog\nconsumer_secret     = ${v}`,
      ),
      secretCase(
        "facebook-app-secret",
        "client-secret",
        hex(32),
        (v) => `FB_APP_ID=48120091\nFB_APP_SECRET=${v}`,
      ),
      secretCase(
        "alibaba-secret",
        "secret-key",
        base62(30),
        (v, r) =>
          `aliyun configure set --profile ak --mode AK --region cn-hangzhou --access-key-id LTAI5t${r.base62(18)} --access-key-secret ${v}`,
      ),
      secretCase(
        "tencent-secret",
        "secret-key",
        base62(32),
        (v, r) => `{"TENCENTCLOUD_SECRET_ID": "AKID${r.base62(32)}", "TENCENTCLOUD_SECRET_KEY": "${v}"}`,
      ),
      secretCase(
        "naver-client-secret",
        "client-secret",
        token("", "base64url", 10),
        (v) => `X-Naver-Client-Id: r9Kd2LmzQw\nX-Naver-Client-Secret: ${v}`,
      ),
      secretCase(
        "kakao-rest-key",
        "api-key",
        hex(32),
        (v) =>
          `curl -v -G https://dapi.kakao.com/v2/local/search/address.json -H "Authorization: KakaoAK ${v}"`,
      ),
      secretCase(
        "line-channel-secret",
        "client-secret",
        hex(32),
        (v) => `line.bot.channel-secret=${v}\nline.bot.handler.path=/callback`,
      ),
      secretCase(
        "aws-secret-boto",
        "secret-key",
        token("", "base64", 40),
        (v, r) =>
          `boto3.client("s3", aws_access_key_id="AKIA${r.chars(ALPHABET.base32, 16)}", aws_secret_access_key="${v}")`,
      ),
      secretCase(
        "aws-session-export",
        "token",
        token("IQoJb3JpZ2luX2Vj", "base64", 340),
        (v) => `export AWS_SESSION_TOKEN=${v}`,
      ),
      secretCase(
        "aws-sts-json",
        "secret-key",
        token("", "base64", 40),
        (v, r) =>
          `{\n    "Credentials": {\n        "AccessKeyId": "ASIA${r.chars(ALPHABET.base32, 16)}",\n        "SecretAccessKey": "${v}",\n        "Expiration": "2026-02-11T09:12:44+00:00"\n    }\n}`,
      ),
      secretCase(
        "b2-application-key",
        "api-key",
        token("K005", "base64", 27),
        (v) =>
          `b2 account authorize 0055f1e2d3c4b5a0000000001 ${v}  # keyId applicationKey\nB2_APPLICATION_KEY=${v}`,
      ),
      secretCase("bitly", "token", hex(40), (v) => `BITLY_ACCESS_TOKEN='${v}'`),
      secretCase(
        "pagerduty-routing",
        "integration-key",
        hex(32),
        (v) =>
          `receivers:\n- name: oncall\n  pagerduty_configs:\n  - routing_key: ${v}\n    severity: critical`,
      ),
      secretCase("opsgenie-header", "api-key", uuid, (v) => `-H "Authorization: GenieKey ${v}"`),
      secretCase("intercom", "token", token("dG9rO", "base64", 55, "="), (v) => `INTERCOM_ACCESS_TOKEN=${v}`),
      secretCase(
        "elastic-api-key",
        "api-key",
        token("", "base64url", 60, "=="),
        (v) => `Elasticsearch("https://acme.es.io:443", api_key="${v}")`,
      ),
      secretCase(
        "mongodb-atlas-private",
        "api-key",
        uuid,
        (v) => `provider "mongodbatlas" {\n  public_key  = "qwzxmplk"\n  private_key = "${v}"\n}`,
      ),
      secretCase(
        "minio-root",
        "password",
        password,
        (v) =>
          `docker run -p 9000:9000 -e MINIO_ROOT_USER=minio -e MINIO_ROOT_PASSWORD=${v} minio/minio server /data`,
      ),
      secretCase("rails-master-key", "master-key", hex(32), (v) => `fly secrets set RAILS_MASTER_KEY=${v}`),
      secretCase(
        "django-secret",
        "secret-key",
        token("django-insecure-", "symbols", 50),
        (v) => `SECRET_KEY = '${v}'\nDEBUG = True`,
      ),
      secretCase(
        "laravel-app-key",
        "app-key",
        token("base64:", "base64", 43, "="),
        (v) => `APP_NAME=Shop\nAPP_ENV=production\nAPP_KEY=${v}\nAPP_DEBUG=false`,
      ),
      secretCase(
        "wordpress-salt",
        "salt",
        token("", "base62", 64),
        (v) => `define( 'LOGGED_IN_KEY',    '${v}' );\ndefine( 'WP_DEBUG', false );`,
      ),
      secretCase(
        "nextauth",
        "secret-key",
        token("", "base64", 43, "="),
        (v) => `NEXTAUTH_URL=https://app.acme.dev\nNEXTAUTH_SECRET=${v}`,
      ),
    ],
  },
} satisfies BlindFile;
