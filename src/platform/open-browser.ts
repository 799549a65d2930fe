/** Opens a URL in the user's browser, without waiting. Does nothing if there is no display. */
import { spawn } from "node:child_process";
import { type Env, processEnv } from "./env.ts";

/** The command that opens a URL here; undefined if there is no display. */
export function browserCommand(
  url: string,
  env: Env = processEnv,
  platform: string = process.platform,
): string[] | undefined {
  // An SSH session: a local URL is useless on the other machine.
  if ((env.SSH_CONNECTION ?? "") !== "" || (env.CI ?? "") !== "") return undefined;
  if (platform === "darwin") return ["open", url];
  // `start` belongs to the shell; rundll32 takes any URL unchanged.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  const hasScreen = (env.DISPLAY ?? "") !== "" || (env.WAYLAND_DISPLAY ?? "") !== "";
  return hasScreen ? ["xdg-open", url] : undefined;
}

/** True if a command was found. */
export async function openBrowser(url: string): Promise<boolean> {
  const [program, ...args] = browserCommand(url) ?? [];
  if (program === undefined) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program, args, { detached: true, stdio: "ignore", windowsHide: true });
  child.on("error", () => resolve(false));
  child.on("spawn", () => resolve(true));
  child.unref();
  return promise;
}
