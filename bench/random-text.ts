/**
 * False alarms on text that is full of random-looking strings and has no secrets: `bun bench/random-text.ts [--show]`. Recorded
 * sessions are often scrubbed before anybody else may read them, which takes exactly these strings out, so a figure from
 * them alone is too good. This runs ordinary commands in this checkout and looks at what they print, in pieces of the
 * length that is stored of a tool call.
 */
import { findSecrets } from "../src/redact/index.ts";

const PIECE = 10_000;
const MOST_PIECES = 150;
const BYTES = 20_000_000;
const show = process.argv.includes("--show");

const COMMANDS: [what: string, command: string][] = [
  ["git log, raw", "git log --format=raw -n 2000 | grep -v '<private>'"],
  // Not of the redactor itself, nor of tests: both are full of secrets.
  ["git log with patches", "git log -p -n 400 -- viewer/src src/cli src/daemon ':!*.test.ts'"],
  ["git ls-tree", "git ls-tree -r HEAD; git ls-files -s"],
  ["git objects", "git cat-file --batch-check --batch-all-objects | head -20000"],
  ["lock file", "cat package-lock.json"],
  [
    "npm ls",
    "npm ls --all --json --offline 2>/dev/null; npm ls --all --long --parseable --offline 2>/dev/null",
  ],
  ["sha256sum", "find node_modules -type f | head -6000 | xargs -d '\\n' sha256sum"],
  ["sha512sum", "find node_modules -type f | head -3000 | xargs -d '\\n' sha512sum"],
  ["md5sum", "find src -type f | xargs md5sum"],
  [
    "base64 of files",
    "find node_modules -name '*.js' | head -40 | xargs -d '\\n' cat | base64 | head -c 1500000",
  ],
  [
    "base64 of pictures",
    "find docs -name '*.png' | head -8 | xargs -d '\\n' cat | base64 -w 0 | fold -w 5000 | head -200",
  ],
  [
    "hex dumps",
    "find node_modules -name '*.node' -o -name '*.wasm' | head -3 | xargs -d '\\n' head -c 300000 -q | xxd | head -20000",
  ],
  ["minified code", "find node_modules -name '*.min.js' | head -30 | xargs -d '\\n' cat"],
  ["source maps", "find node_modules -name '*.map' | head -20 | xargs -d '\\n' head -c 200000 -q"],
  [
    "UUIDs in JSON",
    'for i in $(seq 3000); do printf \'{"id":"%s","traceId":"%s","span":"%s"}\\n\' $(cat /proc/sys/kernel/random/uuid) $(cat /proc/sys/kernel/random/uuid | tr -d -) $(head -c 8 /dev/urandom | xxd -p); done',
  ],
  [
    "image digests",
    'for i in $(seq 2000); do echo "registry.example.com/team/app-$i@sha256:$(head -c 32 /dev/urandom | xxd -p -c 64) $i days ago 1.2GB"; done',
  ],
  [
    "ETags and requests",
    "for i in $(seq 2000); do echo \"GET /assets/index-$(head -c 6 /dev/urandom | base64 | tr '+/' 'ab').js 200 etag: W/\\\"$(head -c 15 /dev/urandom | base64)\\\" x-request-id: $(cat /proc/sys/kernel/random/uuid)\"; done",
  ],
  [
    "build output",
    'for i in $(seq 2000); do echo "dist/assets/vendor-$(head -c 4 /dev/urandom | xxd -p).js  182.41 kB │ gzip: 58.1$i kB"; done',
  ],
  [
    "integrity attributes",
    'for i in $(seq 1500); do echo "<script src=/a.js integrity=\\"sha384-$(head -c 48 /dev/urandom | base64 -w 0)\\" crossorigin></script>"; done',
  ],
  [
    "object ids of databases",
    "for i in $(seq 2000); do echo \"{ _id: ObjectId('$(head -c 12 /dev/urandom | xxd -p)'), ref: '01J$(head -c 20 /dev/urandom | base32 | head -c 23)', n: $i }\"; done",
  ],
  [
    "ARNs and resource ids",
    'for i in $(seq 2000); do echo "arn:aws:ec2:eu-west-1:12345678$(printf %04d $i):instance/i-0$(head -c 8 /dev/urandom | xxd -p) vpc-0$(head -c 8 /dev/urandom | xxd -p) subnet-$(head -c 4 /dev/urandom | xxd -p)"; done',
  ],
  [
    "ssh and gpg fingerprints",
    'for i in $(seq 1000); do echo "256 SHA256:$(head -c 32 /dev/urandom | base64 | tr -d =) host$i (ED25519)"; done',
  ],
  [
    "public keys",
    'for i in $(seq 500); do echo "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI$(head -c 32 /dev/urandom | base64 | tr -d = | head -c 43) dev$i@host"; done',
  ],
];

let pieces = 0;
let alarmed = 0;
let findings = 0;
console.log("| output | pieces | with a finding | findings |\n|---|---|---|---|");
for (const [what, command] of COMMANDS) {
  const ran = Bun.spawnSync(["sh", "-c", command], { cwd: `${import.meta.dir}/..`, maxBuffer: BYTES });
  const text = ran.stdout.toString();
  let own = 0;
  let found = 0;
  let looked = 0;
  for (let at = 0; at < text.length && looked < MOST_PIECES; at += PIECE, looked++) {
    const piece = text.slice(at, at + PIECE);
    const here = findSecrets(piece);
    if (here.length > 0) own++;
    found += here.length;
    if (show)
      for (const one of here)
        console.log(
          `    ${what}: ${JSON.stringify(one).slice(0, 200)} …${JSON.stringify(piece.slice(Math.max(0, one.start - 60), one.start + 40))}`,
        );
  }
  pieces += looked;
  alarmed += own;
  findings += found;
  console.log(`| ${what} | ${looked} | ${own} | ${found} |`);
}
console.log(
  `\n${findings} findings in ${pieces} pieces of ${PIECE} characters; ${((alarmed / pieces) * 1000).toFixed(2)} of 1000 pieces have one`,
);
