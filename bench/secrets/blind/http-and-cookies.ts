import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { base62, base64, hex, jwt, password, type Random, token, weakPassword } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });
const basic = (r: Random) => base64(`${r.word()}:${r.base62(14)}`);
const symbols = token("", "symbols", 14);
const signed = (r: Random) => `s:${r.base62(32)}.${r.base62(43)}`;

export default {
  secrets: {
    "http-and-cookies": [
      s(
        "bearer",
        "token",
        base62(40),
        (v) => `GET /v1/me HTTP/1.1\nHost: api.acme.io\nAuthorization: Bearer ${v}`,
      ),
      s("bearer-jwt", "token", jwt, (v) => `authorization: Bearer ${v}`),
      s(
        "bearer-curl-v",
        "token",
        hex(48),
        (v) => `> GET /items HTTP/2\n> Host: api.acme.io\n> authorization: Bearer ${v}\n>`,
      ),
      s("basic", "password", basic, (v) => `Authorization: Basic ${v}`),
      s(
        "basic-proxy",
        "password",
        basic,
        (v) => `Proxy-Authorization: Basic ${v}\nProxy-Connection: keep-alive`,
      ),
      s("token-scheme", "token", hex(40), (v) => `'Authorization': 'Token ${v}',`),
      s("raw-auth", "token", base62(36), (v) => `fetch(url, { headers: { Authorization: "${v}" } })`),
      s("apikey-scheme", "api-key", base64Id, (v) => `Authorization: ApiKey ${v}`),
      s("x-api-key", "api-key", base62(40), (v) => `X-API-Key: ${v}\nAccept: */*`),
      s("x-auth-token", "token", hex(32), (v) => `< X-Auth-Token: ${v}\n< Content-Length: 0`),
      s("x-vault", "token", base62(26), (v) => `X-Vault-Token: ${v}`),
      s("aws-sig", "token", token("FwoGZXIvYXdz", "base64", 200), (v) => `x-amz-security-token: ${v}`),
      s("cookie-session", "cookie", base62(32), (v) => `Cookie: theme=dark; sessionid=${v}; lang=en`),
      s("cookie-connect", "cookie", signed, (v) => `cookie: connect.sid=${v}`, "url"),
      s("cookie-php", "cookie", token("", "base36", 26), (v) => `Cookie: PHPSESSID=${v}`),
      s(
        "cookie-java",
        "cookie",
        token("", "HEX", 32),
        (v) => `Set-Cookie: JSESSIONID=${v}; Path=/; HttpOnly`,
      ),
      s(
        "cookie-set-auth",
        "cookie",
        base62(64),
        (v) => `set-cookie: auth_token=${v}; Secure; SameSite=Lax; Max-Age=86400`,
      ),
      s("cookie-next", "cookie", jwt, (v) => `Cookie: __Secure-next-auth.session-token=${v}`),
      s("cookie-wp", "cookie", hex(64), (v) => `Cookie: wordpress_logged_in_ab12=ann%7C1715000000%7C${v}`),
      s(
        "cookie-laravel",
        "cookie",
        token("eyJpdiI6", "base64", 180),
        (v) => `Set-Cookie: laravel_session=${v}; path=/`,
        "url",
      ),
      s("cookie-curl-b", "cookie", base62(40), (v) => `curl -b 'session=${v}' https://app.acme.io/api/me`),
      s(
        "cookie-jar",
        "cookie",
        base62(32),
        (v) => `#HttpOnly_app.acme.io\tFALSE\t/\tTRUE\t1790000000\tsession_id\t${v}`,
      ),
      s(
        "cookie-har",
        "cookie",
        base62(40),
        (v) => `"cookies": [{ "name": "sessionid", "value": "${v}", "path": "/", "httpOnly": true }]`,
      ),
      s(
        "har-header",
        "token",
        base62(40),
        (v) => `"headers": [{"name": "Authorization", "value": "Bearer ${v}"}]`,
      ),
      s(
        "har-post",
        "password",
        symbols,
        (v) =>
          `"postData": {"params": [{"name": "user", "value": "ann"}, {"name": "password", ` +
          `"value": "${v}"}]}`,
        "json",
      ),
      s("query-token", "token", base62(32), (v) => `GET /download?file=a.zip&access_token=${v} HTTP/1.1`),
      s(
        "query-apikey",
        "api-key",
        hex(32),
        (v) => `https://api.acme.io/v2/geo?q=Oslo&api_key=${v}&units=metric`,
      ),
      s(
        "query-sig",
        "secret",
        token("", "base64", 43, "="),
        (v) => `https://acme.blob.core.windows.net/b/a.zip?sv=2022-11-02&se=2025-01-01&sr=b&sp=r&sig=${v}`,
        "url",
      ),
      s(
        "query-s3",
        "secret",
        hex(64),
        (v) => `https://b.s3.amazonaws.com/a?X-Amz-Expires=900&X-Amz-Signature=${v}`,
      ),
      s("query-reset", "token", hex(40), (v) => `Reset it here: https://acme.io/reset-password?token=${v}`),
      s(
        "query-code",
        "code",
        base62(40),
        (v) => `Location: http://localhost:3000/callback?code=${v}&state=xyz`,
      ),
      s("fragment", "token", jwt, (v) => `http://localhost:4200/#id_token=${v}&expires_in=3600`),
      s(
        "form-login",
        "password",
        symbols,
        (v) =>
          `POST /login HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\n` +
          `email=a%40acme.io&password=${v}`,
        "url",
      ),
      s(
        "form-oauth",
        "secret",
        base62(40),
        (v) => `grant_type=client_credentials&client_id=web&client_secret=${v}&scope=all`,
      ),
      s("form-refresh", "token", base62(64), (v) => `grant_type=refresh_token&refresh_token=${v}`),
      s(
        "multipart",
        "password",
        password,
        (v) => `--b1\nContent-Disposition: form-data; name="password"\n\n${v}\n--b1--`,
      ),
      s("curl-f", "password", password, (v) => `curl -F user=ann -F password=${v} https://acme.io/login`),
      s(
        "json-body",
        "password",
        weakPassword,
        (v) => `POST /api/login\n\n{\n  "email": "a@acme.io",\n  "password": "${v}"\n}`,
      ),
      s(
        "json-reply",
        "token",
        base62(48),
        (v) => `HTTP/1.1 200 OK\n\n{"token_type":"Bearer","access_token":"${v}","expires_in":3600}`,
      ),
      s("json-refresh", "token", base62(48), (v) => `{"expiresIn":900,"refreshToken":"${v}"}`),
      s(
        "graphql",
        "password",
        weakPassword,
        (v) => `mutation { login(email: "a@acme.io", password: "${v}") { token } }`,
      ),
      s(
        "soap",
        "password",
        symbols,
        (v) => `<wsse:Password Type="...#PasswordText">${v}</wsse:Password>`,
        "xml",
      ),
      s(
        "postman",
        "api-key",
        base62(32),
        (v) => `"auth": {"type": "apikey", "apikey": [{"key": "value", "value": "${v}"}]}`,
      ),
      s(
        "http-file",
        "token",
        base62(40),
        (v) => `@token = ${v}\n\n### me\nGET {{host}}/me\nAuthorization: Bearer {{token}}`,
      ),
      s(
        "ws-url",
        "token",
        base62(40),
        (v) => `WebSocket connection to 'wss://rt.acme.io/ws?token=${v}' failed`,
      ),
      s(
        "axios-config",
        "token",
        base62(40),
        (v) => `headers: { Accept: 'application/json', Authorization: 'Bearer ${v}' },`,
      ),
    ],
  },
  harmless: {
    "http-and-cookies": [
      h("www-auth", () => 'WWW-Authenticate: Bearer realm="acme", error="invalid_token"'),
      h("bearer-var", () => `Authorization: Bearer \${token}`),
      h("bearer-mustache", () => "Authorization: Bearer {{access_token}}"),
      h("bearer-angle", () => "Authorization: Bearer <token>"),
      h("bearer-masked", () => "authorization: Bearer [redacted]"),
      h("etag", (r) => `ETag: W/"${r.hex(32)}"`),
      h("request-id", (r) => `X-Request-Id: ${r.uuid()}\nX-Amzn-Trace-Id: Root=1-${r.hex(8)}-${r.hex(24)}`),
      h("traceparent", (r) => `traceparent: 00-${r.hex(32)}-${r.hex(16)}-01`),
      h("csp", (r) => `Content-Security-Policy: script-src 'sha256-${base64(r.bytes(32))}'`),
      h("sri", (r) => `<script src="a.js" integrity="sha384-${base64(r.bytes(48))}"></script>`),
      h("cookie-prefs", () => "Cookie: theme=dark; lang=en-US; consent=accepted"),
      h("cookie-ga", (r) => `Cookie: _ga=GA1.1.${r.chars("123456789", 9)}.${r.chars("123456789", 10)}`),
      h("set-cookie-clear", () => "Set-Cookie: session=; Max-Age=0; Path=/"),
      h("cors", () => "Access-Control-Allow-Headers: Authorization, X-API-Key, Content-Type"),
      h("query-page", (r) => `GET /items?page_token=&page=${r.int(99)}&sort=key HTTP/1.1`),
      h("utm", () => "https://acme.io/?utm_source=mail&utm_campaign=password-reset"),
      h("status", () => '{"error":"invalid_grant","error_description":"Bad password"}'),
      h("oauth-scopes", () => "scope=openid%20profile%20email&response_type=code&prompt=login"),
      h(
        "boundary",
        (r) => `Content-Type: multipart/form-data; boundary=----WebKitFormBoundary${r.base62(16)}`,
      ),
      h("cf-ray", (r) => `cf-ray: ${r.hex(16)}-OSL\ncf-cache-status: HIT`),
      h("asset", (r) => `GET /assets/index-${r.base62(8)}.js 200`),
      h("host-key", () => "Sec-WebSocket-Version: 13\nUpgrade: websocket"),
      h("body-shape", () => 'Body: {"email": string, "password": string}'),
      h("vary", () => "Vary: Authorization, Cookie"),
    ],
  },
} satisfies BlindFile;

function base64Id(r: Random): string {
  return base64(`${r.base62(20)}:${r.base62(22)}`);
}
