import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import {
  ALPHABET,
  base62,
  base64,
  hex,
  jwt,
  password,
  token,
  uuid,
  type Value,
  weakPassword,
} from "../../random.ts";

const userPass: Value = (r) => `dana:${password(r)}`;
const special: Value = (r) => `${r.base62(5)}&${r.base62(4)}=${r.base62(4)}`;
const connectSid: Value = (r) => `s%3A${r.chars(ALPHABET.base64url, 32)}.${r.base62(43)}`;

export default {
  secrets: {
    "http-and-cookies": [
      secretCase(
        "bearer",
        "token",
        base62(48),
        (v) =>
          `GET /v1/orders HTTP/1.1\r\nHost: api.acme.io\r\nAuthorization: Bearer ${v}\r\nAccept: */*\r\n\r\n`,
      ),
      secretCase(
        "bearer-h2",
        "token",
        jwt,
        (v) => `:method: GET\n:path: /me\nauthorization: Bearer ${v}\nuser-agent: curl/8.5`,
      ),
      secretCase(
        "basic",
        "password",
        userPass,
        (v) => `> GET / HTTP/2\n> Host: intra.acme.io\n> authorization: Basic ${v}\n> user-agent: curl/8.5.0`,
        "base64",
      ),
      secretCase(
        "proxy-auth",
        "password",
        userPass,
        (v) => `CONNECT example.com:443 HTTP/1.1\nProxy-Authorization: Basic ${v}`,
        "base64",
      ),
      secretCase("token-scheme", "token", hex(40), (v) => `Authorization: Token ${v}`),
      secretCase(
        "token-eq",
        "token",
        base62(32),
        (v) => `Authorization: Token token="${v}", email="a@acme.io"`,
      ),
      secretCase(
        "raw-auth",
        "token",
        base62(40),
        (v) => `curl -H "Authorization: ${v}" https://api.linear.app/graphql`,
      ),
      secretCase(
        "digest",
        "signature",
        hex(32),
        (v, r) =>
          `Authorization: Digest username="cam", realm="IP Camera", nonce="${r.hex(16)}", uri="/", response="${v}"`,
      ),
      secretCase(
        "sigv4",
        "signature",
        hex(64),
        (v) =>
          `Authorization: AWS4-HMAC-SHA256 Credential=AKID/20260101/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${v}`,
      ),
      secretCase(
        "x-api-key",
        "api-key",
        base62(40),
        (v) => `POST /v1/messages\nx-api-key: ${v}\ncontent-type: application/json`,
      ),
      secretCase(
        "apikey-supabase",
        "api-key",
        jwt,
        (v) => `fetch(url, { headers: { apikey: "${v}", Prefer: "return=minimal" } })`,
      ),
      secretCase(
        "private-token",
        "token",
        base62(20),
        (v) => `curl --header "PRIVATE-TOKEN: ${v}" "https://gitlab.acme.io/api/v4/projects"`,
      ),
      secretCase("x-vault", "token", base62(26), (v) => `X-Vault-Token: ${v}\nX-Vault-Namespace: admin`),
      secretCase(
        "x-auth-token",
        "token",
        hex(64),
        (v) => `< HTTP/1.1 201 Created\n< X-Subject-Token: ${v}\n< Vary: X-Auth-Token`,
      ),
      secretCase("x-custom-secret", "secret-key", base62(32), (v) => `X-Acme-Webhook-Secret: ${v}`),
      secretCase(
        "hub-secret",
        "secret-key",
        password,
        (v) => `gh api repos/acme/web/hooks -f 'config[url]=https://ci.acme.io/gh' -f 'config[secret]=${v}'`,
      ),
      secretCase("xsrf-header", "token", uuid, (v) => `X-XSRF-TOKEN: ${v}\nX-Requested-With: XMLHttpRequest`),
      secretCase(
        "set-cookie",
        "cookie",
        base62(32),
        (v) => `Set-Cookie: sessionid=${v}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ),
      secretCase(
        "set-cookie-connect",
        "cookie",
        connectSid,
        (v) => `set-cookie: connect.sid=${v}; Path=/; Expires=Thu, 01 Jan 2027 00:00:00 GMT; HttpOnly`,
      ),
      secretCase(
        "set-cookie-host",
        "cookie",
        jwt,
        (v) => `< set-cookie: __Host-auth=${v}; Max-Age=3600; Path=/; Secure`,
      ),
      secretCase(
        "cookie-header",
        "cookie",
        token("", "base36", 26),
        (v) => `Cookie: lang=en; PHPSESSID=${v}; theme=dark`,
      ),
      secretCase(
        "cookie-jsession",
        "cookie",
        token("", "HEX", 32),
        (v) => `Cookie: JSESSIONID=${v}; _ga=GA1.2.1.1`,
      ),
      secretCase(
        "cookie-curl-b",
        "cookie",
        hex(40),
        (v) => `curl 'https://app.acme.io/api/me' -b 'consent=1; auth_token=${v}' --compressed`,
      ),
      secretCase(
        "cookie-nextauth",
        "cookie",
        (r) =>
          `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${r.chars(ALPHABET.base64url, 16)}.${r.chars(ALPHABET.base64url, 120)}.${r.chars(ALPHABET.base64url, 22)}`,
        (v) => `cookie: __Secure-next-auth.session-token=${v}`,
      ),
      secretCase(
        "cookie-laravel",
        "cookie",
        (r) =>
          base64(
            JSON.stringify({ iv: base64(r.bytes(16)), value: base64(r.bytes(48)), mac: r.hex(64), tag: "" }),
          ),
        (v) => `Cookie: XSRF=1; laravel_session=${v}`,
        "url",
      ),
      secretCase(
        "cookie-aspnet",
        "cookie",
        token("CfDJ8", "base64url", 180),
        (v) => `Cookie: .AspNetCore.Identity.Application=${v}`,
      ),
      secretCase(
        "cookie-django-jar",
        "cookie",
        token("", "base36", 32),
        (v) => `# Netscape HTTP Cookie File\n#HttpOnly_.acme.io\tTRUE\t/\tTRUE\t1798761600\tsessionid\t${v}`,
      ),
      secretCase(
        "cookie-li",
        "cookie",
        token("AQED", "base64url", 148),
        (v) => `requests.get(url, cookies={"li_at": "${v}"})`,
      ),
      secretCase(
        "cookie-js",
        "cookie",
        base62(40),
        (v) => `document.cookie = "access_token=${v}; path=/; max-age=86400";`,
      ),
      secretCase(
        "cookie-playwright",
        "cookie",
        base62(48),
        (v) =>
          `{"cookies":[{"name":"session","value":"${v}","domain":".acme.io","path":"/","httpOnly":true}],"origins":[]}`,
      ),
      secretCase("localstorage", "token", jwt, (v) => `localStorage.setItem('id_token', '${v}')`),
      secretCase(
        "query-access-token",
        "token",
        base62(64),
        (v) => `GET /v19.0/me/accounts?fields=name&access_token=${v} HTTP/1.1`,
      ),
      secretCase(
        "query-key",
        "api-key",
        base62(32),
        (v) => `https://maps.acme.io/geocode?address=Berlin&key=${v}&language=de`,
      ),
      secretCase(
        "query-signature",
        "signature",
        hex(64),
        (v) =>
          `https://acme.s3.amazonaws.com/r.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=${v}`,
      ),
      secretCase(
        "query-goog",
        "signature",
        hex(512),
        (v) => `https://storage.googleapis.com/b/o?X-Goog-Expires=600&X-Goog-Signature=${v}`,
      ),
      secretCase(
        "query-reset",
        "token",
        token("", "base64url", 43),
        (v) =>
          `Reset it here: https://app.acme.io/reset-password?token=${v}\nThe link is valid for one hour.`,
      ),
      secretCase(
        "query-magic",
        "token",
        hex(64),
        (v) =>
          `https://acme.supabase.co/auth/v1/verify?token=${v}&type=magiclink&redirect_to=http://localhost:3000`,
      ),
      secretCase(
        "query-invite",
        "token",
        base62(32),
        (v) => `https://app.acme.io/accept-invite?invitation_token=${v}`,
      ),
      secretCase(
        "query-code",
        "code",
        token("4/0A", "base64url", 70),
        (v) => `http://localhost:8080/callback?state=xyz&code=${v}&scope=email`,
      ),
      secretCase(
        "fragment",
        "token",
        jwt,
        (v) => `https://app.acme.io/callback#id_token=${v}&token_type=bearer&expires_in=3600`,
      ),
      secretCase(
        "query-password",
        "password",
        special,
        (v) => `http://cam.local/cgi-bin/snapshot.cgi?user=admin&pwd=${v}&res=1`,
        "url",
      ),
      secretCase(
        "websocket",
        "token",
        jwt,
        (v) => `WebSocket connection to 'wss://rt.acme.io/socket?vsn=2.0.0&token=${v}' failed`,
      ),
      secretCase(
        "form-login",
        "password",
        special,
        (v) =>
          `POST /login HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\nemail=a%40acme.io&password=${v}&remember=on`,
        "url",
      ),
      secretCase(
        "form-token",
        "client-secret",
        base62(40),
        (v) => `grant_type=client_credentials&client_id=portal&client_secret=${v}&scope=read`,
      ),
      secretCase(
        "form-refresh",
        "token",
        base62(64),
        (v) => `POST /oauth/token\n\ngrant_type=refresh_token&refresh_token=${v}`,
      ),
      secretCase(
        "multipart",
        "password",
        password,
        (v) =>
          `------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name="password"\r\n\r\n${v}\r\n------WebKitFormBoundaryX--`,
      ),
      secretCase(
        "oauth-response",
        "token",
        base62(60),
        (v) =>
          `HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"token_type":"Bearer","expires_in":3599,"access_token":"${v}"}`,
      ),
      secretCase(
        "oauth-refresh-response",
        "token",
        token("", "base64url", 80),
        (v) =>
          `{\n  "access_token": "(cut)",\n  "refresh_token": "${v}",\n  "scope": "openid offline_access"\n}`,
      ),
      secretCase(
        "login-body",
        "password",
        weakPassword,
        (v) => `Request body:\n{\n  "username": "ann",\n  "password": "${v}"\n}`,
        "json",
      ),
      secretCase(
        "register-confirm",
        "password",
        weakPassword,
        (v) => `{"email":"x@acme.io","newPassword":"${v}","confirm":true}`,
      ),
      secretCase(
        "har-header",
        "token",
        jwt,
        (v) =>
          `"request": {"method": "GET", "headers": [{"name": "Accept", "value": "*/*"}, {"name": "Authorization", "value": "Bearer ${v}"}]}`,
      ),
      secretCase(
        "har-cookie",
        "cookie",
        base62(40),
        (v) => `"cookies": [\n  {\n    "name": "sid",\n    "value": "${v}",\n    "httpOnly": true\n  }\n]`,
      ),
      secretCase(
        "har-post",
        "password",
        password,
        (v) =>
          `"postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "password", "value": "${v}"}]}`,
      ),
      secretCase(
        "postman-auth",
        "token",
        base62(40),
        (v) => `"auth": {"type": "bearer", "bearer": [{"key": "token", "value": "${v}", "type": "string"}]}`,
      ),
      secretCase(
        "postman-basic",
        "password",
        password,
        (v) =>
          `"basic": [\n  {"key": "password", "value": "${v}", "type": "string"},\n  {"key": "username", "value": "ci", "type": "string"}\n]`,
      ),
      secretCase(
        "rest-client",
        "password",
        password,
        (v) =>
          `### Login\nPOST {{host}}/login\nContent-Type: application/json\n\n{ "user": "qa", "pass": "${v}" }`,
      ),
      secretCase(
        "rest-client-vars",
        "token",
        base62(40),
        (v) =>
          `@host = http://localhost:3000\n@token = ${v}\n\nGET {{host}}/me\nAuthorization: Bearer {{token}}`,
      ),
      secretCase(
        "insomnia-yaml",
        "token",
        base62(36),
        (v) => `authentication:\n  type: apikey\n  key: X-Token\n  value: ${v}\n  addTo: header`,
      ),
      secretCase(
        "fetch-copy",
        "token",
        jwt,
        (v) =>
          `fetch("https://app.acme.io/api", {\n  "headers": {\n    "accept": "*/*",\n    "authorization": "Bearer ${v}",\n    "sec-fetch-mode": "cors"\n  },\n  "method": "GET"\n});`,
      ),
      secretCase(
        "ps-webrequest",
        "token",
        base62(40),
        (v) => `Invoke-RestMethod -Uri https://api.acme.io/me -Headers @{ Authorization = "Bearer ${v}" }`,
      ),
      secretCase(
        "ps-cookie",
        "cookie",
        base62(48),
        (v) =>
          `$session.Cookies.Add((New-Object System.Net.Cookie("auth_session", "${v}", "/", ".acme.io")))`,
      ),
      secretCase(
        "py-headers-repr",
        "token",
        base62(40),
        (v) =>
          `{'User-Agent': 'python-requests/2.32', 'Authorization': 'Bearer ${v}', 'Connection': 'keep-alive'}`,
      ),
      secretCase(
        "axios-config",
        "token",
        jwt,
        (v) =>
          `AxiosError: Request failed with status code 403\n  config: {\n    headers: Object [AxiosHeaders] {\n      Accept: 'application/json',\n      Authorization: 'Bearer ${v}'\n    }`,
      ),
      secretCase(
        "soap-wsse",
        "password",
        (r) => `${r.base62(5)}<${r.base62(5)}`,
        (v) =>
          `<wsse:UsernameToken><wsse:Username>svc</wsse:Username><wsse:Password Type="#PasswordText">${v}</wsse:Password></wsse:UsernameToken>`,
        "xml",
      ),
      secretCase(
        "grpc-meta",
        "token",
        base62(40),
        (v) => `grpcurl -H 'authorization: bearer ${v}' -d '{"id":1}' api.acme.io:443 shop.Orders/Get`,
      ),
      secretCase(
        "swagger-curl-cookie",
        "cookie",
        base62(64),
        (v) => `curl -X 'GET' 'http://localhost:8000/me' -H 'Cookie: fastapiusersauth=${v}'`,
      ),
      secretCase(
        "jar-session-txt",
        "cookie",
        hex(40),
        (v) => `Request Cookies:\n  session_id   ${v}\n  locale       en`,
      ),
      secretCase(
        "csrf-input",
        "token",
        (r) => base64(r.bytes(64)),
        (v) => `<input type="hidden" name="authenticity_token" value="${v}" autocomplete="off" />`,
      ),
    ],
  },
  harmless: {
    "http-and-cookies": [
      {
        id: "www-auth",
        text: () => 'HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer realm="api", error="invalid_token"',
      },
      { id: "var", text: () => "Authorization: Bearer {{access_token}}" },
      { id: "ellipsis", text: () => "Authorization: Bearer <token>\nX-Api-Key: ..." },
      { id: "redacted", text: () => "authorization: [REDACTED]\ncookie: [REDACTED]" },
      { id: "etag", text: (r) => `ETag: W/"${r.hex(32)}"\nIf-None-Match: "${r.hex(32)}"` },
      { id: "request-id", text: (r) => `X-Request-Id: ${r.uuid()}\ncf-ray: ${r.hex(16)}-FRA` },
      { id: "traceparent", text: (r) => `traceparent: 00-${r.hex(32)}-${r.hex(16)}-01` },
      { id: "cookie-theme", text: () => "Cookie: theme=dark; lang=de; consent=all" },
      { id: "cleared", text: () => "Set-Cookie: session=; Max-Age=0; Path=/" },
      { id: "page-token", text: (r) => `GET /v1/items?page=${r.int(99)}&sort=key&order=asc HTTP/1.1` },
      {
        id: "grant",
        text: () => "token_endpoint_auth_methods_supported: client_secret_basic, client_secret_post",
      },
      { id: "cors", text: () => "Access-Control-Allow-Headers: Authorization, X-Api-Key, Content-Type" },
      { id: "asset", text: (r) => `GET /_next/static/chunks/main-${r.hex(16)}.js 200` },
      {
        id: "boundary",
        text: (r) => `Content-Type: multipart/form-data; boundary=----WebKitFormBoundary${r.base62(16)}`,
      },
      {
        id: "websocket-key",
        text: () => "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13",
      },
      {
        id: "form-html",
        text: () => '<form action="/password/reset"><input name="token" type="hidden"></form>',
      },
      {
        id: "utm",
        text: (r) => `https://acme.io/?utm_source=mail&utm_campaign=${r.word()}&ref=key-features`,
      },
      { id: "idempotency", text: (r) => `Idempotency-Key: ${r.uuid()}` },
      {
        id: "openapi",
        text: () =>
          "securitySchemes:\n  bearerAuth:\n    type: http\n    scheme: bearer\n    bearerFormat: JWT",
      },
      {
        id: "csp",
        text: () => "Content-Security-Policy: default-src 'self'; script-src 'self' https://cdn.acme.io",
      },
      { id: "401", text: () => '{"error":"unauthorized","message":"Missing Authorization header"}' },
      { id: "ga", text: (r) => `Cookie: _ga=GA1.2.${r.int(999999999)}.17${r.int(99999999)}` },
      { id: "cursor", text: (r) => `{"data":[],"paging":{"page":2,"total":${r.int(999)}}}` },
    ],
  },
} satisfies BlindFile;
