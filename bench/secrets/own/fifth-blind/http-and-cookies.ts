import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { base62, base64url, hex, jwt, password, token, uuid, weakPassword } from "../../random.ts";

type Text = Template["text"];
const key = (id: string, text: Text, encoding?: Encoding) => s(id, "token", base62(40), text, encoding);
const pw = (id: string, text: Text, encoding?: Encoding) => s(id, "password", password, text, encoding);
const basic = (id: string, text: Text) =>
  s(id, "password", (r) => `${r.word()}:${r.base62(14)}`, text, "base64");
const signed = (id: string, text: Text) =>
  s(id, "cookie", (r) => `s:${r.base62(32)}.${base64url(r.bytes(32))}`, text, "url");

export default {
  secrets: {
    "http-and-cookies": [
      key(
        "bearer-raw",
        (v) => `GET /v1/me HTTP/1.1\nHost: api.acme.io\nAuthorization: Bearer ${v}\nAccept: */*`,
      ),
      s("bearer-lower-jwt", "token", jwt, (v) => `> authorization: bearer ${v}\n< HTTP/2 401`),
      key("token-scheme", (v) => `Authorization: token ${v}`),
      key("no-scheme", (v) => `authorization: ${v}`),
      basic("basic-header", (v) => `Authorization: Basic ${v}`),
      basic(
        "basic-curl-v",
        (v) => `* Server auth using Basic with user 'ann'\n> Authorization: Basic ${v}\n> Host: nexus`,
      ),
      basic("proxy-auth", (v) => `Proxy-Authorization: Basic ${v}`),
      basic("basic-js", (v) => `fetch(url, { headers: { Authorization: "Basic ${v}" } })`),
      s(
        "presigned",
        "signature",
        hex(64),
        (v) => `https://b.s3.amazonaws.com/f?X-Amz-Expires=900&X-Amz-Signature=${v}`,
      ),
      key("x-api-key", (v) => `X-API-Key: ${v}\r\nContent-Type: application/json\r\n`),
      key("apikey-lower", (v) => `apikey: ${v}`),
      key("x-auth-token", (v) => `X-Auth-Token: ${v}`),
      s("vault-header", "token", base62(26), (v) => `X-Vault-Token: ${v}`),
      s("gitlab-header", "token", base62(20), (v) => `PRIVATE-TOKEN: ${v}`),
      s("functions-key", "token", token("", "base64url", 54), (v) => `x-functions-key: ${v}`),
      s("subscription-key", "api-key", hex(32), (v) => `Ocp-Apim-Subscription-Key: ${v}`),
      s("csrf-header", "token", hex(64), (v) => `X-CSRF-Token: ${v}\nReferer: https://acme.io/profile`),
      s("cookie-session", "cookie", hex(32), (v) => `Cookie: theme=dark; PHPSESSID=${v}; lang=en`),
      s("cookie-jsession", "cookie", token("", "HEX", 32), (v) => `Cookie: JSESSIONID=${v}.node1`),
      signed("cookie-connect-sid", (v) => `cookie: connect.sid=${v}`),
      s(
        "set-cookie",
        "cookie",
        base62(43),
        (v) => `Set-Cookie: session=${v}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ),
      s("set-cookie-jwt", "cookie", jwt, (v) => `set-cookie: access_token=${v}; Max-Age=3600; HttpOnly`),
      s(
        "cookie-next-auth",
        "cookie",
        base62(120),
        (v) => `__Secure-next-auth.session-token=${v}; _ga=GA1.1.2.3`,
      ),
      s("cookie-laravel", "cookie", token("eyJpdiI6", "base62", 150), (v) => `laravel_session=${v}; XSRF=1`),
      s("cookie-django", "cookie", base62(32), (v) => `-H 'cookie: csrftoken=abc; sessionid=${v}'`),
      s(
        "cookie-remember",
        "cookie",
        base62(50),
        (v) => `remember_token=${v}; expires=Fri, 01 Jan 2027 00:00:00 GMT`,
      ),
      s(
        "cookie-aspnet",
        "cookie",
        token("CfDJ8", "base64url", 150),
        (v) => `Cookie: .AspNetCore.Identity.Application=${v}`,
      ),
      s("curl-b", "cookie", hex(40), (v) => `curl -b "sid=${v}" https://acme.io/account`),
      s(
        "cookie-jar",
        "cookie",
        base62(32),
        (v) => `#HttpOnly_acme.io\tFALSE\t/\tTRUE\t1799999999\tsession_id\t${v}`,
      ),
      s("cookie-table", "cookie", hex(32), (v) => `Name\tValue\tDomain\tPath\nsessionid\t${v}\tacme.io\t/`),
      s(
        "playwright-state",
        "cookie",
        hex(48),
        (v) => `{"cookies":[{"name":"session","value":"${v}","domain":"acme.io"}]}`,
      ),
      s("document-cookie", "cookie", base62(36), (v) => `document.cookie = "auth_token=${v}; path=/";`),
      s("local-storage", "token", jwt, (v) => `localStorage.setItem("accessToken", "${v}")`),
      key("query-token", (v) => `GET /export.csv?from=2026-01-01&access_token=${v} 200 81ms`),
      key("query-api-key", (v) => `https://api.weather.io/v2/now?q=Kyiv&appid=${v}&units=metric`),
      key("query-apikey", (v) => `fetch("https://api.acme.io/geo?api_key=${v}&q=Lyon")`),
      s(
        "reset-link",
        "token",
        base62(48),
        (v) => `https://acme.io/reset-password?token=${v}&email=ann%40acme.io`,
      ),
      s("magic-link", "token", hex(64), (v) => `Sign in: https://acme.io/auth/magic?token=${v}`),
      s(
        "oauth-code",
        "code",
        token("4/0A", "base64url", 60),
        (v) => `http://localhost:8080/callback?code=${v}&scope=email`,
        "url",
      ),
      s(
        "oauth-fragment",
        "token",
        base62(90),
        (v) => `https://acme.io/cb#access_token=${v}&token_type=bearer&expires_in=3600`,
      ),
      s(
        "ws-token",
        "token",
        jwt,
        (v) => `WebSocket connection to 'wss://rt.acme.io/socket?token=${v}' failed`,
      ),
      pw("form-login", (v) => `POST /login HTTP/1.1\n\nusername=ann&password=${v}&remember=on`, "url"),
      pw("form-multipart", (v) => `--XyZ\nContent-Disposition: form-data; name="password"\n\n${v}\n--XyZ--`),
      key(
        "form-client-secret",
        (v) => `grant_type=client_credentials&client_id=web&client_secret=${v}`,
        "url",
      ),
      pw(
        "json-login",
        (v) => `POST /api/login\n{"email":"ann@acme.io","password":"${v}"}\n-> 200 OK`,
        "json",
      ),
      s(
        "token-response",
        "token",
        base62(64),
        (v) => `{"access_token":"${v}","token_type":"Bearer","expires_in":3599}`,
      ),
      s(
        "refresh-response",
        "token",
        token("1//0", "base64url", 90),
        (v) => `  "scope": "openid",\n  "refresh_token": "${v}",`,
      ),
      s("id-token", "token", jwt, (v) => `{"id_token": "${v}"}`),
      key(
        "har-header",
        (v) => `{"headers":[{"name":"Authorization","value":"Bearer ${v}"},{"name":"DNT","value":"1"}]}`,
      ),
      key("har-pretty", (v) => `  {\n    "name": "x-api-key",\n    "value": "${v}"\n  },`),
      pw(
        "har-post-params",
        (v) => `"params": [\n  {"name": "u", "value": "ann"},\n  {"name": "password", "value": "${v}"}\n]`,
      ),
      key("postman-env", (v) => `{"key": "apiToken", "value": "${v}", "type": "secret", "enabled": true}`),
      key("http-file", (v) => `### Me\n@token = ${v}\nGET {{host}}/me\nAuthorization: Bearer {{token}}`),
      pw(
        "soap",
        (v) => `<wsse:UsernameToken><wsse:Password Type="x">${v}</wsse:Password></wsse:UsernameToken>`,
        "xml",
      ),
      s(
        "graphql",
        "password",
        weakPassword,
        (v) => `mutation { login(email: "a@b.io", password: "${v}") { token } }`,
      ),
      s("nginx-proxy-set", "token", uuid, (v) => `proxy_set_header Authorization "Bearer ${v}";`),
      s(
        "insomnia-yaml",
        "token",
        hex(40),
        (v) => `authentication:\n  type: bearer\n  token: ${v}\n  prefix: ""\n`,
      ),
    ],
  },
  harmless: {
    "http-and-cookies": [
      { id: "www-auth", text: () => 'WWW-Authenticate: Bearer realm="acme", error="invalid_token"' },
      { id: "www-basic", text: () => 'www-authenticate: Basic realm="Restricted area", charset="UTF-8"' },
      { id: "etag", text: (r) => `ETag: "${r.hex(32)}"\nCache-Control: max-age=60` },
      {
        id: "request-id",
        text: (r) => `X-Request-Id: ${r.uuid()}\nX-Amzn-Trace-Id: Root=1-${r.hex(8)}-${r.hex(24)}`,
      },
      { id: "traceparent", text: (r) => `traceparent: 00-${r.hex(32)}-${r.hex(16)}-01` },
      { id: "cf-ray", text: (r) => `CF-RAY: ${r.hex(16)}-FRA\nServer: cloudflare` },
      { id: "bearer-var", text: () => "Authorization: Bearer {{access_token}}" },
      { id: "bearer-doc", text: () => "Send the header `Authorization: Bearer <token>` with each request." },
      {
        id: "cookie-consent",
        text: () => "Cookie: theme=dark; lang=en; cookie_consent=accepted; tz=Europe%2FKyiv",
      },
      { id: "clear-cookie", text: () => "Set-Cookie: session=; Max-Age=0; Path=/; HttpOnly" },
      {
        id: "cors",
        text: () => "Access-Control-Allow-Headers: Authorization, X-API-Key, X-CSRF-Token, Cookie",
      },
      { id: "token-type", text: () => '{"token_type":"Bearer","expires_in":3599,"scope":"openid email"}' },
      { id: "oauth-error", text: () => '{"error":"invalid_grant","error_description":"Bad refresh token"}' },
      { id: "page-token", text: (r) => `GET /v1/items?pageToken=${r.int(500)}&pageSize=50` },
      { id: "sort-key", text: () => "GET /v1/items?sort_key=created_at&key=name&order=desc" },
      {
        id: "client-id",
        text: (r) => `https://login.acme.io/authorize?client_id=${r.uuid()}&response_type=code`,
      },
      { id: "content-md5", text: (r) => `Content-MD5: ${r.base62(22)}==\nContent-Length: 4182` },
      {
        id: "sri",
        text: (r) => `<script src="a.js" integrity="sha384-${r.base62(64)}" crossorigin></script>`,
      },
      { id: "utm", text: (r) => `https://acme.io/?utm_source=mail&utm_campaign=${r.word()}_${r.int(99)}` },
      { id: "asset-hash", text: (r) => `GET /assets/index-${r.base62(8)}.js 200` },
      { id: "redacted", text: () => "authorization: Bearer [redacted]\ncookie: [redacted]" },
      { id: "reset-route", text: () => "POST /users/password/reset 204; GET /oauth/token 405" },
      { id: "csp-nonce-doc", text: () => "Content-Security-Policy: script-src 'self' 'nonce-{RANDOM}'" },
      {
        id: "user-agent",
        text: () => "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0",
      },
    ],
  },
} satisfies BlindFile;
