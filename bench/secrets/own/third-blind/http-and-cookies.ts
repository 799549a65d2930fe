import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import {
  ALPHABET,
  base62,
  base64,
  base64url,
  hex,
  jwt,
  password,
  token,
  uuid,
  type Value,
  weakPassword,
} from "../../random.ts";

const basic: Value = (r) => `${r.word()}:${r.Word()}${r.base62(9)}`;
const odd: Value = (r) => `${r.Word()} &${r.base62(5)}=${r.base62(3)}+é`;
const signed: Value = (r) => `s:${r.base62(32)}.${base64(r.bytes(32))}`;
const opaque = token("", "base64url", 43);

export default {
  secrets: {
    "http-and-cookies": [
      s(
        "bearer-raw-request",
        "token",
        opaque,
        (v) => `GET /v1/me HTTP/1.1\nHost: api.acme.io\nAuthorization: Bearer ${v}\nAccept: */*`,
      ),
      s(
        "bearer-lower-h2",
        "token",
        jwt,
        (v) => `:method: GET\n:path: /v1/me\nauthorization: bearer ${v}\nuser-agent: okhttp/4.12`,
      ),
      s(
        "bearer-curl-v",
        "token",
        opaque,
        (v) => `> GET /orders HTTP/2\n> Host: api.acme.io\n> authorization: Bearer ${v}\n>\n< HTTP/2 401`,
      ),
      s(
        "basic-raw",
        "password",
        basic,
        (v) => `PROPFIND /dav HTTP/1.1\nAuthorization: Basic ${v}\nDepth: 1`,
        "base64",
      ),
      s(
        "proxy-auth",
        "password",
        basic,
        (v) => `CONNECT example.org:443 HTTP/1.1\nProxy-Authorization: Basic ${v}`,
        "base64",
      ),
      s("token-scheme", "token", hex(40), (v) => `Authorization: Token ${v}`),
      s(
        "apikey-scheme",
        "api-key",
        (r) => base64(`${r.base62(20)}:${r.base62(22)}`),
        (v) => `Authorization: ApiKey ${v}`,
      ),
      s(
        "oauth1-header",
        "token",
        base62(40),
        (v, r) =>
          `Authorization: OAuth oauth_consumer_key="web", oauth_nonce="${r.hex(16)}", oauth_token="${v}", oauth_version="1.0"`,
      ),
      s("raw-auth-header", "token", opaque, (v) => `Authorization: ${v}`),
      s("x-api-key", "api-key", base62(40), (v) => `x-api-key: ${v}\ncontent-type: application/json`),
      s("x-auth-token", "token", hex(32), (v) => `X-Auth-Token: ${v}`),
      s(
        "x-access-token-py",
        "token",
        opaque,
        (v) => `headers = {\n    'x-access-token': '${v}',\n    'accept': 'text/html',\n}`,
      ),
      s("private-token", "token", base62(20), (v) => `PRIVATE-TOKEN: ${v}`),
      s(
        "x-amz-security",
        "token",
        token("FwoGZXIvYXdzE", "base64", 300),
        (v) => `x-amz-date: 20240503T100000Z\nx-amz-security-token: ${v}`,
      ),
      s(
        "x-vault-token",
        "token",
        token("s.", "base62", 24),
        (v) => `curl -H "X-Vault-Token: ${v}" $VAULT_ADDR/v1/secret/data/db`,
      ),
      s("x-csrf", "token", base62(40), (v) => `X-CSRF-Token: ${v}\nX-Requested-With: XMLHttpRequest`),
      s("x-hub-secret", "secret", base62(32), (v) => `X-Webhook-Secret: ${v}`),
      s("sec-websocket", "token", jwt, (v) => `Sec-WebSocket-Protocol: graphql-ws, bearer.${v}`),
      s("cookie-session", "session", base62(32), (v) => `Cookie: theme=dark; sessionid=${v}; lang=de`),
      s("cookie-phpsessid", "session", token("", "base36", 26), (v) => `Cookie: PHPSESSID=${v}`),
      s(
        "cookie-jsessionid",
        "session",
        token("", "HEX", 32),
        (v) => `Cookie: JSESSIONID=${v}.node1; _ga=GA1.2.3.4`,
      ),
      s(
        "jsessionid-path",
        "session",
        token("", "HEX", 32),
        (v) => `GET /shop/cart.do;jsessionid=${v}?item=4 HTTP/1.1`,
      ),
      s(
        "cookie-aspnet",
        "session",
        token("CfDJ8", "base64url", 160),
        (v) => `Cookie: .AspNetCore.Identity.Application=${v}`,
      ),
      s("cookie-connect-sid", "session", signed, (v) => `Cookie: connect.sid=${v}`, "url"),
      s(
        "cookie-laravel",
        "session",
        (r) =>
          base64(JSON.stringify({ iv: base64(r.bytes(16)), value: base64(r.bytes(48)), mac: r.hex(64) })),
        (v) => `Cookie: XSRF-TOKEN=x; laravel_session=${v}`,
        "url",
      ),
      s(
        "set-cookie",
        "session",
        opaque,
        (v) =>
          `HTTP/1.1 302 Found\nSet-Cookie: auth_token=${v}; Path=/; HttpOnly; Secure; SameSite=Lax\nLocation: /`,
      ),
      s(
        "set-cookie-refresh",
        "token",
        jwt,
        (v) => `set-cookie: refresh_token=${v}; Max-Age=604800; Path=/auth; HttpOnly`,
      ),
      s(
        "set-cookie-host",
        "token",
        base62(48),
        (v) => `set-cookie: __Host-next-auth.csrf-token=${v}; Path=/; Secure`,
      ),
      s(
        "set-cookie-secure-session",
        "session",
        token("eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..", "base64url", 200),
        (v) => `set-cookie: __Secure-next-auth.session-token=${v}; Path=/`,
      ),
      s("curl-b", "session", base62(40), (v) => `curl -b 'session=${v}' https://app.acme.io/admin`),
      s(
        "curl-cookie-jar",
        "session",
        base62(32),
        (v) =>
          `# Netscape HTTP Cookie File\n#HttpOnly_app.acme.io\tFALSE\t/\tTRUE\t1748658860\tsession_id\t${v}`,
      ),
      s("document-cookie", "session", base62(36), (v) => `> document.cookie\n'consent=1; user_session=${v}'`),
      s(
        "devtools-table",
        "session",
        base62(36),
        (v) => `Name\tValue\tDomain\tPath\nsid\t${v}\tapp.acme.io\t/`,
      ),
      s(
        "playwright-storage",
        "session",
        opaque,
        (v) =>
          `{"cookies":[{"name":"session","value":"${v}","domain":"app.acme.io","path":"/","httpOnly":true}],"origins":[]}`,
      ),
      s(
        "localstorage",
        "token",
        jwt,
        (v) => `{"origin":"https://app.acme.io","localStorage":[{"name":"id_token","value":"${v}"}]}`,
      ),
      s("localstorage-console", "token", opaque, (v) => `localStorage.setItem("accessToken", "${v}")`),
      s(
        "har-header",
        "token",
        opaque,
        (v) =>
          `"headers": [\n  { "name": "Accept", "value": "*/*" },\n  { "name": "Authorization", "value": "Bearer ${v}" }\n]`,
      ),
      s(
        "har-cookie",
        "session",
        base62(40),
        (v) => `"cookies": [ { "name": "_session_id", "value": "${v}", "httpOnly": true } ]`,
      ),
      s(
        "har-postdata",
        "password",
        password,
        (v) =>
          `"postData": { "mimeType": "application/x-www-form-urlencoded", "params": [ { "name": "username", "value": "jo" }, { "name": "password", "value": "${v}" } ] }`,
      ),
      s("har-value-first", "token", opaque, (v) => `{ "value": "${v}", "name": "x-auth-token" }`),
      s("query-access-token", "token", opaque, (v) => `https://graph.acme.io/me?fields=id&access_token=${v}`),
      s(
        "query-api-key",
        "api-key",
        hex(32),
        (v) => `GET https://api.acme.io/geo?q=oslo&api_key=${v}&units=metric`,
      ),
      s(
        "query-apikey-camel",
        "api-key",
        base62(32),
        (v) => `https://newsapi.acme.io/v2/top?country=ch&apiKey=${v}`,
      ),
      s(
        "query-token-encoded",
        "token",
        (r) => base64(r.bytes(30)),
        (v) => `https://app.acme.io/reset-password?email=jo%40acme.io&token=${v}`,
        "url",
      ),
      s(
        "query-code",
        "code",
        token("4/0A", "base64url", 70),
        (v) => `http://localhost:8085/?state=x&code=${v}&scope=email`,
        "url",
      ),
      s(
        "fragment-implicit",
        "token",
        opaque,
        (v) => `https://app.acme.io/callback#access_token=${v}&token_type=Bearer&expires_in=3600`,
      ),
      s(
        "s3-presigned",
        "signature",
        hex(64),
        (v, r) =>
          `https://b.s3.amazonaws.com/f?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20240503T${r.int(9)}Z&X-Amz-Expires=3600&X-Amz-Signature=${v}`,
      ),
      s(
        "gcs-signed",
        "signature",
        hex(256),
        (v) =>
          `https://storage.googleapis.com/b/f?X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=${v}`,
      ),
      s("magic-link", "token", opaque, (v) => `Click to sign in: https://app.acme.io/auth/magic?token=${v}`),
      s(
        "invite-path",
        "token",
        base62(40),
        (v) => `Your password reset link: https://app.acme.io/password/reset/${v}`,
      ),
      s(
        "form-login",
        "password",
        odd,
        (v) =>
          `POST /session HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\nuser%5Blogin%5D=jo&user%5Bpassword%5D=${v}`,
        "url",
      ),
      s(
        "form-token-grant",
        "secret",
        base62(40),
        (v) => `grant_type=client_credentials&client_id=svc&client_secret=${v}`,
      ),
      s("form-refresh", "token", opaque, (v) => `grant_type=refresh_token&refresh_token=${v}&client_id=web`),
      s(
        "form-assertion",
        "token",
        jwt,
        (v) => `grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=${v}`,
      ),
      s(
        "multipart",
        "password",
        password,
        (v) =>
          `------WebKitFormBoundaryAb\nContent-Disposition: form-data; name="password"\n\n${v}\n------WebKitFormBoundaryAb--`,
      ),
      s(
        "json-login-body",
        "password",
        (r) => `${r.Word()}"${r.base62(5)}\\${r.base62(4)}`,
        (v) => `POST /api/login\n\n{"email":"jo@acme.io","password":"${v}"}`,
        "json",
      ),
      s(
        "json-token-response",
        "token",
        opaque,
        (v) => `HTTP/1.1 200 OK\n\n{"access_token":"${v}","token_type":"Bearer","expires_in":3599}`,
      ),
      s(
        "json-refresh-response",
        "token",
        base62(64),
        (v) => `{"token_type":"bearer","refresh_token":"${v}","scope":"read"}`,
      ),
      s("json-id-token", "token", jwt, (v) => `{"id_token": "${v}", "expires_in": 3600}`),
      s(
        "json-new-key",
        "api-key",
        base62(40),
        (v, r) => `HTTP/1.1 201 Created\n\n{"id":${r.int(999)},"name":"ci","plaintext_key":"${v}"}`,
      ),
      s(
        "graphql-mutation",
        "password",
        password,
        (v) => `mutation { login(email: "jo@acme.io", password: "${v}") { token } }`,
      ),
      s(
        "graphql-variables",
        "password",
        password,
        (v) => `{"query":"mutation L($p:String!){login(p:$p){id}}","variables":{"password":"${v}"}}`,
      ),
      s("graphql-response", "token", jwt, (v) => `{"data":{"login":{"token":"${v}","user":{"id":"4"}}}}`),
      s(
        "soap-wsse",
        "password",
        (r) => `${r.Word()}<${r.base62(6)}&`,
        (v) =>
          `<wsse:UsernameToken><wsse:Username>jo</wsse:Username><wsse:Password Type="#PasswordText">${v}</wsse:Password></wsse:UsernameToken>`,
        "xml",
      ),
      s(
        "soap-login",
        "password",
        password,
        (v) => `<urn:login><urn:username>jo</urn:username><urn:password>${v}</urn:password></urn:login>`,
      ),
      s(
        "xmlrpc",
        "password",
        password,
        (v) => `<member><name>password</name><value><string>${v}</string></value></member>`,
      ),
      s(
        "jsonrpc-zabbix",
        "password",
        password,
        (v) =>
          `{"jsonrpc":"2.0","method":"user.login","params":{"username":"Admin","password":"${v}"},"id":1}`,
      ),
      s(
        "postman-collection",
        "token",
        opaque,
        (v) =>
          `"auth": { "type": "bearer", "bearer": [ { "key": "token", "value": "${v}", "type": "string" } ] }`,
      ),
      s(
        "postman-env",
        "secret",
        base62(32),
        (v) => `{ "key": "client_secret", "value": "${v}", "enabled": true, "type": "secret" }`,
      ),
      s(
        "insomnia",
        "password",
        password,
        (v) => `authentication:\n  type: basic\n  username: jo\n  password: ${v}`,
      ),
      s(
        "rest-client-http",
        "token",
        opaque,
        (v) => `@token = ${v}\n\nGET {{host}}/me\nAuthorization: Bearer {{token}}`,
      ),
      s(
        "rest-client-basic",
        "password",
        password,
        (v) => `GET https://api.acme.io/me\nAuthorization: Basic jo:${v}`,
      ),
      s("bruno", "token", opaque, (v) => `auth:bearer {\n  token: ${v}\n}`),
      s(
        "jmeter",
        "password",
        password,
        (v) =>
          `<stringProp name="Argument.name">password</stringProp>\n<stringProp name="Argument.value">${v}</stringProp>`,
      ),
      s("k6", "token", opaque, (v) => "const params = { headers: { Authorization: `Bearer " + v + "` } };"),
      s(
        "copy-as-fetch",
        "token",
        jwt,
        (v) =>
          `fetch("https://app.acme.io/api", {\n  "headers": {\n    "accept": "*/*",\n    "authorization": "Bearer ${v}"\n  },\n  "method": "GET"\n});`,
      ),
      s(
        "copy-as-powershell",
        "session",
        base62(40),
        (v) =>
          `$session.Cookies.Add((New-Object System.Net.Cookie("session_token", "${v}", "/", "app.acme.io")))`,
      ),
      s(
        "swagger-ui",
        "api-key",
        base62(32),
        (v) =>
          `curl -X 'GET' \\\n  'https://api.acme.io/pets' \\\n  -H 'accept: application/json' \\\n  -H 'api_key: ${v}'`,
      ),
      s(
        "wiremock",
        "token",
        opaque,
        (v) => `"request": { "headers": { "Authorization": { "equalTo": "Bearer ${v}" } } }`,
      ),
      s(
        "vcr-cassette",
        "token",
        opaque,
        (v) => `    headers:\n      Authorization:\n      - Bearer ${v}\n      Accept:\n      - "*/*"`,
      ),
      s("nginx-map", "token", base62(32), (v) => `if ($http_x_api_key != "${v}") { return 403; }`),
      s(
        "websocket-frame",
        "token",
        jwt,
        (v) => `↑ {"type":"connection_init","payload":{"authToken":"${v}"}}`,
      ),
      s(
        "mqtt-ws-sub",
        "password",
        weakPassword,
        (v) => `CONNECT\naccept-version:1.2\nlogin:jo\npasscode:${v}\n\n^@`,
      ),
      s(
        "saml-response",
        "assertion",
        (r) =>
          base64(
            `<samlp:Response ID="_${r.hex(32)}"><Assertion>${r.base62(80)}</Assertion></samlp:Response>`,
          ),
        (v) => `POST /saml/acs\n\nSAMLResponse=${v}&RelayState=%2F`,
        "url",
      ),
      s(
        "totp-uri",
        "secret",
        token("", "base32", 32),
        (v) => `otpauth://totp/Acme:jo@acme.io?secret=${v}&issuer=Acme&digits=6`,
      ),
      s("email-unsub-api", "token", uuid, (v) => `https://api.acme.io/hooks/catch?auth=${v}`),
      s("tracking-jwt-path", "token", jwt, (v) => `GET /download/${v}/report.pdf 200`),
      s(
        "b64-json-header",
        "token",
        (r) => base64url(JSON.stringify({ u: r.word(), key: r.base62(24) })),
        (v) => `X-Session-Token: ${v}`,
      ),
      s(
        "form-otp",
        "code",
        (r) => r.chars(ALPHABET.digits, 8),
        (v) => `POST /mfa\n\nuser=jo&otp=${v}`,
      ),
    ],
  },
  harmless: {
    "http-and-cookies": [
      { id: "etag", text: (r) => `ETag: "${r.hex(32)}"\nCache-Control: max-age=3600` },
      { id: "www-auth", text: () => 'WWW-Authenticate: Bearer realm="acme", error="invalid_token"' },
      { id: "cors", text: () => "Access-Control-Allow-Headers: Authorization, X-Api-Key, Content-Type" },
      { id: "request-id", text: (r) => `X-Request-Id: ${r.uuid()}` },
      { id: "traceparent", text: (r) => `traceparent: 00-${r.hex(32)}-${r.hex(16)}-01` },
      { id: "clear-cookie", text: () => "Set-Cookie: session=; Max-Age=0; Path=/" },
      { id: "theme-cookie", text: () => "Cookie: theme=dark; lang=de; consent=true" },
      { id: "bearer-template", text: () => "Authorization: Bearer {{access_token}}" },
      { id: "bearer-var", text: () => "headers: { Authorization: `Bearer ${token}` }" },
      { id: "ws-key", text: () => "Sec-WebSocket-Version: 13\nUpgrade: websocket" },
      { id: "pagination", text: (r) => `GET /items?limit=50&page=${r.int(40)}&sort=created_at` },
      { id: "redacted-header", text: () => "authorization: [redacted]\ncookie: [redacted]" },
      { id: "401", text: () => '{"error":"unauthorized","message":"Missing or invalid API key"}' },
      { id: "token-type", text: () => '{"token_type":"Bearer","expires_in":3600,"scope":"read write"}' },
      {
        id: "openapi",
        text: () => "securitySchemes:\n  ApiKeyAuth:\n    type: apiKey\n    in: header\n    name: X-API-Key",
      },
      {
        id: "form-html",
        text: () =>
          '<form action="/login" method="post"><input name="user"><input name="password" type="password"></form>',
      },
      {
        id: "client-id",
        text: (r) => `https://sso.acme.io/authorize?client_id=${r.uuid()}&response_type=code&scope=openid`,
      },
      {
        id: "oauth-error",
        text: () => "https://app.acme.io/callback?error=access_denied&error_description=User+cancelled",
      },
      { id: "cdn-hash", text: (r) => `https://cdn.acme.io/assets/main.${r.hex(8)}.js` },
      {
        id: "boundary",
        text: (r) => `Content-Type: multipart/form-data; boundary=----WebKitFormBoundary${r.base62(16)}`,
      },
      { id: "content-md5", text: (r) => `Content-MD5: ${base64(r.bytes(16))}` },
      { id: "har-header-names", text: () => '{ "name": "Accept-Encoding", "value": "gzip, deflate, br" }' },
      { id: "utm", text: (r) => `https://acme.io/?utm_source=mail&utm_campaign=${r.word()}-${r.word()}` },
      { id: "cookie-doc", text: () => "The session cookie is HttpOnly, Secure and SameSite=Lax." },
      { id: "reset-page", text: () => "GET /password/reset 200 12ms" },
    ],
  },
} satisfies BlindFile;
