/** Whether a request carries one of Pawl's tokens. */
import { readIfThere } from "../../platform/files.ts";
import type { Home } from "../../platform/paths.ts";

/**
 * The files are read on every request, because a new home has new tokens. If the home was deleted, the last known tokens stay
 * valid: the hooks of open sessions still send them.
 */
export function createTokenCheck(home: Home): (headers: Headers, files: readonly string[]) => boolean {
  const last = new Map<string, string>();
  const read = (file: string): string => {
    const token = readIfThere(file)?.trim();
    if (token !== undefined) last.set(file, token);
    return token ?? last.get(file) ?? "";
  };
  read(home.hookToken);
  return (headers, files) => {
    const given = Buffer.from(/^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "");
    return files
      .map((file) => Buffer.from(read(file)))
      .some(
        (token) => token.length > 0 && token.length === given.length && crypto.timingSafeEqual(token, given),
      );
  };
}
