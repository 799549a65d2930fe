import { isPlaceholder } from "./placeholder.ts";
import type { Anchor } from "./scan.ts";

/** Passwords that commands take as an argument without naming it. Each pattern's group 1 is the password. */
const commands: [literal: string, pattern: RegExp][] = [
  [
    "curl",
    /curl\b[^\n|;&]{0,400}?[ \t](?:-u|--user|--proxy-user)(?:[ \t=]{0,4})["']?[^\s:"']{1,80}:([^\s"'\\]{4,256})/y,
  ],
  ["sshpass", /sshpass[ \t]+-p[ \t]{0,4}["']?([^\s"'\\]{4,256})/y],
  ["mysql", /mysql(?:dump|admin|import)?\b[^\n|;&]{0,200}?[ \t]-p["']?([^\s"'\\]{4,256})/y],
  ["docker login", /docker login\b[^\n|;&]{0,200}?[ \t]-p[ \t=]{1,4}["']?([^\s"'\\]{4,256})/y],
  ["redis-cli", /redis-cli\b[^\n|;&]{0,200}?[ \t]-a[ \t]{1,4}["']?([^\s"'\\]{4,256})/y],
];

export const commandAnchors: Anchor[] = commands.map(([literal, pattern]) => ({
  literal,
  find(text, at) {
    pattern.lastIndex = at;
    const password = pattern.exec(text)?.[1];
    if (password === undefined || isPlaceholder(password) || !/[\d!@#%^*+=~?]/.test(password))
      return undefined;
    return { kind: "password", start: pattern.lastIndex - password.length, end: pattern.lastIndex };
  },
}));
