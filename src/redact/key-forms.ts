/** Keys in the forms that programs print and keep them in: wallets, JWK, hexadecimal dumps. */
import { always, type Dialog } from "./dialog.ts";
import { looksRandom } from "./entropy.ts";

export const keyForms: Dialog[] = [
  {
    literals: ["keyName"],
    pattern: /keyName"\s?:[^{}]{1,160}?"value"\s?:\s?"([^"\n]{30,200})"/dy,
    check: always,
  },
  {
    literals: ["priv:\n", "priv:\r\n"],
    pattern: /priv:\s{1,12}((?:[0-9a-f]{2}:\s{0,12}){12,}[0-9a-f]{2})/dy,
    check: always,
  },
  {
    literals: ["d: '", 'd: "', '"d":'],
    before: /(?:crv|kty|OKP|Ed25519|P-\d{3}|RSA)[^\n]{0,160}$/,
    reach: 200,
    pattern: /"?d"?\s?:\s?["']([\w-]{30,700})["']/dy,
    check: always,
  },
  {
    literals: ["AES", "ncrypt"],
    pattern:
      /(?:AES|ncrypt)[^\n]{0,60}?\bkey(?: is| was|[:=])[ \t]{0,3}["'`]?((?:[0-9a-f]{32}){1,2}|[A-Za-z0-9+/]{43}=)(?![\w])/dy,
    check: looksRandom,
  },
  // Wallets
  {
    literals: ["ivkey", "te key", "atekey", " wif"],
    fold: true,
    pattern:
      /(?:ivkey|te key|atekey| wif)\b[^\n]{0,120}?[\s:="'`]([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![\w])/diy,
    check: looksRandom,
  },
  {
    literals: ["ivkey"],
    fold: true,
    pattern: /ivkey\b[^\n]{0,120}\r?\n([5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![\w])/diy,
    check: looksRandom,
  },
  {
    literals: ["keypair", "solana", "secretkey", "secret_key"],
    fold: true,
    pattern:
      /(?:keypair|solana|secret_?key)[^\n[]{0,80}\s{0,4}\[\s{0,8}((?:\d{1,3},\s{0,8}){31}(?:(?:\d{1,3},\s{0,8}){32})?\d{1,3})\s{0,8}\]/diy,
    check: always,
  },
  {
    literals: ["nsec1"],
    pattern: /(nsec1[02-9ac-hj-np-z]{50,64})(?![\w])/dy,
    check: always,
  },
  {
    literals: ["NKEY SEED-----"],
    pattern: /NKEY SEED-----\s{1,4}(S[A-Z2-7]{50,70})/dy,
    check: always,
  },
  {
    literals: ["nts: [", 'nts": [', "nts':["],
    before: /accou$/,
    reach: 5,
    pattern: /nts["']?\s{0,4}:\s{0,4}\[\s{0,10}((?:["'](?:0x)?[0-9a-fA-F]{64}["'],?\s{0,10}){1,20})/dy,
    check: always,
  },
  {
    literals: ["/v2/", "/v3/"],
    pattern: /\/v\d\/([\w-]{20,64})(?![\w/])/dy,
    before:
      /(?:infura\.io|alchemy(?:api)?\.(?:com|io)|quiknode\.pro|ankr\.com|blastapi\.io|nodereal\.io)[^\s"']{0,20}$/,
    reach: 60,
    check: always,
  },
  {
    literals: ["(0) 0x", "(1) 0x", "(2) 0x", "(3) 0x", "(4) 0x"],
    pattern: /\(\d\) (0x[0-9a-f]{64})/dy,
    before: /private keys?[^0]{0,60}(?:\(\d\) \S+\s+)*$/i,
    reach: 500,
    check: always,
  },
  {
    literals: ["k: '", 'k: "', '"k":'],
    before: /(?:kty|oct|HS\d{3})[^\n]{0,100}$/,
    reach: 120,
    pattern: /"?k"?\s?:\s?["']([\w-]{20,200})["']/dy,
    check: always,
  },
  {
    literals: ["OpenVPN Static key"],
    pattern: /OpenVPN Static key V1-----\s{1,4}((?:[0-9a-f]{32}\s{1,8}){4,20})/dy,
    check: always,
  },
];
