/**
 * Compares a memory's condition ("When working in src/pay", "*.ts", ".ts files") with a file. People write folders with and
 * without a slash, globs, extensions and names of languages; docs/memory.md lists the wordings.
 */

/** 3: the condition names the file. 2: a folder that contains it. 1: its kind. 0: none of them. */
export function isInCondition(condition: string, path: string): number {
  const file = toFile(path.toLowerCase().replaceAll("\\", "/"));
  const { wanted, unwanted } = partsOf(condition);
  return unwanted.some((part) => closeness(part, file) > 0) ? 0 : closeness(wanted, file);
}

function closeness(condition: string, file: File): number {
  const parsed = conditionOf(condition);
  return Math.max(
    byToken(parsed, file),
    parsed.bareNames.has(file.stem) ? 3 : 0,
    byFolderName(parsed, file),
    isOfKind(parsed, file) ? 1 : 0,
  );
}

/** "… but not in web/", "web/ 제외": the exceptions, and the rest. */
const EXCEPT =
  /(?:\b(?:but|and|,)? ?(?:not|except|excluding|outside|without)(?: of| for| in| under| inside)*\s|(?:除了|不在|不包括)\s?)([`"']?[^\s,;]+)(?:\s?(?:以外|之外|裡|里|中))?|([^\s,;]+)\s?(?:제외|말고|빼고)/giu;

/** Splits a condition from its exceptions. */
export function partsOf(condition: string): { wanted: string; unwanted: string[] } {
  const unwanted = [...condition.matchAll(EXCEPT)].map(([, after, before]) => after ?? before ?? "");
  return { wanted: condition.replace(EXCEPT, " ").trim(), unwanted };
}

/** True if the condition is about files. A condition such as "When deploying" is compared with prompts only. */
export function namesPlace(condition: string): boolean {
  const { tokens, folders, isAboutKind } = conditionOf(partsOf(condition).wanted);
  // "In src" may be a folder, "in production" is not. Only a name explicitly called a folder is certain to be one.
  const isFolder = folders.some(({ isCalledFolder }) => isCalledFolder);
  return (
    isAboutKind ||
    isFolder ||
    tokens.some(({ token, hasSlash }) => hasSlash || /\*|\.[a-z]\w{0,7}$/.test(token))
  );
}

/** A condition, parsed once, because it is compared with every file of a session. */
interface Condition {
  tokens: { token: string; glob?: InstanceType<typeof Bun.Glob>; hasSlash: boolean }[];
  bareNames: ReadonlySet<string>;
  folders: { name: string; isCalledFolder: boolean }[];
  kinds: ReadonlySet<string>;
  /** "ts files", not only a word that may be a language. */
  isAboutKind: boolean;
  isAboutTests: boolean;
  isAboutDocs: boolean;
}

const parsed = new Map<string, Condition>();
const MOST_PARSED = 1000;

function conditionOf(condition: string): Condition {
  const known = parsed.get(condition);
  if (known !== undefined) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  // There is no space between a name and a suffix in another script: `charge.ts를`.
  const text = condition
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(
      /(?<=[\w*}])(?=[\p{Script=Han}\p{Script=Hangul}])|(?<=[\p{Script=Han}\p{Script=Hangul}])(?=[\w*])/gu,
      " ",
    );
  const [isAboutTests, isAboutDocs] = [TESTS.test(text), DOCS.test(text)];
  const made: Condition = {
    tokens: tokensOf(text),
    bareNames: bareNamesIn(text),
    folders: foldersIn(text),
    kinds: kindsIn(text),
    isAboutKind: isAboutTests || isAboutDocs || KIND.test(text),
    isAboutTests,
    isAboutDocs,
  };
  parsed.set(condition, made);
  return made;
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

function tokensOf(text: string): Condition["tokens"] {
  return [...text.matchAll(/(?:[\p{L}\p{N}_@.*?/[\]~+-]|\{[^{}\s]*\})+/gu)].flatMap(([raw]) => {
    const token = raw
      .replace(/[.,-]+$/, "")
      .replace(/^\.\//, "")
      .replace(/^\/+/, "");
    if (token === "") return [];
    const hasSlash = raw.includes("/");
    return [token.includes("*") ? { token, hasSlash, glob: new Bun.Glob(token) } : { token, hasSlash }];
  });
}

function byToken({ tokens }: Condition, file: File): number {
  let best = 0;
  for (const { token, glob, hasSlash } of tokens) {
    if (token === file.name || token === file.path || file.path.endsWith(`/${token}`)) return 3;
    // An absolute path ends with the path from the project's root.
    if (token.endsWith(`/${file.path}`)) return 3;
    if (glob !== undefined) best = Math.max(best, byGlob(token, glob, file));
    else if (hasSlash && isInFolder(token, file)) best = Math.max(best, 2);
  }
  return best;
}

function byGlob(token: string, glob: InstanceType<typeof Bun.Glob>, { path, name }: File): number {
  // Without a folder, it means files of that kind anywhere.
  if (!token.includes("/")) return glob.match(name) ? 1 : 0;
  return glob.match(path) ? 2 : 0;
}

/** Relative to the project's root or, with several parts, from anywhere: `pay/charge` in `src/pay/charge`. */
function isInFolder(token: string, { path, folders }: File): boolean {
  const folder = token.replace(/\/+$/, "");
  if (path.startsWith(`${folder}/`)) return true;
  return folder.includes("/")
    ? path.includes(`/${folder}/`)
    : token.endsWith("/") && folders.includes(folder);
}

/**
 * A condition of names only: "charge", "when editing charge or refund". In a sentence a word is just a word. A comma or a
 * word must separate two names; otherwise the pattern would try every way to split them.
 */
const ONLY_NAMES =
  /^(?:when(?:ever)?|if|for|before|while)? ?(?:you(?:'re| are)?|we(?:'re| are)?|i(?:'m| am)?)? ?(?:(?:work|edit|read|touch|chang|open|us)(?:ing|e|s)?|modify(?:ing)?)? ?(?:on|in|with|at)? ?(?:the )?([`"']?[\w.-]+[`"']?(?:(?: ?, ?(?:(?:and|or) )?| (?:and|or) )[`"']?[\w.-]+[`"']?)*)(?: ?,)?$/;

function bareNamesIn(text: string): Set<string> {
  const marked = [...text.matchAll(/`([\w.-]+)`/g)].map(([, name = ""]) => name);
  const names = ONLY_NAMES.exec(text.trim().replace(/[.!]$/, "").replaceAll(/\s+/g, " "))?.[1] ?? "";
  const listed = names.split(/\s*(?:,|\band\b|\bor\b)\s*/).map((name) => name.replace(/[`"']/g, ""));
  return new Set([...marked, ...listed].filter((name) => name !== ""));
}

/** "in src", "the payment folder", "src 資料夾", "src 폴더". */
const IN_FOLDER: readonly RegExp[] = [
  /\b(?:in|under|inside|within|below|into)\s+(?:the\s+)?[`"']?([\w.-]+)[`"']?(?![\w./-])/gu,
  /[`"']?([\w.-]+)[`"']?\s+(?:folder|director(?:y|ies)|dir|module|package|subfolder)\b/gu,
  /([\w.-]+)\s?(?:資料夾|资料夹|文件夹|目錄|目录|模組|模块|폴더|디렉터리|디렉토리|모듈)/gu,
];
/** A shorter name is too ambiguous to match a longer word. */
const SHORTEST = 3;

function foldersIn(text: string): Condition["folders"] {
  return IN_FOLDER.flatMap((pattern, index) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => ({ name, isCalledFolder: index > 0 })),
  );
}

function byFolderName({ folders: named }: Condition, { folders }: File): number {
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
};

/** ".ts files", "ts files", "TypeScript code", "SQL 檔案"; a language alone is enough if it is the whole condition. */
const KIND =
  /(?:^|[\s`"'(])\*?\.?([a-z0-9+#]{1,12})[`"']?\s*(?:files?|sources?|source files?|code|scripts?|modules?|檔案|文件|程式碼|代码|파일|코드)(?:[\s.,;:!?)\p{Script=Han}\p{Script=Hangul}]|$)/u;
/** Several kinds at once: ".ts and .tsx files". */
const KINDS =
  /((?:\*?\.?[a-z0-9+#]{1,12}(?: ?, ?(?:and |or )?| and | or |\/| ?[和與与及、] ?| 및 ))+)\*?\.?[a-z0-9+#]{1,12} (?:files?|sources?|code|檔案|文件|파일)/gu;
/** A condition without any other content. */
const ONLY =
  "^(?:when(?:ever)?|for|in|before|while|on|[當当在]|編輯|编辑)? ?(?:you |we )?(?:\\w+ing )?(?:on |in |to )?(?:the |all |any |our |new |existing )*";
const TESTS = new RegExp(
  `\\btests?\\s+(?:files?|code)\\b|${ONLY}(?:unit |integration |e2e )?(?:tests?|specs?|[測测][試试]|테스트)(?: ?(?:檔案|文件|파일))?(?:[時时를을에 ].*)?[.!]?$`,
  "u",
);
const DOCS = new RegExp(
  `${ONLY}(?:docs?|documentation|readmes?|文[檔档件]|문서)(?: ?files?)?(?:[時时를을에 ].*)?[.!]?$`,
  "u",
);
const DOC_KINDS: ReadonlySet<string> = new Set(["md", "mdx", "rst", "adoc", "txt"]);

function kindsIn(text: string): Set<string> {
  const alone = text
    .trim()
    .replace(/^(?:when(?:ever)?|for|in|while)\s+(?:\w+ing\s+)?/, "")
    .replace(/^\./, "");
  const lists = [...text.matchAll(KINDS)].flatMap(([, list = ""]) => list.match(/[a-z0-9+#]+/g) ?? []);
  const named = [alone, ...lists, ...[...text.matchAll(new RegExp(KIND, "gu"))].map(([, kind = ""]) => kind)];
  return new Set(named.flatMap((kind) => [kind, ...(LANGUAGES[kind] ?? [])]));
}

function isOfKind(
  { kinds, isAboutTests, isAboutDocs }: Condition,
  { extension, name, folders }: File,
): boolean {
  if (extension === "") return false;
  const isTest =
    /(?:[._-]|^)(?:test|spec)s?(?:[._-]|$)|_test$/.test(name) ||
    folders.some((folder) => /^(?:__)?(?:tests?|specs?|e2e)(?:__)?$/.test(folder));
  if (isAboutTests && isTest) return true;
  if (isAboutDocs && (DOC_KINDS.has(extension) || folders.includes("docs"))) return true;
  return kinds.has(extension);
}
