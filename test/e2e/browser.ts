/** Debian's Chromium for tests of the page: found, installed if allowed, or reported as missing. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface Search {
  env?: Readonly<Record<string, string | undefined>>;
  places?: readonly string[];
  /** Tries to install one; what came of it shows in the places. */
  install?: () => void;
}

/** Its path; undefined, with one line on standard error, when there is none and none may be installed. In CI that is an error. */
export function findBrowser(search: Search = {}): string | undefined {
  const { env = process.env, places = PLACES, install = installFromDebian } = search;
  const named = env.PAWL_CHROMIUM ?? "";
  if (named !== "" && !existsSync(named))
    throw new Error(`PAWL_CHROMIUM names ${named}, which does not exist.`);
  const find = () => [named, ...places].find((path) => path !== "" && existsSync(path));
  const found = find();
  if (found !== undefined) return found;
  install();
  const installed = find();
  if (installed !== undefined) return installed;
  const advice = "Run apt-get install chromium as root, or set PAWL_CHROMIUM to the program of a Chromium.";
  if ((env.CI ?? "") !== "") throw new Error(`There is no Chromium for the tests of the page. ${advice}`);
  console.error(`The tests of the page are skipped: there is no Chromium. ${advice}`);
  return undefined;
}

function installFromDebian(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || Bun.which("apt-get") === null) return;
  console.error("Installing Chromium with apt-get for the tests of the page …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    Bun.spawnSync(["apt-get", "-qq", ...args], { env, stdout: "ignore", stderr: "ignore" });
  }
}

export function launchBrowser(path: string, more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: path, headless: true, args: [...FLAGS, ...more] });
}
