/** A made-up project: files with lines of code, which its sessions read, change and test. */
import { capital, createWords, pick, pickCommon, type Random, type Words } from "./made-words.ts";

interface MadeFile {
  path: string;
  lines: string[];
}

export interface MadeProject {
  root: string;
  random: Random;
  words: Words;
  files: MadeFile[];
  addFile(): MadeFile;
  line(): string;
}

/** A project stops growing here; real ones do too, and what is read of a file is bounded anyway. */
const MOST_FILES = 400;

export function createProject(root: string, random: Random): MadeProject {
  const words = createWords(random);
  const areas = Array.from({ length: 8 }, () => words.add());
  const files: MadeFile[] = [];
  const line = () => pick(random, SHAPES)(words, random);
  const addFile = () => {
    const path = `src/${pickCommon(random, areas)}/${words.own()}-${words.common()}.ts`;
    const made = { path, lines: Array.from({ length: 20 + Math.floor(180 * random() ** 2) }, line) };
    if (files.length < MOST_FILES) files.push(made);
    else files[Math.floor(random() * files.length)] = made;
    return made;
  };
  for (let i = 0; i < 12; i++) addFile();
  return { root, random, words, files, addFile, line };
}

const SHAPES: readonly ((words: Words, random: Random) => string)[] = [
  (w) => `  const ${w.name()} = await ${w.name()}(${w.common()}, { ${w.common()}: ${w.own()} });`,
  (w) => `  if (${w.name()} === undefined) return ${w.name()}.${w.common()};`,
  (w) => `export function ${w.name()}(${w.common()}: ${capital(w.name())}): ${capital(w.common())} {`,
  (w) => `  // The ${w.own()} of a ${w.common()} is only known after its ${w.own()} has been read.`,
  (w) => `  for (const ${w.common()} of ${w.name()}.${w.common()}s) ${w.name()}(${w.common()});`,
  (w, random) => `  expect(${w.name()}("${w.own()}")).toBe(${Math.floor(random() * 1000)});`,
  (w) => `import { ${w.name()}, ${w.name()} } from "../${w.own()}/${w.common()}.ts";`,
  () => "  }",
  () => "",
];
