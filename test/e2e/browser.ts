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

/** Its path; undefined, with one line on standard error, if there is none and none may be installed. */
export function findBrowser(): string | undefined {
  const found = [process.env.PAWL_CHROMIUM ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));
  if (found !== undefined) return found;
  if (process.platform === "linux" && process.getuid?.() === 0) install();
  const installed = PLACES.find((path) => existsSync(path));
  if (installed === undefined) {
    console.error(
      "The page's tests are skipped: there is no Chromium, and it may not be installed here. Run apt-get install chromium as root, or set PAWL_CHROMIUM.",
    );
  }
  return installed;
}

function install(): void {
  console.error("Installing Chromium with apt-get for the page's tests …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    Bun.spawnSync(["apt-get", "-qq", ...args], { env, stdout: "ignore", stderr: "ignore" });
  }
}

export function launchBrowser(path: string, more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: path, headless: true, args: [...FLAGS, ...more] });
}
