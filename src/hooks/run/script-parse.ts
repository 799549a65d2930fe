import { extname } from "node:path";
import { readRegular } from "../../platform/files.ts";
import { toPlacedMessage } from "./script-error.ts";
import { LOADERS } from "./script-files.ts";

/** Why a script cannot be used, as far as its text shows; nothing of it runs. */
export function parseProblem(file: string): string | undefined {
  const loader = LOADERS[extname(file).toLowerCase()] ?? "ts";
  try {
    const source = readRegular(file).toString("utf8");
    const { exports } = new Bun.Transpiler({ loader }).scan(source);
    const isModule =
      exports.includes("default") ||
      exports.includes("hook") ||
      /\bmodule\.exports\b|\bexports\.|export\s*\*/.test(source);
    return isModule ? undefined : 'It exports no function: use "export default" or "export const hook".';
  } catch (error) {
    return toPlacedMessage(error, file);
  }
}
