/**
 * A memory's condition ("When working in src/pay", "*.ts", ".ts files") held against a file. People write
 * folders with and without a slash, globs, extensions and the names of languages; docs/memory.md lists the wordings.
 */

/** 3: the condition names the file. 2: a folder that it lies in. 1: its kind. 0: none of them. */
export function isInCondition(condition: string, path: string): number {
  const text = condition.toLowerCase().replaceAll("\\", "/");
  const file = toFile(path.toLowerCase().replaceAll("\\", "/"));
  return Math.max(
    byToken(text, file),
    byBareName(text, file),
    byFolderName(text, file),
    isOfKind(text, file) ? 1 : 0,
  );
}

/** Whether the condition is about files at all; a condition such as "When deploying" is compared with prompts only. */
export function namesPlace(condition: string): boolean {
  const text = condition.toLowerCase().replaceAll("\\", "/");
  return (
    tokensOf(text).some((token) => /[/*]|\.[a-z]\w{0,7}$/.test(token)) ||
    IN_FOLDER.some((pattern) => new RegExp(pattern, "u").test(text)) ||
    KIND.test(text)
  );
}

interface File {
  path: string;
  name: string;
  /** Without its last extension. */
  stem: string;
  extension: string;
  folders: string[];
}

function toFile(path: string): File {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  const dot = name.lastIndexOf(".");
  return dot > 0
    ? { path, name, stem: name.slice(0, dot), extension: name.slice(dot + 1), folders }
    : { path, name, stem: name, extension: "", folders };
}

function tokensOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}_@.*?/{}[\]~+-]+/gu)].map(([token]) => token.replace(/[.,-]+$/, ""));
}

function byToken(text: string, file: File): number {
  let best = 0;
  for (const raw of tokensOf(text)) {
    const token = raw.replace(/^\.\//, "").replace(/^\/+/, "");
    if (token === "") continue;
    // A whole path on this machine ends with the path from the project's root.
    if (
      token === file.name ||
      token === file.path ||
      file.path.endsWith(`/${token}`) ||
      token.endsWith(`/${file.path}`)
    )
      return 3;
    if (token.includes("*")) best = Math.max(best, byGlob(token, file));
    else if (raw.includes("/")) best = Math.max(best, isInFolder(token, file) ? 2 : 0);
  }
  return best;
}

function byGlob(glob: string, { path, name }: File): number {
  // Without a folder it means files of that kind anywhere.
  if (!glob.includes("/")) return new Bun.Glob(glob).match(name) ? 1 : 0;
  return new Bun.Glob(glob).match(path) ? 2 : 0;
}

/** From the project's root, or, with more than one name, from anywhere: `pay/charge` in `src/pay/charge`. */
function isInFolder(token: string, { path, folders }: File): boolean {
  const folder = token.replace(/\/+$/, "");
  if (path.startsWith(`${folder}/`)) return true;
  return folder.includes("/")
    ? path.includes(`/${folder}/`)
    : token.endsWith("/") && folders.includes(folder);
}

/** A condition that is nothing but names: "charge", "when editing charge or refund". In a sentence a word is a word. */
const ONLY_NAMES =
  /^(?:when(?:ever)?|if|for|before|while)?\s*(?:you(?:'re| are)?|we(?:'re| are)?|i(?:'m| am)?)?\s*(?:(?:work|edit|read|touch|chang|open|us)(?:ing|e|s)?|modify(?:ing)?)?\s*(?:on|in|with|at)?\s*(?:the\s+)?((?:[`"']?[\w.-]+[`"']?(?:\s*(?:,|and|or)\s*)?)+)$/;

function byBareName(text: string, { stem }: File): number {
  if ([...text.matchAll(/`([\w.-]+)`/g)].some(([, name]) => name === stem)) return 3;
  const names = ONLY_NAMES.exec(text.trim().replace(/[.!]$/, ""))?.[1] ?? "";
  const isName = names
    .split(/\s*(?:,|\band\b|\bor\b)\s*/)
    .some((name) => name.replace(/[`"']/g, "") === stem);
  return isName ? 3 : 0;
}

/** "in src", "the payment folder", "src 資料夾", "src 폴더". */
const IN_FOLDER: readonly RegExp[] = [
  /\b(?:in|under|inside|within|below|into)\s+(?:the\s+)?[`"']?([\w.-]+)[`"']?(?![\w./-])/gu,
  /[`"']?([\w.-]+)[`"']?\s+(?:folder|director(?:y|ies)|dir|module|package|subfolder)\b/gu,
  /([\w.-]+)\s?(?:資料夾|资料夹|文件夹|目錄|目录|模組|模块|폴더|디렉터리|디렉토리|모듈)/gu,
];
/** A shorter name tells too little to stand for a longer word. */
const SHORTEST = 3;

function byFolderName(text: string, { folders }: File): number {
  const named = IN_FOLDER.flatMap((pattern, index) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => ({ name, isCalledFolder: index > 0 })),
  );
  const fits = named.some(({ name, isCalledFolder }) =>
    folders.some((folder) => folder === name || (isCalledFolder && isLonger(name, folder))),
  );
  return fits ? 2 : 0;
}

/** "the payment folder" means `pay/` or `payments/`. */
function isLonger(name: string, folder: string): boolean {
  const [short, long] = name.length < folder.length ? [name, folder] : [folder, name];
  return short.length >= SHORTEST && long.startsWith(short);
}

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  typescript: ["ts", "tsx", "mts", "cts"],
  javascript: ["js", "jsx", "mjs", "cjs"],
  python: ["py", "pyi"],
  golang: ["go"],
  rust: ["rs"],
  ruby: ["rb"],
  kotlin: ["kt", "kts"],
  "c++": ["cpp", "cc", "cxx", "hpp", "hh", "h"],
  "c#": ["cs"],
  csharp: ["cs"],
  markdown: ["md", "mdx", "markdown"],
  yaml: ["yml", "yaml"],
  shell: ["sh", "bash", "zsh"],
  bash: ["sh", "bash"],
  stylesheet: ["css", "scss", "less"],
  terraform: ["tf", "tfvars"],
  dockerfile: ["dockerfile"],
};

/** ".ts files", "ts files", "TypeScript code", "SQL 檔案"; a language alone is enough when it is all that is said. */
const KIND =
  /(?:^|[\s`"'(])\*?\.?([a-z0-9+#]{1,12})[`"']?\s*(?:files?|sources?|source files?|code|scripts?|modules?|檔案|文件|程式碼|代码|파일|코드)(?:[\s.,;:!?)]|$)/u;

function isOfKind(text: string, { extension, name }: File): boolean {
  if (extension === "") return text.includes("dockerfile") && name === "dockerfile";
  if (/\btests?\s+(?:files?|code)\b/.test(text) && /(?:[._-]|^)(?:test|spec)s?[._-]?|_test$/.test(name))
    return true;
  const alone = text
    .trim()
    .replace(/^(?:when(?:ever)?|for|in|while)\s+(?:\w+ing\s+)?/, "")
    .replace(/^\./, "");
  const named = [alone, ...[...text.matchAll(new RegExp(KIND, "gu"))].map(([, kind = ""]) => kind)];
  return named.some((kind) => kind === extension || LANGUAGES[kind]?.includes(extension) === true);
}
