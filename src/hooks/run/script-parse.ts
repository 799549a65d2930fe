import { dirname, extname } from "node:path";
import { readRegular } from "../../platform/files.ts";
import { importsIn } from "../../platform/runtime.ts";
import { fileOfImport, isRelative } from "./resolve.ts";
import { toPlacedMessage } from "./script-error.ts";
import { LOADERS } from "./script-files.ts";

const NO_FUNCTION = 'It exports no function: use "export default" or "export const hook".';
/** A default export that is clearly not a function, judged by its first word or character. */
const NO_CALL = /\bexport\s+default\s+(?:[{["'`\d]|new\b|class\b|true\b|false\b|null\b)/;

/** Why a script cannot be used, as far as its text shows; nothing in it is run. */
export function parseProblem(file: string): string | undefined {
  const loader = LOADERS[extname(file).toLowerCase()] ?? "ts";
  try {
    const source = readRegular(file).toString("utf8");
    const { exports } = new Bun.Transpiler({ loader }).scan(source);
    const isModule =
      exports.includes("default") ||
      exports.includes("hook") ||
      /\bmodule\.exports\b|\bexports\.|export\s*\*/.test(source);
    if (!isModule || (NO_CALL.test(source) && !exports.includes("hook")))
      return placed(NO_FUNCTION, file, source, source.search(/\bexport\b/));
    const missing = importsIn(source, loader).find(
      (path) => path !== "pawl" && fileOfImport(path, file) === undefined,
    );
    if (missing === undefined) return undefined;
    const what = isRelative(missing)
      ? `There is no file ${missing}`
      : `The package ${missing} is not installed`;
    return placed(`${what}, seen from ${dirname(file)}.`, file, source, source.indexOf(missing));
  } catch (error) {
    return toPlacedMessage(error, file);
  }
}

function placed(message: string, file: string, source: string, at: number): string {
  return `${message}\n    at ${file}:${source.slice(0, Math.max(0, at)).split("\n").length}`;
}
