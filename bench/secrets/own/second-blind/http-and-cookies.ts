import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, base64url, hex, jwt, password, type Random, token, uuid, type Value } from "../../random.ts";

const signedCookie: Value = (r) => `s:${r.base62(32)}.${r.chars("abcdefABCDEF0123456789+", 43)}`;
const flaskSession: Value = (r) => `.eJw${r.base62(70)}.${r.base62(6)}.${base64url(r.bytes(20))}`;
const fakeSignature = (r: Random) => base64url(r.bytes(16));

export default {
  secrets: {
    "http-and-cookies": [
      secretCase(
        "bearer-opaque",
        "token",
        base62(43),
        (v) => `GET /v1/me HTTP/1.1\nHost: api.acme.dev\nAuthorization: Bearer ${v}\nAccept: */*`,
      ),
      secretCase(
        "bearer-lower-http2",
        "token",
        base62(36),
        (v) => `> authorization: bearer ${v}\n> user-agent: curl/8.5.0`,
      ),
      secretCase(
        "bearer-jwt-verbose",
        "token",
        jwt,
        (v) =>
          `* Connected to api.acme.dev port 443\n> GET /orders HTTP/2\n> Authorization: Bearer ${v}\n< HTTP/2 401`,
      ),
      secretCase(
        "basic",
        "password",
        (r) => `dana:${password(r)}`,
        (v) => `Authorization: Basic ${v}`,
        "base64",
      ),
      secretCase(
        "basic-proxy",
        "password",
        (r) => `corp\\kim:${password(r)}`,
        (v) => `Proxy-Authorization: Basic ${v}\nProxy-Connection: keep-alive`,
        "base64",
      ),
      secretCase(
        "token-scheme",
        "token",
        hex(40),
        (v) => `curl -H "Authorization: Token ${v}" https://netbox.acme.dev/api/dcim/devices/`,
      ),
      secretCase(
        "authorization-bare",
        "token",
        base62(64),
        (v) => `fetch(url, { headers: { "Authorization": "${v}", "Accept": "application/json" } })`,
      ),
      secretCase(
        "x-api-key",
        "api-key",
        base62(40),
        (v) => `x-api-key: ${v}\ncontent-type: application/json`,
      ),
      secretCase("x-auth-token", "token", uuid, (v) => `-H 'X-Auth-Token: ${v}'`),
      secretCase(
        "private-token",
        "token",
        base62(20),
        (v) => `curl --header "PRIVATE-TOKEN: ${v}" "https://gitlab.acme.dev/api/v4/projects"`,
      ),
      secretCase("x-vault-token", "token", base62(26), (v) => `X-Vault-Token: ${v}\nX-Vault-Request: true`),
      secretCase("apim-subscription", "api-key", hex(32), (v) => `Ocp-Apim-Subscription-Key: ${v}`),
      secretCase(
        "rapidapi",
        "api-key",
        base62(50),
        (v) => `'x-rapidapi-host': 'wft-geo-db.p.rapidapi.com',\n'x-rapidapi-key': '${v}'`,
      ),
      secretCase(
        "csrf-and-session",
        "session",
        hex(40),
        (v, r) => `Cookie: theme=dark; csrftoken=${r.base62(32)}; sessionid=${v}`,
      ),
      secretCase(
        "connect-sid",
        "session",
        signedCookie,
        (v) => `set-cookie: connect.sid=${v}; Path=/; HttpOnly; SameSite=Lax`,
        "url",
      ),
      secretCase("phpsessid", "session", token("", "base36", 26), (v) => `Cookie: PHPSESSID=${v}; lang=de`),
      secretCase(
        "jsessionid-path",
        "session",
        token("", "HEX", 32),
        (v) => `GET /app/start.do;jsessionid=${v}?view=list`,
      ),
      secretCase(
        "laravel-session",
        "session",
        token("eyJpdiI6I", "base62", 180),
        (v) => `Cookie: laravel_session=${v}; XSRF-TOKEN=abc`,
      ),
      secretCase(
        "flask-session",
        "session",
        flaskSession,
        (v) => `Set-Cookie: session=${v}; HttpOnly; Path=/`,
      ),
      secretCase(
        "next-auth-cookie",
        "session",
        jwt,
        (v) => `cookie: __Secure-next-auth.session-token=${v}; next-auth.callback-url=https%3A%2F%2Facme.dev`,
      ),
      secretCase(
        "remember-me",
        "session",
        base62(52),
        (v) => `Set-Cookie: remember_token=${v}; Max-Age=2592000; Secure`,
      ),
      secretCase(
        "netscape-jar",
        "session",
        base62(44),
        (v) => `# Netscape HTTP Cookie File\n.acme.dev\tTRUE\t/\tTRUE\t1799999999\tauth_token\t${v}`,
      ),
      secretCase(
        "devtools-cookie-json",
        "session",
        hex(64),
        (v) => `[{"domain":".acme.dev","httpOnly":true,"name":"session","path":"/","value":"${v}"}]`,
      ),
      secretCase(
        "query-api-key",
        "api-key",
        hex(32),
        (v) => `https://api.openweathermap.org/data/2.5/weather?q=Bern&appid=${v}`,
      ),
      secretCase(
        "query-access-token",
        "token",
        base62(60),
        (v) => `wss://stream.acme.dev/v2?access_token=${v}&channels=prices`,
      ),
      secretCase(
        "fragment-token",
        "token",
        base62(48),
        (v) =>
          `Redirected to http://localhost:8080/callback#access_token=${v}&token_type=bearer&expires_in=3600`,
      ),
      secretCase(
        "oauth-code",
        "authorization-code",
        token("4/0A", "base64url", 70),
        (v) => `GET /oauth2/callback?state=af0ifjsldkj&code=${v}&scope=email%20profile 302`,
      ),
      secretCase(
        "reset-link",
        "token",
        base62(40),
        (v) => `Reset your password: https://app.acme.dev/users/password/edit?reset_password_token=${v}`,
      ),
      secretCase(
        "magic-link",
        "token",
        base64urlToken(43),
        (v) => `Click to sign in: https://acme.dev/auth/verify?email=kim%40example.com&token=${v}`,
      ),
      secretCase(
        "form-login",
        "password",
        password,
        (v) =>
          `POST /login HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\nuser%5Bemail%5D=kim%40example.com&user%5Bpassword%5D=${v}&commit=Sign+in`,
        "url",
      ),
      secretCase(
        "multipart",
        "password",
        password,
        (v) =>
          `------WebKitFormBoundary7MA4YWxk\nContent-Disposition: form-data; name="password"\n\n${v}\n------WebKitFormBoundary7MA4YWxk--`,
      ),
      secretCase(
        "client-credentials",
        "client-secret",
        base62(40),
        (v) =>
          `curl -d grant_type=client_credentials -d client_id=portal -d client_secret=${v} https://sso.acme.dev/token`,
      ),
      secretCase(
        "token-response",
        "token",
        base62(80),
        (v) =>
          `HTTP/1.1 200 OK\n\n{"token_type":"Bearer","expires_in":3599,"ext_expires_in":3599,"access_token":"${v}"}`,
      ),
      secretCase(
        "refresh-response",
        "token",
        base62(90),
        (v) => `{\n  "scope": "offline_access",\n  "refresh_token": "${v}"\n}`,
      ),
      secretCase("id-token", "token", jwt, (v) => `id_token=${v}&session_state=11`),
      secretCase(
        "har-header",
        "token",
        base62(40),
        (v) =>
          `"headers": [\n  { "name": "Accept", "value": "*/*" },\n  { "name": "Authorization", "value": "Bearer ${v}" }\n]`,
      ),
      secretCase(
        "har-postdata",
        "password",
        password,
        (v) =>
          `"postData":{"mimeType":"application/json","text":"{\\"login\\":\\"kim\\",\\"password\\":\\"${v}\\"}"}`,
      ),
      secretCase(
        "postman-auth",
        "password",
        password,
        (v) =>
          `"auth":{"type":"basic","basic":[{"key":"username","value":"ci"},{"key":"password","value":"${v}","type":"string"}]}`,
      ),
      secretCase(
        "http-file",
        "token",
        base62(40),
        (v) => `### list users\n@token = ${v}\nGET {{host}}/users\nAuthorization: Bearer {{token}}`,
      ),
      secretCase(
        "graphql-variables",
        "password",
        password,
        (v) =>
          `{"query":"mutation($i:LoginInput!){login(input:$i){ok}}","variables":{"i":{"email":"k@x.io","password":"${v}"}}}`,
      ),
      secretCase(
        "soap",
        "password",
        password,
        (v) =>
          `<soapenv:Header><AuthHeader><Username>erp</Username><Password>${v}</Password></AuthHeader></soapenv:Header>`,
      ),
      secretCase(
        "hmac-header",
        "signing-secret",
        hex(64),
        (v) => `The webhook uses X-Hub-Signature-256; the shared secret configured on both sides is ${v}`,
      ),
      secretCase(
        "digest-aws-sigv4-token",
        "token",
        token("FwoGZXIvYXdzE", "base64", 260),
        (v, r) =>
          `X-Amz-Date: 20260211T091244Z\nX-Amz-Security-Token: ${v}\nX-Request-Sig: ${fakeSignature(r).slice(0, 6)}`,
      ),
      secretCase(
        "websocket-protocol",
        "token",
        base62(40),
        (v) =>
          `Sec-WebSocket-Protocol: graphql-ws\nconnection_init {"type":"connection_init","payload":{"authToken":"${v}"}}`,
      ),
      secretCase(
        "python-requests-cookies",
        "session",
        hex(32),
        (v) => `s = requests.Session()\ns.cookies.set("sessionid", "${v}", domain="app.acme.dev")`,
      ),
    ],
  },
} satisfies BlindFile;

function base64urlToken(length: number): Value {
  return token("", "base64url", length);
}
