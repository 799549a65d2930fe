/** Shows an address in the user's browser. Nobody waits for it, and where there is no screen nothing happens. */
import { spawn } from "node:child_process";
import { type Env, processEnv } from "./env.ts";

/** The program that opens an address here; undefined where there is nothing to open it on. */
export function browserCommand(
  url: string,
  env: Env = processEnv,
  platform: string = process.platform,
): string[] | undefined {
  // Somebody at another machine: the address means nothing there.
  if ((env.SSH_CONNECTION ?? "") !== "" || (env.CI ?? "") !== "") return undefined;
  if (platform === "darwin") return ["open", url];
  // `start` is the shell's; rundll32 takes the address as it is, whatever is in it.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  const hasScreen = (env.DISPLAY ?? "") !== "" || (env.WAYLAND_DISPLAY ?? "") !== "";
  return hasScreen ? ["xdg-open", url] : undefined;
}

/** True when a program was found that opens it. */
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
