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

const odd: Value = token("", "printable", 14);
const pair: Value = (r) => `${r.word()}:${password(r)}`;
const signed: Value = (r) => `s%3A${r.base62(32)}.${encodeURIComponent(base64(r.bytes(32)))}`;

export default {
  secrets: {
    "http-and-cookies": [
      secretCase(
        "bearer-opaque",
        "token",
        base62(40),
        (v) => `GET /v1/me HTTP/1.1
Host: api.example.org
Authorization: Bearer ${v}
Accept: */*`,
      ),
      secretCase(
        "bearer-jwt-curl",
        "token",
        jwt,
        (v) => `curl -H 'authorization: Bearer ${v}' https://api.example.org/v2/orders`,
      ),
      secretCase(
        "basic",
        "auth",
        pair,
        (v) => `> GET /admin HTTP/2\n> Host: example.org\n> authorization: Basic ${v}\n>`,
        "base64",
      ),
      secretCase("token-scheme", "token", hex(40), (v) => `Authorization: Token ${v}`),
      secretCase(
        "raw-authorization",
        "token",
        base62(36),
        (v) => `headers = {"Authorization": "${v}", "Accept": "text/csv"}`,
      ),
      secretCase(
        "x-api-key",
        "api-key",
        base62(40),
        (v) => `x-api-key: ${v}\ncontent-type: application/json`,
      ),
      secretCase("x-auth-token", "token", hex(32), (v) => `-H "X-Auth-Token: ${v}" \\`),
      secretCase("apikey-header", "api-key", uuid, (v) => `apikey: ${v}\nprefer: return=representation`),
      secretCase(
        "proxy-auth",
        "auth",
        pair,
        (v) => `CONNECT example.org:443 HTTP/1.1\nProxy-Authorization: Basic ${v}`,
        "base64",
      ),
      secretCase(
        "csrf-header",
        "token",
        base62(43),
        (v) => `X-CSRF-Token: ${v}\nX-Requested-With: XMLHttpRequest`,
      ),
      secretCase(
        "cookie-session",
        "cookie",
        base62(32),
        (v) => `Cookie: theme=dark; sessionid=${v}; lang=de`,
      ),
      secretCase(
        "cookie-phpsessid",
        "cookie",
        token("", "base36", 26),
        (v) => `curl -b 'PHPSESSID=${v}' https://shop.example.org/cart`,
      ),
      secretCase(
        "cookie-jsessionid",
        "cookie",
        token("", "HEX", 32),
        (v) => `Set-Cookie: JSESSIONID=${v}; Path=/; HttpOnly; Secure`,
      ),
      secretCase(
        "cookie-connect-sid",
        "cookie",
        signed,
        (v) => `set-cookie: connect.sid=${v}; Path=/; Expires=Tue, 03 Jun 2025 10:00:00 GMT`,
      ),
      secretCase(
        "cookie-next",
        "cookie",
        jwt,
        (v) => `__Secure-next-auth.session-token=${v}; Path=/; SameSite=Lax`,
      ),
      secretCase(
        "cookie-remember",
        "cookie",
        base62(60),
        (v) => `Set-Cookie: remember_me=${v}; Max-Age=31536000`,
      ),
      secretCase(
        "cookie-netscape",
        "cookie",
        hex(48),
        (v) => `# Netscape HTTP Cookie File\n.example.org\tTRUE\t/\tTRUE\t1780000000\tauth_token\t${v}`,
      ),
      secretCase(
        "cookie-devtools",
        "cookie",
        base62(44),
        (v) =>
          `{"name": "session", "value": "${v}", "domain": ".example.org", "httpOnly": true, "secure": true}`,
      ),
      secretCase(
        "document-cookie",
        "cookie",
        base62(32),
        (v) => `document.cookie = "access_token=${v}; path=/";`,
      ),
      secretCase(
        "query-access-token",
        "token",
        base62(48),
        (v) => `https://graph.example.org/me?fields=id&access_token=${v}`,
      ),
      secretCase(
        "query-api-key",
        "api-key",
        hex(32),
        (v) => `GET /maps/tile/4/3/2.png?api_key=${v}&style=light 200`,
      ),
      secretCase(
        "query-sig",
        "signature",
        (r) => base64(r.bytes(32)),
        (v) => `https://acme.blob.core.windows.net/b/x.zip?sv=2023-11-03&se=2025-06-01&sr=b&sp=r&sig=${v}`,
        "url",
      ),
      secretCase(
        "query-amz",
        "signature",
        hex(64),
        (v, r) =>
          `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256` +
          `&X-Amz-Credential=AKIA${r.chars(ALPHABET.base32, 16)}&X-Amz-Expires=900&X-Amz-Signature=${v}`,
      ),
      secretCase(
        "reset-link",
        "token",
        base62(40),
        (v) => `Reset it here: https://app.example.org/reset-password?token=${v}`,
      ),
      secretCase(
        "magic-link",
        "token",
        hex(64),
        (v) => `Click to sign in: https://example.org/auth/magic?email=a%40b.c&code=${v}`,
      ),
      secretCase(
        "oauth-code",
        "code",
        token("4/0A", "base64url", 70),
        (v) => `http://localhost:8085/?state=x1&code=${v}&scope=email`,
        "url",
      ),
      secretCase(
        "implicit-fragment",
        "token",
        base62(90),
        (v) => `https://app.example.org/cb#access_token=${v}&token_type=bearer`,
      ),
      secretCase(
        "token-form",
        "client-secret",
        base62(40),
        (v) => `POST /oauth/token HTTP/1.1
Content-Type: application/x-www-form-urlencoded

grant_type=client_credentials&client_id=web&client_secret=${v}`,
      ),
      secretCase(
        "login-form",
        "password",
        odd,
        (v) => `POST /login\n\nusername=ann&password=${v}&remember=1`,
        "url",
      ),
      secretCase(
        "refresh-response",
        "token",
        base62(64),
        (v) => `HTTP/1.1 200 OK
content-type: application/json

{"token_type":"Bearer","expires_in":3600,"refresh_token":"${v}"}`,
      ),
      secretCase(
        "id-token",
        "token",
        jwt,
        (v) => `{"scope": "openid", "id_token": "${v}", "expires_in": 299}`,
      ),
      secretCase(
        "multipart",
        "password",
        password,
        (v) => `------WebKitFormBoundaryA1
Content-Disposition: form-data; name="password"

${v}
------WebKitFormBoundaryA1--`,
      ),
      secretCase(
        "har-header",
        "token",
        base62(40),
        (v) => `"headers": [
  { "name": "Accept", "value": "*/*" },
  { "name": "Authorization", "value": "Bearer ${v}" }
]`,
      ),
      secretCase(
        "har-post",
        "password",
        password,
        (v) => `"postData": {
  "mimeType": "application/x-www-form-urlencoded",
  "params": [ { "name": "user", "value": "ann" }, { "name": "passwd", "value": "${v}" } ]
}`,
      ),
      secretCase(
        "postman",
        "token",
        base62(36),
        (v) =>
          `"auth": { "type": "bearer", "bearer": [ { "key": "token", "value": "${v}", "type": "any" } ] }`,
      ),
      secretCase(
        "rest-client",
        "token",
        base62(32),
        (v) => `@host = https://api.example.org
@token = ${v}

### list
GET {{host}}/items
Authorization: Bearer {{token}}`,
      ),
      secretCase(
        "graphql",
        "password",
        weakPassword,
        (v) => `mutation { login(email: "a@example.org", password: "${v}") { id } }`,
      ),
      secretCase(
        "soap",
        "password",
        odd,
        (v) => `<wsse:UsernameToken>
  <wsse:Username>svc</wsse:Username>
  <wsse:Password Type="#PasswordText">${v}</wsse:Password>
</wsse:UsernameToken>`,
        "xml",
      ),
      secretCase("websocket", "token", jwt, (v) => `new WebSocket("wss://rt.example.org/socket?token=${v}")`),
    ],
  },
  harmless: {
    "http-and-cookies": [
      { id: "www-authenticate", text: () => 'WWW-Authenticate: Bearer realm="api", error="invalid_token"' },
      { id: "basic-realm", text: () => 'WWW-Authenticate: Basic realm="Restricted area"' },
      { id: "etag", text: (r) => `ETag: W/"${r.hex(32)}"\nLast-Modified: Tue, 03 Jun 2025 10:00:00 GMT` },
      { id: "request-id", text: (r) => `X-Request-Id: ${r.uuid()}\nCF-Ray: ${r.hex(16)}-ZRH` },
      { id: "traceparent", text: (r) => `traceparent: 00-${r.hex(32)}-${r.hex(16)}-01` },
      {
        id: "delete-cookie",
        text: () => "Set-Cookie: session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      },
      { id: "theme", text: () => "Cookie: theme=dark; lang=de; consent=all" },
      { id: "cors", text: () => "Access-Control-Allow-Headers: Authorization, X-Api-Key, Content-Type" },
      { id: "bearer-var", text: () => "Authorization: Bearer {{access_token}}" },
      { id: "bearer-js", text: () => "headers.set('Authorization', `Bearer ${token}`);" },
      { id: "bearer-placeholder", text: () => "Authorization: Bearer <token>" },
      {
        id: "csp",
        text: () => "Content-Security-Policy: default-src 'self'; script-src 'self' https://cdn.example.org",
      },
      { id: "sec-websocket", text: () => "Connection: Upgrade\nSec-WebSocket-Version: 13" },
      {
        id: "boundary",
        text: (r) => `Content-Type: multipart/form-data; boundary=----WebKitFormBoundary${r.base62(16)}`,
      },
      {
        id: "page-url",
        text: (r) => `https://shop.example.org/p/${r.int(99999)}?utm_source=mail&ref=${r.word()}`,
      },
      { id: "code-error", text: () => '{"error":"invalid_grant","error_description":"Bad password"}' },
      { id: "expires", text: (r) => `{"token_type":"Bearer","expires_in":${r.int(9) + 1}600}` },
      {
        id: "oauth-error",
        text: () => "https://app.example.org/cb?error=access_denied&error_description=User+cancelled",
      },
      { id: "page-token", text: (r) => `{"items":[],"total":${r.int(900)},"nextPage":${r.int(20)}}` },
      { id: "asset", text: (r) => `GET /assets/index-${r.base62(8)}.js 200 41ms` },
      { id: "video", text: (r) => `https://www.youtube.com/watch?v=${r.base62(11)}` },
      {
        id: "openapi",
        text: () => "securitySchemes:\n  ApiKeyAuth: { type: apiKey, in: header, name: X-Api-Key }",
      },
      { id: "401", text: () => "HTTP/1.1 401 Unauthorized\n\nmissing bearer token" },
      {
        id: "content-md5",
        text: (r) => `Content-MD5: ${base64(r.bytes(16))}\nContent-Length: ${r.int(9999)}`,
      },
    ],
  },
} satisfies BlindFile;
