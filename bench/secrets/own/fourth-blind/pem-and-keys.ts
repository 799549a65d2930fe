import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, hex, password, type Random, token, type Value } from "../../random.ts";

const lines = (r: Random, first: string, count: number, width = 64): string[] =>
  Array.from({ length: count }, (_, i) =>
    i === 0
      ? first + r.chars(ALPHABET.base64, width - first.length)
      : r.chars(ALPHABET.base64, i === count - 1 ? 44 : width),
  );
const KEY = "PRIVATE KEY";
const armor = (label: string, body: readonly string[]) =>
  [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`].join("\n");
const rsa: Value = (r) => armor(`RSA ${KEY}`, lines(r, "MIIEpAIBAAKCAQEA", 25));
const pkcs8: Value = (r) => armor(KEY, lines(r, "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", 26));
const ec: Value = (r) => armor(`EC ${KEY}`, lines(r, "MHcCAQEEI", 3));
const ed: Value = (r) => armor(KEY, [`MC4CAQAwBQYDK2VwBCIEI${r.chars(ALPHABET.base64, 43)}`]);
const openssh: Value = (r) =>
  armor(`OPENSSH ${KEY}`, lines(r, "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA", 6, 70));
const encrypted: Value = (r) => armor(`ENCRYPTED ${KEY}`, lines(r, "MIIFHDBOBgkqhkiG9w0BBQ0wQTApBgkq", 12));
const dsa: Value = (r) => armor(`DSA ${KEY}`, lines(r, "MIIBuwIBAAKBgQD", 8));
const procType: Value = (r) =>
  `-----BEGIN RSA ${KEY}-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}\n\n${lines(r, "", 12).join("\n")}\n-----END RSA ${KEY}-----`;
const pgp: Value = (r) =>
  `-----BEGIN PGP ${KEY} BLOCK-----\nVersion: GnuPG v2\n\n${lines(r, "lQVYBG", 14).join("\n")}\n-----END PGP ${KEY} BLOCK-----`;
const head =
  (full: Value, keep: number): Value =>
  (r) =>
    full(r).split("\n").slice(0, keep).join("\n");
const tail =
  (full: Value, keep: number): Value =>
  (r) =>
    full(r).split("\n").slice(-keep).join("\n");
const each = (text: string, f: (line: string, i: number) => string) => text.split("\n").map(f).join("\n");
const oneLine = (text: string) => text.replaceAll("\n", "\\n");
const hexKey: Value = (r) => `0x${r.hex(64)}`;
const mnemonic: Value = (r) => Array.from({ length: 12 }, () => r.word()).join(" ");
const mnemonic24: Value = (r) => Array.from({ length: 24 }, () => r.word()).join(" ");
const wif: Value = (r) => `${r.pick(["K", "L"])}${r.chars(ALPHABET.base58, 51)}`;
const b64u =
  (n: number): Value =>
  (r) =>
    base64url(r.bytes(n));

export default {
  secrets: {
    "pem-and-keys": [
      secretCase("rsa-whole", "private-key", rsa, (v) => `${v}\n`, "pem"),
      secretCase("rsa-cat", "private-key", rsa, (v) => `$ cat ~/.ssh/id_rsa\n${v}\n$ exit`, "pem"),
      secretCase(
        "pkcs8-question",
        "private-key",
        pkcs8,
        (v) => `Why does openssl refuse this key?\n\n${v}\n\nIt says "unable to load".`,
        "pem",
      ),
      secretCase("ec-fenced", "private-key", ec, (v) => "Here it is:\n\n```pem\n" + v + "\n```\n", "pem"),
      secretCase("ed-short", "private-key", ed, (v) => v, "pem"),
      secretCase("openssh", "private-key", openssh, (v) => `paste into deploy key:\n${v}`, "pem"),
      secretCase("encrypted", "private-key", encrypted, (v) => v, "pem"),
      secretCase("proc-type", "private-key", procType, (v) => `server.key:\n${v}\n`, "pem"),
      secretCase("dsa-crlf", "private-key", dsa, (v) => v.replaceAll("\n", "\r\n"), "pem"),
      secretCase("pgp", "private-key", pgp, (v) => `$ gpg --armor --export-secret-keys dana\n${v}`, "pem"),
      secretCase("cut-head", "private-key", head(rsa, 9), (v) => `$ head -n 9 server.key\n${v}\n$`, "pem"),
      secretCase("cut-dots", "private-key", head(pkcs8, 5), (v) => `${v}\n...`, "pem"),
      secretCase(
        "cut-truncated-output",
        "private-key",
        head(openssh, 4),
        (v) => `${v}\n[output truncated, 3 more lines]`,
        "pem",
      ),
      secretCase("cut-tail", "private-key", tail(rsa, 8), (v) => `$ tail -8 server.key\n${v}`, "pem"),
      secretCase(
        "yaml-block",
        "private-key",
        pkcs8,
        (v) => `tls:\n  key: |\n${each(v, (l) => `    ${l}`)}\n  port: 8443`,
        "pem",
      ),
      secretCase(
        "k8s-tls-b64",
        "private-key",
        ec,
        (v) => `apiVersion: v1\nkind: Secret\ntype: kubernetes.io/tls\ndata:\n  tls.key: ${v}`,
        "base64",
      ),
      secretCase(
        "env-one-line",
        "private-key",
        pkcs8,
        (v) => `FIREBASE_PRIVATE_KEY="${oneLine(v)}\\n"\nFIREBASE_PROJECT=acme`,
        "pem",
      ),
      secretCase(
        "gcp-json",
        "private-key",
        pkcs8,
        (v, r) =>
          `{\n  "type": "service_account",\n  "project_id": "acme",\n  "private_key_id": "${r.hex(40)}",\n  "private_key": "${oneLine(v)}\\n",\n  "client_email": "ci@acme.iam.gserviceaccount.com"\n}`,
        "pem",
      ),
      secretCase(
        "gcp-double-escaped",
        "private-key",
        pkcs8,
        (v) =>
          `"GOOGLE_CREDENTIALS": "{\\"type\\":\\"service_account\\",\\"private_key\\":\\"${v.replaceAll("\n", "\\\\n")}\\\\n\\"}"`,
        "pem",
      ),
      secretCase(
        "gcp-b64-file",
        "private-key",
        (r) => JSON.stringify({ type: "service_account", private_key_id: r.hex(40), private_key: ec(r) }),
        (v) => `GCP_SA_KEY=${v}`,
        "base64",
      ),
      secretCase(
        "py-triple",
        "private-key",
        rsa,
        (v) => `PRIVATE_KEY = """\\\n${v}\n"""\n\nsigner = load(PRIVATE_KEY)`,
        "pem",
      ),
      secretCase(
        "java-concat",
        "private-key",
        ec,
        (v) => `String key =\n${each(v, (l) => `    "${l}\\n" +`)}\n    "";`,
        "pem",
      ),
      secretCase(
        "js-array",
        "private-key",
        ec,
        (v) => `const pem = [\n${each(v, (l) => `  '${l}',`)}\n].join('\\n');`,
        "pem",
      ),
      secretCase(
        "c-string",
        "private-key",
        ec,
        (v) => `static const char client_key[] =\n${each(v, (l) => `"${l}\\r\\n"`)};`,
        "pem",
      ),
      secretCase(
        "tf-heredoc",
        "private-key",
        rsa,
        (v) => `resource "tls_x" "a" {\n  private_key_pem = <<-EOT\n${each(v, (l) => `    ${l}`)}\n  EOT\n}`,
        "pem",
      ),
      secretCase(
        "diff-added",
        "private-key",
        openssh,
        (v) => `diff --git a/id b/id\nnew file mode 100600\n@@ -0,0 +1,8 @@\n${each(v, (l) => `+${l}`)}`,
        "pem",
      ),
      secretCase(
        "diff-removed",
        "private-key",
        rsa,
        (v) => `--- a/deploy.key\n+++ /dev/null\n${each(v, (l) => `-${l}`)}`,
        "pem",
      ),
      secretCase(
        "numbered",
        "private-key",
        rsa,
        (v) => each(v, (l, i) => `${String(i + 1).padStart(6)}\t${l}`),
        "pem",
      ),
      secretCase(
        "numbered-arrow",
        "private-key",
        openssh,
        (v) => each(v, (l, i) => `${String(i + 1).padStart(5)}→${l}`),
        "pem",
      ),
      secretCase("grep-n", "private-key", ec, (v) => each(v, (l, i) => `certs/dev.key:${i + 1}:${l}`), "pem"),
      secretCase(
        "quoted-mail",
        "private-key",
        pkcs8,
        (v) => `On Monday Lee wrote:\n${each(v, (l) => `> ${l}`)}\n\nplease never mail keys`,
        "pem",
      ),
      secretCase("docker-log-prefix", "private-key", ec, (v) => each(v, (l) => `web-1  | ${l}`), "pem"),
      secretCase(
        "log-timestamp",
        "private-key",
        rsa,
        (v) => each(v, (l, i) => `2026-02-03T10:00:0${i % 10}Z stdout F ${l}`),
        "pem",
      ),
      secretCase("ci-prefix", "private-key", openssh, (v) => each(v, (l) => `[deploy] 10:22:31 ${l}`), "pem"),
      secretCase("commented", "private-key", ec, (v) => each(v, (l) => `# ${l}`), "pem"),
      secretCase(
        "bash-heredoc",
        "private-key",
        openssh,
        (v) => `cat > ~/.ssh/deploy <<'EOF'\n${v}\nEOF\nchmod 600 ~/.ssh/deploy`,
        "pem",
      ),
      secretCase("echo-quoted", "private-key", rsa, (v) => `echo "${v}" | ssh-add -`, "pem"),
      secretCase(
        "nginx-combined",
        "private-key",
        pkcs8,
        (v, r) => `${armor("CERTIFICATE", lines(r, "MIID", 6))}\n${v}\n`,
        "pem",
      ),
      secretCase(
        "openvpn-inline",
        "private-key",
        pkcs8,
        (v) => `client\nremote vpn.acme.io 1194\n<key>\n${v}\n</key>\n`,
        "pem",
      ),
      secretCase(
        "openvpn-static",
        "private-key",
        (r) => Array.from({ length: 16 }, () => r.hex(32)).join("\n"),
        (v) =>
          `<tls-auth>\n-----BEGIN OpenVPN Static key V1-----\n${v}\n-----END OpenVPN Static key V1-----\n</tls-auth>`,
        "pem",
      ),
      secretCase(
        "saml-xml",
        "private-key",
        (r) => lines(r, "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", 1, 1200).join(""),
        (v) => `<PrivateKey>${v}</PrivateKey>`,
      ),
      secretCase(
        "header-less-b64",
        "private-key",
        (r) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${r.chars(ALPHABET.base64, 1500)}`,
        (v) => `alipay.merchant_private_key=${v}\nalipay.charset=utf-8`,
      ),
      secretCase(
        "ppk",
        "private-key",
        (r) => lines(r, "AAAA", 8).join("\n"),
        (v, r) =>
          `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: dana\nPublic-Lines: 2\n${lines(r, "AAAAC3NzaC1lZDI1NTE5AAAA", 2).join("\n")}\nPrivate-Lines: 8\n${v}\nPrivate-MAC: ${r.hex(64)}`,
        "pem",
      ),
      secretCase(
        "jwk-rsa",
        "private-key",
        b64u(256),
        (v, r) =>
          `{"kty":"RSA","kid":"${r.hex(8)}","use":"sig","n":"${base64url(r.bytes(256))}","e":"AQAB","d":"${v}"}`,
      ),
      secretCase(
        "jwk-ec",
        "private-key",
        b64u(32),
        (v, r) =>
          `{\n  "kty": "EC",\n  "crv": "P-256",\n  "x": "${base64url(r.bytes(32))}",\n  "y": "${base64url(r.bytes(32))}",\n  "d": "${v}"\n}`,
      ),
      secretCase("jwk-oct", "secret-key", b64u(32), (v) => `keys: [{ kty: 'oct', alg: 'HS256', k: '${v}' }]`),
      secretCase(
        "vapid",
        "private-key",
        b64u(32),
        (v, r) =>
          `=======================================\n\nPublic Key:\n${base64url(r.bytes(65))}\n\nPrivate Key:\n${v}\n\n=======================================`,
      ),
      secretCase(
        "eth-env",
        "private-key",
        hex(64),
        (v) => `SEPOLIA_RPC=https://rpc.sepolia.org\nPRIVATE_KEY=${v}\n`,
      ),
      secretCase(
        "hardhat",
        "private-key",
        hexKey,
        (v) => `networks: {\n  sepolia: { url: RPC, accounts: ["${v}"] },\n}`,
      ),
      secretCase(
        "anvil",
        "private-key",
        hexKey,
        (v) => `Private Keys\n==================\n\n(0) ${v}\n\nWallet\n==================`,
      ),
      secretCase(
        "cast-send",
        "private-key",
        hexKey,
        (v, r) => `cast send 0x${r.hex(40)} "mint(address)" --private-key ${v} --rpc-url $RPC`,
      ),
      secretCase(
        "ethers-wallet",
        "private-key",
        hexKey,
        (v) => `const wallet = new ethers.Wallet("${v}", provider);`,
      ),
      secretCase("mnemonic-env", "seed-phrase", mnemonic, (v) => `MNEMONIC="${v}"\nCHAIN_ID=1`),
      secretCase(
        "mnemonic-sentence",
        "seed-phrase",
        mnemonic24,
        (v) => `My ledger's recovery phrase is: ${v}`,
      ),
      secretCase(
        "mnemonic-list",
        "seed-phrase",
        mnemonic,
        (v) => `Write down your secret recovery phrase:\n\n${v}\n\nNever share it.`,
      ),
      secretCase("wif", "private-key", wif, (v) => `$ bitcoin-cli dumpprivkey bc1qxyz\n${v}`),
      secretCase("xprv", "private-key", token("xprv9s21ZrQH143K", "base58", 95), (v) => `master: ${v}`),
      secretCase(
        "solana",
        "private-key",
        (r) => `[${Array.from(r.bytes(64)).join(",")}]`,
        (v) => `$ cat ~/.config/solana/id.json\n${v}`,
      ),
      secretCase(
        "age",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v, r) =>
          `# created: 2026-01-03T10:00:00Z\n# public key: age1${r.chars(ALPHABET.bech32.toLowerCase(), 58)}\n${v}`,
      ),
      secretCase(
        "minisign",
        "private-key",
        (r) => base64(r.bytes(158)),
        (v) => `untrusted comment: minisign encrypted secret key\n${v}`,
      ),
      secretCase(
        "wg-genkey",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `$ wg genkey | tee privatekey\n${v}`,
      ),
      secretCase(
        "signify-tauri",
        "private-key",
        (r) => `untrusted comment: rsign encrypted secret key\n${base64(r.bytes(158))}\n`,
        (v) => `TAURI_SIGNING_PRIVATE_KEY=${v}`,
        "base64",
      ),
      secretCase(
        "ssh-host-keyscan-dropbear",
        "private-key",
        openssh,
        (v) => `{"name":"deploy","privateKey":"${oneLine(v)}","passphrase":null}`,
        "pem",
      ),
      secretCase(
        "p12-pass",
        "password",
        password,
        (v) =>
          `-----BEGIN CERTIFICATE REQUEST-----\n(omitted)\n-----END CERTIFICATE REQUEST-----\nA challenge password []: ${v}`,
      ),
      secretCase(
        "nostr",
        "private-key",
        (r) => `nsec1${r.chars(ALPHABET.bech32.toLowerCase(), 58)}`,
        (v) => `my nostr key ${v}`,
      ),
      secretCase("space-joined", "private-key", ec, (v) => `DEPLOY_KEY=${v.replaceAll("\n", " ")}`, "pem"),
    ],
  },
  harmless: {
    "pem-and-keys": [
      { id: "cert", text: (r) => armor("CERTIFICATE", lines(r, "MIIDdzCCAl+gAwIBAgIE", 10)) },
      { id: "public", text: (r) => armor("PUBLIC KEY", lines(r, "MIIBIjANBgkqhkiG9w0BAQEFAAOC", 6)) },
      {
        id: "ssh-pub",
        text: (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.chars(ALPHABET.base64, 43)} dana@laptop`,
      },
      {
        id: "authorized",
        text: (r) =>
          `# deploy\nssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${r.chars(ALPHABET.base64, 300)} ci@acme`,
      },
      {
        id: "known-hosts",
        text: (r) =>
          `git.acme.io ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAI${r.chars(ALPHABET.base64, 100)}=`,
      },
      { id: "fingerprint", text: (r) => `SHA256:${r.chars(ALPHABET.base64, 43)}` },
      { id: "csr", text: (r) => armor("CERTIFICATE REQUEST", lines(r, "MIICijCCAXICAQAw", 8)) },
      { id: "pgp-signature", text: (r) => armor("PGP SIGNATURE", ["", ...lines(r, "iQIzBAAB", 6)]) },
      { id: "pgp-public", text: (r) => armor("PGP PUBLIC KEY BLOCK", ["", ...lines(r, "mQINBF", 6)]) },
      { id: "eth-address", text: (r) => `The contract is at 0x${r.hex(40)}, deployed in tx 0x${r.hex(64)}.` },
      {
        id: "jwk-public",
        text: (r) =>
          `{"kty":"EC","crv":"P-256","x":"${base64url(r.bytes(32))}","y":"${base64url(r.bytes(32))}"}`,
      },
      {
        id: "age-recipient",
        text: (r) => `creation_rules:\n  - age: age1${r.chars(ALPHABET.bech32.toLowerCase(), 58)}`,
      },
      {
        id: "header-talk",
        text: () =>
          "A PEM file starts with a BEGIN line and ends with an END line; the key is base64 in between.",
      },
      {
        id: "path",
        text: () => "IdentityFile ~/.ssh/id_ed25519\nssl_key_file = '/etc/ssl/private/server.key'",
      },
      { id: "openssl-text", text: () => "Private-Key: (2048 bit, 2 primes)\nRSA key ok" },
      {
        id: "gpg-list",
        text: (r) =>
          `sec   ed25519 2026-01-01 [SC]\n      ${r.chars(ALPHABET.HEX, 40)}\nuid           [ultimate] Dana <dana@acme.io>`,
      },
      { id: "dhparam", text: (r) => armor("DH PARAMETERS", lines(r, "MIIBCAKCAQEA", 6)) },
      {
        id: "keygen",
        text: () =>
          "Generating public/private ed25519 key pair.\nYour identification has been saved in /home/dana/.ssh/id_ed25519",
      },
      {
        id: "x509",
        text: (r) => `Serial Number: ${r.hex(32)}\nSignature Algorithm: sha256WithRSAEncryption`,
      },
      {
        id: "base64-image",
        text: (r) => `<img src="data:image/png;base64,iVBORw0KGgo${r.chars(ALPHABET.base64, 200)}">`,
      },
      {
        id: "ski",
        text: (r) =>
          `X509v3 Subject Key Identifier: ${Array.from({ length: 20 }, () => r.hex(2).toUpperCase()).join(":")}`,
      },
      { id: "load", text: () => "key = serialization.load_pem_private_key(pem, password=None)" },
      { id: "words", text: () => "The words amber, basil, cedar and coral are colours of the new palette." },
    ],
  },
} satisfies BlindFile;
