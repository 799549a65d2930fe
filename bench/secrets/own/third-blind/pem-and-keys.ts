import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import {
  ALPHABET,
  base62,
  base64,
  base64url,
  hex,
  password,
  type Random,
  token,
  type Value,
} from "../../random.ts";

const lines = (r: Random, bytes: number, width = 64): string =>
  (base64(r.bytes(bytes)).match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\n");
const mark = (side: string, name: string) => `-----${side} ${name}-----`;
const pem =
  (name: string, bytes: number, headers = ""): Value =>
  (r) =>
    `${mark("BEGIN", name)}\n${headers}${lines(r, bytes)}\n${mark("END", name)}`;
/** Only the lines of a key, for texts that write the frame in their own way. */
const body =
  (bytes: number, width = 64): Value =>
  (r) =>
    lines(r, bytes, width);
const rsa = pem("RSA PRIVATE KEY", 1191);
const pkcs8 = pem("PRIVATE KEY", 1215);
const small = pem("PRIVATE KEY", 138);
const ec = pem("EC PRIVATE KEY", 121);
const openssh: Value = (r) =>
  `${mark("BEGIN", "OPENSSH PRIVATE KEY")}\nb3BlbnNzaC1rZXktdjEA${r.chars(ALPHABET.base64, 50)}\n${lines(r, 250, 70)}\n${mark("END", "OPENSSH PRIVATE KEY")}`;
const each = (text: string, map: (line: string, at: number) => string) =>
  text.split("\n").map(map).join("\n");
const b58 = (prefix: string, n: number): Value => token(prefix, "base58", n);

export default {
  secrets: {
    "pem-and-keys": [
      s("rsa-cat", "private-key", rsa, (v) => `$ cat server.key\n${v}\n$`, "pem"),
      s(
        "pkcs8-yaml-block",
        "private-key",
        pkcs8,
        (v) => `tls:\n  key: |\n${each(v, (l) => `    ${l}`)}\n  port: 443`,
        "pem",
      ),
      s(
        "pkcs8-yaml-folded-quoted",
        "private-key",
        small,
        (v) => `key: "${v.replaceAll("\n", "\\n")}\\n"\nother: 1`,
        "pem",
      ),
      s(
        "service-account-json",
        "private-key",
        pkcs8,
        (v, r) =>
          `{\n  "type": "service_account",\n  "project_id": "acme",\n  "private_key_id": "${r.hex(40)}",\n  "private_key": "${v.replaceAll("\n", "\\n")}\\n",\n  "client_email": "x@acme.iam.gserviceaccount.com"\n}`,
        "pem",
      ),
      s("env-one-line", "private-key", rsa, (v) => `JWT_PRIVATE_KEY="${v.replaceAll("\n", "\\n")}"`, "pem"),
      s("env-multiline", "private-key", ec, (v) => `SIGNING_KEY='${v}'\nPORT=80`, "pem"),
      s(
        "json-double-escaped",
        "private-key",
        small,
        (v) => `{"body":"{\\"key\\":\\"${v.replaceAll("\n", "\\\\n")}\\"}"}`,
        "pem",
      ),
      s(
        "openssh-heredoc",
        "private-key",
        openssh,
        (v) => `cat > ~/.ssh/id_ed25519 <<'EOF'\n${v}\nEOF\nchmod 600 ~/.ssh/id_ed25519`,
        "pem",
      ),
      s(
        "openssh-git-diff",
        "private-key",
        openssh,
        (v) =>
          `diff --git a/deploy_key b/deploy_key\nnew file mode 100644\n--- /dev/null\n+++ b/deploy_key\n${each(v, (l) => `+${l}`)}`,
        "pem",
      ),
      s("git-diff-removed", "private-key", rsa, (v) => `@@ -1,27 +0,0 @@\n${each(v, (l) => `-${l}`)}`, "pem"),
      s("cat-n", "private-key", ec, (v) => each(v, (l, i) => `${String(i + 1).padStart(6)}\t${l}`), "pem"),
      s(
        "arrow-numbered",
        "private-key",
        small,
        (v) => each(v, (l, i) => `${String(i + 1).padStart(5)}→${l}`),
        "pem",
      ),
      s("grep-n", "private-key", rsa, (v) => each(v, (l, i) => `certs/dev.key:${i + 1}:${l}`), "pem"),
      s(
        "quoted-mail",
        "private-key",
        openssh,
        (v) => `> can you send me the deploy key?\n\nsure\n\n${each(v, (l) => `> ${l}`)}`,
        "pem",
      ),
      s("docker-log-prefix", "private-key", ec, (v) => each(v, (l) => `web-1  | ${l}`), "pem"),
      s(
        "timestamp-prefix",
        "private-key",
        small,
        (v) => each(v, (l) => `2024-05-03T10:00:00.123Z ${l}`),
        "pem",
      ),
      s(
        "ci-group-prefix",
        "private-key",
        rsa,
        (v) =>
          `##[group]Run echo "$KEY"\n${each(v, (l) => `build\tRun\t2024-05-03T10:00:00Z ${l}`)}\n##[endgroup]`,
        "pem",
      ),
      s(
        "cut-tail",
        "private-key",
        rsa,
        (v) =>
          `$ head -5 server.key\n${v.split("\n").slice(0, 5).join("\n")}\n\n$ tail -n +6 server.key\n${v.split("\n").slice(5).join("\n")}`,
        "pem",
      ),
      s(
        "cut-no-end",
        "private-key",
        body(400),
        (v) => `${mark("BEGIN", "RSA PRIVATE KEY")}\n${v}\n[output truncated]`,
        "pem",
      ),
      s(
        "cut-no-begin",
        "private-key",
        body(400),
        (v) => `$ tail -n 10 id_rsa\n${v}\n${mark("END", "RSA PRIVATE KEY")}`,
        "pem",
      ),
      s(
        "python-triple",
        "private-key",
        small,
        (v) => `KEY = """${v}"""\nclaims = jwt.encode({}, KEY, algorithm="RS256")`,
        "pem",
      ),
      s("js-template", "private-key", ec, (v) => "const key = `" + v + "`;", "pem"),
      s(
        "js-concat",
        "private-key",
        small,
        (v) =>
          `const key =\n${v
            .split("\n")
            .map((l) => `  "${l}\\n"`)
            .join(" +\n")};`,
        "pem",
      ),
      s(
        "c-adjacent",
        "private-key",
        ec,
        (v) => `static const char key[] =\n${each(v, (l) => `"${l}\\r\\n"`)};`,
        "pem",
      ),
      s("go-raw", "private-key", rsa, (v) => "var testKey = []byte(`" + v + "`)", "pem"),
      s(
        "js-array-join",
        "private-key",
        small,
        (v) => `const pem = [\n${each(v, (l) => `  '${l}',`)}\n].join('\\n')`,
        "pem",
      ),
      s(
        "java-concat-plus",
        "private-key",
        small,
        (v) =>
          `String pem = ${v
            .split("\n")
            .map((l) => `"${l}\\n"`)
            .join("\n    + ")};`,
        "pem",
      ),
      s("sh-echo-lines", "private-key", ec, (v) => each(v, (l) => `echo "${l}" >> key.pem`), "pem"),
      s("xml-cdata", "private-key", small, (v) => `<PrivateKey><![CDATA[${v}]]></PrivateKey>`, "pem"),
      s("html-pre", "private-key", ec, (v) => `<pre><code>${v}</code></pre>`, "pem"),
      s(
        "hcl-heredoc",
        "private-key",
        rsa,
        (v) => `resource "tls_x" "k" {\n  private_key_pem = <<-EOT\n${each(v, (l) => `    ${l}`)}\n  EOT\n}`,
        "pem",
      ),
      s(
        "encrypted-pkcs8",
        "private-key",
        pem("ENCRYPTED PRIVATE KEY", 1270),
        (v) => `Here is the (encrypted) key:\n\n${v}`,
        "pem",
      ),
      s(
        "legacy-encrypted-rsa",
        "private-key",
        (r) =>
          pem(
            "RSA PRIVATE KEY",
            600,
            `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}\n\n`,
          )(r),
        (v) => v,
        "pem",
      ),
      s("dsa", "private-key", pem("DSA PRIVATE KEY", 420), (v) => `old host key, still there:\n${v}`, "pem"),
      s("crlf", "private-key", small, (v) => v.replaceAll("\n", "\r\n"), "pem"),
      s(
        "space-joined",
        "private-key",
        small,
        (v) => `kubectl get secret x -o yaml prints ${v.replaceAll("\n", " ")}`,
        "pem",
      ),
      s("cert-and-key", "private-key", small, (v, r) => `${pem("CERTIFICATE", 600)(r)}\n${v}`, "pem"),
      s("pem-base64-k8s", "private-key", small, (v) => `data:\n  tls.key: ${v}`, "base64"),
      s("pem-base64-env", "private-key", ec, (v) => `export SSH_PRIVATE_KEY_B64=${v}`, "base64"),
      s(
        "pem-base64-echo",
        "private-key",
        openssh,
        (v) => `echo ${v} | base64 -d > ~/.ssh/id_ed25519`,
        "base64",
      ),
      s(
        "kubeconfig-client-key",
        "private-key",
        rsa,
        (v) => `users:\n- name: admin\n  user:\n    client-key-data: ${v}`,
        "base64",
      ),
      s("pem-url-encoded", "private-key", small, (v) => `POST /keys\n\nname=ci&private_key=${v}`, "url"),
      s(
        "pgp-block",
        "private-key",
        body(900),
        (v) =>
          `${mark("BEGIN", "PGP PRIVATE KEY BLOCK")}\nComment: jo@acme.io\n\n${v}\n=aB3d\n${mark("END", "PGP PRIVATE KEY BLOCK")}`,
        "pem",
      ),
      s(
        "pgp-version",
        "private-key",
        body(500),
        (v) =>
          `$ gpg --export-secret-keys -a jo\n${mark("BEGIN", "PGP PRIVATE KEY BLOCK")}\nVersion: GnuPG v2\n\n${v}\n${mark("END", "PGP PRIVATE KEY BLOCK")}`,
        "pem",
      ),
      s(
        "putty-v3",
        "private-key",
        body(36),
        (v, r) =>
          `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: eddsa-key\nPublic-Lines: 2\nAAAAC3NzaC1lZDI1NTE5AAAAI\n${r.base62(20)}\nPrivate-Lines: 1\n${v}\nPrivate-MAC: ${r.hex(64)}`,
        "pem",
      ),
      s(
        "putty-v2-rsa",
        "private-key",
        body(580),
        (v, r) =>
          `PuTTY-User-Key-File-2: ssh-rsa\r\nEncryption: none\r\nComment: imported\r\nPrivate-Lines: 14\r\n${v}\r\nPrivate-MAC: ${r.hex(40)}`,
        "pem",
      ),
      s(
        "ssh2-encrypted",
        "private-key",
        body(380, 70),
        (v) =>
          `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "rsa-key"\n${v}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
        "pem",
      ),
      s(
        "jwk-rsa-d",
        "private-key",
        (r) => base64url(r.bytes(256)),
        (v, r) => `{"kty":"RSA","kid":"${r.hex(8)}","e":"AQAB","n":"${base64url(r.bytes(256))}","d":"${v}"}`,
      ),
      s(
        "jwk-ec-d",
        "private-key",
        (r) => base64url(r.bytes(32)),
        (v, r) =>
          `{\n  "kty": "EC",\n  "crv": "P-256",\n  "x": "${base64url(r.bytes(32))}",\n  "y": "${base64url(r.bytes(32))}",\n  "d": "${v}"\n}`,
      ),
      s(
        "jwk-okp",
        "private-key",
        (r) => base64url(r.bytes(32)),
        (v) => `{ crv: 'Ed25519', d: '${v}', x: 'public', kty: 'OKP' }`,
      ),
      s(
        "jwk-oct",
        "key",
        (r) => base64url(r.bytes(32)),
        (v) => `{"keys":[{"kty":"oct","alg":"HS256","k":"${v}"}]}`,
      ),
      s(
        "vapid",
        "private-key",
        (r) => base64url(r.bytes(32)),
        (v) =>
          `=======================================\n\nPublic Key:\nBpublic\n\nPrivate Key:\n${v}\n\n=======================================`,
      ),
      s(
        "wg-genkey",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `$ wg genkey | tee privatekey\n${v}`,
      ),
      s(
        "wg-psk",
        "key",
        (r) => base64(r.bytes(32)),
        (v) => `[Peer]\nPublicKey = pub\nPresharedKey = ${v}`,
      ),
      s(
        "eth-private",
        "private-key",
        token("0x", "hex", 64),
        (v) => `Account #0: 0xabc (10000 ETH)\nPrivate Key: ${v}`,
      ),
      s(
        "eth-env-no0x",
        "private-key",
        hex(64),
        (v) => `DEPLOYER_PRIVATE_KEY=${v}\nRPC_URL=http://localhost:8545`,
      ),
      s(
        "cast-flag",
        "private-key",
        token("0x", "hex", 64),
        (v) => `forge script Deploy --rpc-url $RPC --private-key ${v} --broadcast`,
      ),
      s("btc-wif", "private-key", b58("5K", 49), (v) => `bitcoin-cli importprivkey "${v}" "cold" false`),
      s(
        "btc-wif-compressed",
        "private-key",
        b58("L", 51),
        (v) => `dumpprivkey bc1q...\n${v} # WIF private key`,
      ),
      s("xprv", "private-key", b58("xprv9s21ZrQH143K", 95), (v) => `master: ${v}`),
      s(
        "solana-array",
        "private-key",
        (r) => Array.from(r.bytes(64)).join(","),
        (v) => `$ cat ~/.config/solana/id.json\n[${v}]`,
      ),
      s("solana-b58", "private-key", b58("", 88), (v) => `const secretKey = bs58.decode("${v}");`),
      s(
        "mnemonic-env",
        "seed",
        (r) => Array.from({ length: 12 }, () => r.word()).join(" "),
        (v) => `MNEMONIC="${v}"`,
      ),
      s(
        "mnemonic-ganache",
        "seed",
        (r) => Array.from({ length: 12 }, () => r.word()).join(" "),
        (v) =>
          `HD Wallet\n==================\nMnemonic:      ${v}\nBase HD Path:  m/44'/60'/0'/0/{account_index}`,
      ),
      s(
        "keystore-password",
        "password",
        password,
        (v) => `geth account import: Passphrase: ${v}\nRepeat passphrase: ${v}`,
      ),
      s("hex-key-flag", "key", hex(64), (v) => `ffmpeg -decryption_key ${v} -i enc.mp4 out.mp4`),
      s(
        "sops-age-env",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v) => `SOPS_AGE_KEY=${v} sops -d secrets.yaml`,
      ),
      s(
        "minisign",
        "private-key",
        token("RWRTY0Iy", "base64", 202, "=="),
        (v) => `untrusted comment: minisign encrypted secret key\n${v}`,
      ),
      s(
        "tink-ssh-ca",
        "private-key",
        openssh,
        (v) => `- name: SSH_CA_KEY\n  value: |-\n${each(v, (l) => `    ${l}`)}`,
        "pem",
      ),
      s("nested-list-quote", "private-key", small, (v) => `- key:\n${each(v, (l) => `  > ${l}`)}`, "pem"),
      s(
        "der-hex-openssl-text",
        "private-key",
        (r) => Array.from({ length: 15 }, () => r.hex(2)).join(":"),
        (v, r) => `Private-Key: (256 bit)\npriv:\n    ${v}\npub:\n    04:${r.hex(2)}:${r.hex(2)}`,
      ),
      s("apple-p8", "private-key", small, (v) => `AuthKey_ABC.p8 content:\n${v}\nTeam ID: T1`, "pem"),
      s("snowflake-passphrase", "password", password, (v) => `PRIVATE_KEY_PASSPHRASE=${v}`),
      s(
        "dnssec-private",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) =>
          `Private-key-format: v1.3\nAlgorithm: 13 (ECDSAP256SHA256)\nPrivateKey: ${v}\nCreated: 20240101000000`,
      ),
      s(
        "tor-hs",
        "private-key",
        (r) => `ED25519-V3:${base64(r.bytes(64))}`,
        (v) => `250-ServiceID=abc\n250-PrivateKey=${v}\n250 OK`,
      ),
      s(
        "nostr",
        "private-key",
        (r) => `nsec1${r.chars(ALPHABET.bech32.toLowerCase(), 58)}`,
        (v) => `my nostr key is ${v}`,
      ),
      s(
        "nats-seed",
        "private-key",
        token("SUA", "base32", 55),
        (v) => `-----BEGIN USER NKEY SEED-----\n${v}\n------END USER NKEY SEED------`,
      ),
      s(
        "ansible-vault-pass",
        "password",
        base62(32),
        (v) => `$ cat .vault_pass\n${v}\n$ ansible-vault view secrets.yml --vault-password-file .vault_pass`,
      ),
    ],
  },
  harmless: {
    "pem-and-keys": [
      { id: "certificate", text: (r) => pem("CERTIFICATE", 700)(r) },
      { id: "public-key", text: (r) => pem("PUBLIC KEY", 294)(r) },
      { id: "rsa-public", text: (r) => pem("RSA PUBLIC KEY", 270)(r) },
      { id: "csr", text: (r) => pem("CERTIFICATE REQUEST", 600)(r) },
      {
        id: "pgp-signature",
        text: (r) => `${mark("BEGIN", "PGP SIGNATURE")}\n\n${lines(r, 300)}\n${mark("END", "PGP SIGNATURE")}`,
      },
      {
        id: "pgp-public",
        text: (r) =>
          `${mark("BEGIN", "PGP PUBLIC KEY BLOCK")}\n\n${lines(r, 600)}\n${mark("END", "PGP PUBLIC KEY BLOCK")}`,
      },
      { id: "authorized-keys", text: (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.base62(43)} jo@lap` },
      {
        id: "known-hosts",
        text: (r) => `github.com ssh-rsa AAAAB3NzaC1yc2E${r.chars(ALPHABET.base64, 350)}`,
      },
      { id: "fingerprint", text: (r) => `256 SHA256:${r.base62(43)} jo@lap (ED25519)` },
      {
        id: "jwk-public",
        text: (r) =>
          `{"kty":"RSA","use":"sig","kid":"${r.hex(8)}","n":"${base64url(r.bytes(256))}","e":"AQAB"}`,
      },
      {
        id: "header-check",
        text: () => 'if (!key.startsWith("-----BEGIN RSA PRIVATE KEY-----")) throw new Error("not a PEM");',
      },
      { id: "empty-pem", text: () => "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----" },
      {
        id: "pem-error",
        text: () => "error:0909006C:PEM routines:get_name:no start line:Expecting: ANY PRIVATE KEY",
      },
      {
        id: "key-path",
        text: () => "IdentityFile ~/.ssh/id_ed25519\nssl_certificate_key /etc/ssl/private/site.key",
      },
      { id: "eth-address", text: (r) => `Deployed to 0x${r.hex(40)}` },
      { id: "eth-tx", text: (r) => `transaction hash 0x${r.hex(64)}` },
      { id: "btc-address", text: (r) => `send to bc1q${r.chars(ALPHABET.bech32.toLowerCase(), 38)}` },
      { id: "age-recipient", text: (r) => `# public key: age1${r.chars(ALPHABET.bech32.toLowerCase(), 58)}` },
      {
        id: "wg-show",
        text: (r) => `peer: ${base64(r.bytes(32))}\n  endpoint: 198.51.100.2:51820\nprivate key: (hidden)`,
      },
      {
        id: "keygen-cmd",
        text: () => "openssl genpkey -algorithm ed25519 -out private.pem && chmod 600 private.pem",
      },
      {
        id: "png-data",
        text: (r) => `<img src="data:image/png;base64,iVBORw0KGgo${r.chars(ALPHABET.base64, 200)}">`,
      },
      {
        id: "sri",
        text: (r) => `<script integrity="sha384-${base64(r.bytes(48))}" crossorigin="anonymous"></script>`,
      },
      { id: "git-tree", text: (r) => `100644 blob ${r.hex(40)}\tprivate.pem.example` },
      { id: "xpub", text: (r) => `watch-only wallet xpub6${r.chars(ALPHABET.base58, 107)}` },
      {
        id: "seed-phrase-doc",
        text: () => "A seed phrase has 12 or 24 words. Never type it into a website.",
      },
    ],
  },
} satisfies BlindFile;
