import type { HarmlessTemplate } from "../../corpus-case.ts";
import { ALPHABET, base64, type Random } from "../../random.ts";

// Values that are as random as a secret, in places where everybody knows them to be public.

type Text = (r: Random) => string;
const all = (name: string, texts: readonly Text[]): HarmlessTemplate[] =>
  texts.map((text, i) => ({ id: `${name}-${i + 1}`, text }));

const sha = (r: Random) => r.hex(40);
const short = (r: Random) => r.hex(7);
const sri = (r: Random) => `sha512-${base64(r.bytes(64))}`;

const commits = all("commit", [
  (r) => `commit ${sha(r)}\nAuthor: Ann <ann@example.com>\nDate:   Mon May 6 10:00:00 2024 +0200`,
  (r) => `${short(r)} Fix the login page when the token is missing`,
  (r) => `${sha(r)}\trefs/heads/main`,
  (r) => `index ${short(r)}..${short(r)} 100644`,
  (r) => `HEAD is now at ${short(r)} Rename password field`,
  (r) => `   ${short(r)}..${short(r)}  main -> main`,
  (r) => `uses: actions/checkout@${sha(r)} # v4.1.1`,
  (r) => `git cherry-pick ${sha(r)}`,
  (r) => `resolved "git+ssh://git@github.com/acme/lib.git#${sha(r)}"`,
  (r) => `Merge: ${short(r)} ${short(r)}`,
  (r) => `git show ${sha(r)}:src/auth/token.ts`,
  (r) => `Subproject commit ${sha(r)}`,
  (r) => `{"sha":"${sha(r)}","parents":[{"sha":"${sha(r)}"}]}`,
  (r) => `From ${sha(r)} Mon Sep 17 00:00:00 2001`,
  (r) => `https://github.com/acme/app/commit/${sha(r)}`,
  (r) => `tree ${sha(r)}\nparent ${sha(r)}`,
  (r) => `GIT_COMMIT=${sha(r)}`,
  (r) => `^${short(r)} (Ann 2024-05-06 10:00:00 +0200 12) const key = map.get(id);`,
]);

