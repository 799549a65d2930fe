import { isPlaceholder } from "./placeholder.ts";
import type { Anchor } from "./scan.ts";

/** Passwords that commands and calls take without naming them. Each pattern's group 1 is the password. */
const commands: [literal: string, pattern: RegExp][] = [
  [
    "curl",
    /curl\b[^\n|;&]{0,400}?[ \t](?:-u|--user|--proxy-user)(?:[ \t=]{0,4})["']?[^\s:"']{1,80}:([^\s"'\\]{4,256})/dy,
  ],
  ["sshpass", /sshpass[ \t]+-p[ \t]{0,4}["']?([^\s"'\\]{4,256})/dy],
  ["mysql", /mysql(?:dump|admin|import)?\b[^\n|;&]{0,200}?[ \t]-p["']?([^\s"'\\]{4,256})/dy],
  ["docker login", /docker login\b[^\n|;&]{0,200}?[ \t]-p[ \t=]{1,4}["']?([^\s"'\\]{4,256})/dy],
  ["redis-cli", /redis-cli\b[^\n|;&]{0,200}?[ \t]-a[ \t]{1,4}["']?([^\s"'\\]{4,256})/dy],
  ["curl", /curl\b[^\n|;&]{0,400}?[ \t]-b[ \t]{0,4}["'][\w.-]{1,64}=([^\s"'\\;]{8,4096})/dy],
  ["-pass", /-pass(?:in|out)?[ \t]pass:([^\s"'\\]{4,256})/dy],
  ["echo", /echo[ \t]{1,4}["']?([^\s"'\\|]{4,128})["']?[ \t]{0,4}\|[ \t]{0,4}sudo -S/dy],
  ["auth=(", /auth=\(["'][^"'\n]{1,64}["'],[ \t]{0,4}["']([^"'\n]{4,128})["']\)/dy],
  ["BasicAuth(", /BasicAuth\(["'][^"'\n]{1,64}["'],[ \t]{0,4}["']([^"'\n]{4,128})["']/dy],
  ["IDENTIFIED BY", /IDENTIFIED BY[ \t]{1,4}(?:PASSWORD[ \t]{1,4})?["']([^"'\n]{4,128})["']/dy],
  ["jdbc:oracle", /jdbc:oracle:\w{1,8}:[^/\s"']{1,64}\/([^@\s"']{4,128})@/dy],
];

const phrase =
  /(?:mnemonic|seed[ _-]?phrase|recovery[ _-]?phrase)\W{1,8}((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/iy;

/** The words that open a wallet. */
export const phraseAnchors: Anchor[] = ["mnemonic", "seed", "recovery"].map((literal) => ({
  literal,
  fold: true,
  find(text, at) {
    phrase.lastIndex = at;
    const words = phrase.exec(text)?.[1];
    if (words === undefined) return undefined;
    return { kind: "seed-phrase", start: phrase.lastIndex - words.length, end: phrase.lastIndex };
  },
}));

export const commandAnchors: Anchor[] = commands.map(([literal, pattern]) => ({
  literal,
  find(text, at) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const password = match?.[1];
    const place = match?.indices?.[1];
    if (password === undefined || place === undefined) return undefined;
    if (isPlaceholder(password) || !/[\d!@#%^*+=~?]/.test(password)) return undefined;
    return { kind: "password", start: place[0], end: place[1] };
  },
}));
