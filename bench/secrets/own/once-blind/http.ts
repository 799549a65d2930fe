import { secretCase as c, type Template } from "../../corpus-case.ts";
import { base62, base64, hex, jwt, password, token, uuid } from "../../random.ts";

const key = token("", "base64url", 40);
const basic = (r: Parameters<typeof password>[0]) => base64(`dev:${password(r)}`);

export const http: readonly Template[] = [
  c(
    "bearer",
    "token",
    key,
    (v) => `GET /v1/me HTTP/1.1\nHost: api.example.com\nAuthorization: Bearer ${v}\n`,
  ),
  c("bearer-lower", "token", key, (v) => `authorization: bearer ${v}`),
  c("bearer-verbose", "token", jwt, (v) => `> Authorization: Bearer ${v}\n> User-Agent: curl/8.4.0`),
  c("basic", "password", basic, (v) => `Authorization: Basic ${v}`),
  c("token-scheme", "token", hex(40), (v) => `Authorization: token ${v}`),
  c(
    "digest",
    "token",
    hex(32),
    (v) => `Authorization: Digest username="bob", realm="r", nonce="1", response="${v}"`,
  ),
  c(
    "aws-sigv4",
    "token",
    hex(64),
    (v) =>
      `Authorization: AWS4-HMAC-SHA256 Credential=X/20240101/eu/s3/aws4_request, SignedHeaders=host, Signature=${v}`,
  ),
  c("api-key-scheme", "key", base62(32), (v) => `Authorization: ApiKey ${v}`),
  c("no-scheme", "token", key, (v) => `Authorization: ${v}`),
  c("proxy-authorization", "password", basic, (v) => `Proxy-Authorization: Basic ${v}`),
  c("x-api-key", "key", hex(32), (v) => `x-api-key: ${v}`),
  c("x-auth-token", "token", base62(48), (v) => `X-Auth-Token: ${v}`),
  c("x-access-token", "token", key, (v) => `x-access-token: ${v}`),
  c("x-amz-security", "token", token("IQoJ", "base64", 200), (v) => `X-Amz-Security-Token: ${v}`),
  c("x-vault", "token", key, (v) => `X-Vault-Token: ${v}`),
  c("x-csrf", "token", key, (v) => `X-CSRF-Token: ${v}`),
  c("ocp-apim", "key", hex(32), (v) => `Ocp-Apim-Subscription-Key: ${v}`),
  c("apikey-supabase", "key", jwt, (v) => `apikey: ${v}`),
  c("cookie-session", "cookie", key, (v) => `Cookie: theme=dark; sessionid=${v}; lang=en`),
  c(
    "cookie-connect",
    "cookie",
    (r) => `s%3A${r.base62(32)}.${r.base62(43)}`,
    (v) => `Cookie: connect.sid=${v}`,
  ),
  c("cookie-php", "cookie", token("", "base36", 26), (v) => `Cookie: PHPSESSID=${v}`),
  c("cookie-java", "cookie", token("", "HEX", 32), (v) => `Set-Cookie: JSESSIONID=${v}; Path=/; HttpOnly`),
  c("set-cookie-auth", "cookie", jwt, (v) => `Set-Cookie: auth_token=${v}; Secure; SameSite=Lax`),
  c("set-cookie-refresh", "cookie", key, (v) => `set-cookie: refresh_token=${v}; Max-Age=86400`),
  c("cookie-gitlab", "cookie", hex(32), (v) => `_gitlab_session=${v}`),
  c("cookie-json", "cookie", key, (v) => `{"name":"session_token","value":"${v}","domain":".example.com"}`),
  c("cookie-jar", "cookie", key, (v) => `.example.com\tTRUE\t/\tTRUE\t1893456000\tsession_token\t${v}`),
  c("header-json", "token", key, (v) => `{"headers":{"Authorization":"Bearer ${v}","Accept":"*/*"}}`),
  c("header-array", "token", key, (v) => `[["accept","*/*"],["authorization","Bearer ${v}"]]`),
  c("header-python", "token", jwt, (v) => `headers = {'Authorization': f'Bearer ${v}'}`),
  c("header-go", "token", key, (v) => `req.Header.Set("Authorization", "Bearer ${v}")`),
  c("header-java", "key", hex(32), (v) => `.header("X-Api-Key", "${v}")`),
  c("har", "token", key, (v) => `{"name": "Authorization", "value": "Bearer ${v}"}`),
  c("form-body", "password", password, (v) => `grant_type=password&username=bob&password=${v}`, "url"),
  c(
    "form-multipart",
    "password",
    password,
    (v) => `Content-Disposition: form-data; name="password"\r\n\r\n${v}\r\n--b--`,
  ),
  c("token-response", "token", key, (v) => `{"token_type":"Bearer","id_token":"${v}","scope":"openid"}`),
  c(
    "graphql",
    "password",
    password,
    (v) => `mutation { login(email: "a@example.com", password: "${v}") { id } }`,
  ),
  c("websocket-protocol", "token", key, (v) => `Sec-WebSocket-Protocol: bearer, ${v}`),
  c("device-secret", "key", uuid, (v) => `{"deviceId":"d1","deviceSecret":"${v}"}`),
];