const hashes = all("hash", [
  (r) => `${r.hex(64)}  app-1.2.3.tar.gz`,
  (r) => `SHA256 (app.iso) = ${r.hex(64)}`,
  (r) => `sha256:${r.hex(64)}`,
  (r) => `docker pull nginx@sha256:${r.hex(64)}`,
  (r) => `Digest: sha256:${r.hex(64)}\nStatus: Downloaded newer image for nginx:latest`,
  (r) => `md5sum: ${r.hex(32)}`,
  (r) => `ETag: "${r.hex(32)}"`,
  (r) => `etag: W/"${r.hex(8)}-${r.base62(27)}"`,
  (r) => `checksum = "${r.hex(64)}"`,
  (r) => `"contentHash": "${r.hex(20)}"`,
  (r) => `dist/assets/index-${r.base62(8)}.js  142.31 kB │ gzip: 45.02 kB`,
  (r) => `Content-MD5: ${base64(r.bytes(16))}`,
  (r) => `Successfully built ${r.hex(12)}`,
  (r) => `CONTAINER ID   IMAGE   STATUS\n${r.hex(12)}   redis:7   Up 2 hours`,
  (r) => `fingerprint: SHA256:${r.chars(ALPHABET.base64, 43)} ann@laptop (ED25519)`,
  (r) => `Fingerprint=${Array.from({ length: 20 }, () => r.chars(ALPHABET.HEX, 2)).join(":")}`,
  (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.chars(ALPHABET.base64, 43)} ann@laptop`,
  (r) => `crc32: ${r.hex(8)}`,
  (r) => `cache key: node-modules-${r.hex(64)}`,
  (r) => `blake3 ${r.hex(64)} out.bin`,
]);

const locks = all("lock", [
  (r) => `"integrity": "${sri(r)}",`,
  (r) => `  integrity ${sri(r)}`,
  (r) => `    resolution: {integrity: ${sri(r)}}`,
  (r) => `    "hono": ["hono@4.6.0", "", {}, "${sri(r)}"],`,
  (r) => `name = "serde"\nversion = "1.0.200"\nchecksum = "${r.hex(64)}"`,
  (r) => `github.com/pkg/errors v0.9.1 h1:${base64(r.bytes(32))}`,
  (r) => `github.com/pkg/errors v0.9.1/go.mod h1:${base64(r.bytes(32))}`,
  (r) => `requests==2.31.0 \\\n    --hash=sha256:${r.hex(64)}`,
  (r) => `{file = "idna-3.7.whl", hash = "sha256:${r.hex(64)}"}`,
  (r) => `"content-hash": "${r.hex(32)}",`,
  (r) => `content-hash = "${r.hex(64)}"`,
  (r) => `<script src="a.js" integrity="sha384-${base64(r.bytes(48))}" crossorigin="anonymous"></script>`,
  (r) => `"_id": "${r.word()}@1.2.3",\n"_shasum": "${sha(r)}"`,
  (r) => `    "jsonwebtoken": "^9.0.2",\n    "password-hash": "^1.2.${r.int(9)}",`,
  (r) => `"resolved": "https://registry.npmjs.org/tokenizer/-/tokenizer-1.${r.int(9)}.0.tgz",`,
  (r) => `  secret-stack@^6.4.${r.int(9)}:\n    version "6.4.1"`,
  (r) => `nix-hash: sha256-${base64(r.bytes(32))}`,
  (r) => `PODFILE CHECKSUM: ${sha(r)}`,
]);

const ids = all("id", [
  (r) => `{"id":"${r.uuid()}","name":"bob"}`,
  (r) => `session_id: ${r.uuid()}`,
  (r) => `"sessionId":"${r.uuid()}","uuid":"${r.uuid()}"`,
  (r) => `request-id: ${r.uuid()}`,
  (r) => `trace_id=${r.hex(32)} span_id=${r.hex(16)}`,
  (r) => `traceparent: 00-${r.hex(32)}-${r.hex(16)}-01`,
  (r) => `toolu_${r.base62(24)}`,
  (r) => `msg_${r.base62(24)}`,
  (r) => `"tool_use_id": "toolu_01${r.base62(22)}"`,
  (r) => `req_${r.base62(24)}`,
  (r) => `ObjectId("${r.hex(24)}")`,
  (r) => `arn:aws:iam::${r.chars(ALPHABET.digits, 12)}:role/deploy`,
  (r) => `i-0${r.hex(16)} running t3.micro`,
  (r) => `subnet-0${r.hex(16)}, vpc-0${r.hex(16)}`,
  (r) => `projectId: '${r.word()}-${r.word()}-${r.int(999)}'`,
  (r) => `UUID=${r.uuid()} / ext4 defaults 0 1`,
  (r) => `Ray ID: ${r.hex(16)}`,
  (r) => `ULID 01${r.chars("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24)}`,
  (r) => `client_id=${r.uuid()}`,
  (r) => `tenantId: ${r.uuid()}`,
  (r) => `https://www.youtube.com/watch?v=${r.chars(ALPHABET.base64url, 11)}`,
  (r) => `https://docs.google.com/document/d/1${r.chars(ALPHABET.base64url, 43)}/edit`,
  (r) => `https://www.figma.com/file/${r.base62(22)}/Login?node-id=1-2`,
  (r) => `pod/app-${r.hex(10)}-${r.chars(ALPHABET.lower, 5)} 1/1 Running 0 3d`,
  (r) => `Job ${r.chars(ALPHABET.digits, 10)} finished`,
]);

const blobs = all("blob", [
  (r) => `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${base64(r.bytes(300))}" />`,
  (r) => `background: url(data:image/svg+xml;base64,PHN2ZyB4bWxucz0i${base64(r.bytes(200))});`,
  (r) => `src: url(data:font/woff2;base64,d09GMgABAAAAA${base64(r.bytes(400))}) format("woff2");`,
  (r) =>
    `//# sourceMappingURL=data:application/json;base64,${base64(JSON.stringify({ version: 3, file: r.word(), sources: ["a.ts"] }))}`,
  (r) => `"image": "/9j/4AAQSkZJRgABAQAAAQABAAD${base64(r.bytes(240))}"`,
  (r) => `{"mappings":"AAAA;${r.base62(4)},SAASA,${r.base62(6)};AACA,${r.base62(8)}"}`,
  (r) =>
    `-----BEGIN CERTIFICATE-----\nMIIDXTCCAkWgAwIBAgIJA${r.chars(ALPHABET.base64, 43)}\n${r.chars(ALPHABET.base64, 64)}\n-----END CERTIFICATE-----`,
  (r) =>
    `-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${r.chars(ALPHABET.base64, 28)}\n${r.chars(ALPHABET.base64, 59)}=\n-----END PUBLIC KEY-----`,
  (r) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ${r.chars(ALPHABET.base64, 330)} ann@laptop`,
  (r) => `00000000: ${Array.from({ length: 8 }, () => r.hex(4)).join(" ")}  ................`,
  (r) =>
    `<path d="M12 2C6.48 2 2 6.48 2 ${r.int(20)}s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 3c1.66 0 3 1.34 3 3s-1.34 3-3 3z"/>`,
  (r) => `PublicKey = ${r.chars(ALPHABET.base64, 43)}=\nAllowedIPs = 10.0.0.0/24`,
  (r) => `pk_live_${r.base62(24)}`,
  (r) =>
    `!function(e,t){"object"==typeof exports?module.exports=t():e.${r.word()}=t()}(this,function(){var n=${r.int(99)};return n});`,
  (r) => `var a=function(t){return t.k=${r.int(9)},t.tok||(t.tok=e(t.p)),t},s="${r.word()}";`,
  (r) => `.css-${r.base62(7)}{display:flex;color:#${r.hex(6)}}._${r.base62(8)}__btn{margin:0}`,
  (r) => `[${Array.from({ length: 12 }, () => (r.int(2000) / 1000 - 1).toFixed(6)).join(", ")}]`,
  (r) => `0x${r.hex(40)} (contract address on Sepolia)`,
  (r) => `transaction 0x${r.hex(64)} was mined in block ${r.int(9999999)}`,
  (r) => `\\x1b[38;5;${r.int(255)}m\\u001b[0m\\ud83d\\udd11`,
]);

export const harmlessValues = { commits, hashes, locks, ids, blobs } as const;
