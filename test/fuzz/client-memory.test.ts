/** 10,000 generated memory files, many of them broken: nothing throws, and nothing outside the folder is read or written. */

import { expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClientFiles } from "../../src/memory/client/client-files.ts";
import { slugOf } from "../../src/memory/client/folders.ts";
import { createClientMemory } from "../../src/memory/client/service.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { createSameProject } from "../../src/platform/same-project.ts";
import { redactor } from "../../src/redact/redactor.ts";
import { openStore } from "../../src/store/open.ts";

const COUNT = 10_000;
const OUTSIDE = "zebrafish-outside-the-folder";

/** The same files in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

function contentOf(i: number, random: () => number): string | Uint8Array {
  const words = Array.from({ length: 8 }, () => `w${Math.floor(random() * 5_000)}`).join(" ");
  switch (i % 16) {
    case 0:
      return "";
    case 1:
      return `---\nname: a${i}\ndescription: ${words}\n`;
    case 2:
      return Uint8Array.from({ length: 200 }, () => Math.floor(random() * 256));
    case 3:
      return new Uint8Array([0xff, 0xfe, ...Buffer.from(words, "utf16le")]);
    case 4:
      return `---\n: :\n- [\n\t${words}\n---\n[[../../etc/passwd]] [[${OUTSIDE}]] [x](../../../outside.md)`;
    case 5:
      return `${words}\n`.repeat(Math.floor(random() * 400));
    case 6:
      return `---\nname: "${words}\ndescription: >\n---\n${words}`;
    case 7:
      return `${"[[".repeat(500)}${words}${"](".repeat(500)}`;
    case 8:
      return `\u0000\u202e${words}\ud800 \u{1F600}`;
    case 9:
      return `---\ndescription: ${"d".repeat(5_000)}\n---\n${words}`;
    default:
      return `---\nname: n${i}\ndescription: ${words}\nmetadata:\n  type: project\n---\n\n${words} in src/f${i}.ts.\n\n**Why:** ${words}\n`;
  }
}

test("10,000 files, broken ones included, are scanned, recalled, checked and edited", async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-many-")));
  const store = await openStore({ database: join(dir, "pawl.db") });
  try {
    const project = join(dir, "project");
    const claudeDir = join(dir, "claude");
    const memory = join(claudeDir, "projects", slugOf(project), "memory");
    for (const folder of [join(project, "src"), memory]) mkdirSync(folder, { recursive: true });
    const outside = join(dir, "outside.md");
    writeFileSync(outside, OUTSIDE);
    const before = statSync(outside);
    const random = createRandom(13);
    const index: string[] = [];
    for (let i = 0; i < COUNT; i++) {
      const name = i % 16 === 10 ? `spaced name (${i}) ü.md` : `m-${i}.md`;
      writeFileSync(join(memory, name), contentOf(i, random));
      index.push(i % 50 === 0 ? `- [broken](../../../outside.md) — ${i}` : `- [T${i}](${name}) — hook ${i}`);
    }
    writeFileSync(join(memory, "huge.md"), "h".repeat(3 << 20));
    writeFileSync(join(memory, "MEMORY.md"), index.join("\n"));
    symlinkSync(outside, join(memory, "linked.md"));
    symlinkSync(dir, join(memory, "folder"));
    symlinkSync(join(memory, "loop.md"), join(memory, "loop.md"));
    mkdirSync(join(memory, "sub.md"));
    Bun.spawnSync(["mkfifo", join(memory, "pipe.md")]);

    const same = createSameProject();
    const deps = { store, redact: redactor, now: () => 1_000, claudeDir, same };
    const files = createClientFiles(deps);
    await files.scan(project);
    const known = await memoriesIn(store).memories({ project, namespace: "client", limit: 20_000 });
    expect(known.length).toBeGreaterThan(9_000);
    expect(known.length).toBeLessThan(COUNT + 10);
    expect(known.filter(({ content }) => content.includes(`${OUTSIDE}`) && !content.includes("[["))).toEqual(
      [],
    );

    const failures: unknown[] = [];
    const work: Promise<unknown>[] = [];
    const background = {
      add: (run: () => Promise<void>) => void work.push(run().catch((error) => failures.push(error))),
    };
    const service = createClientMemory({ ...deps, background });
    service.started({ project });
    await Promise.all(work);
    const set = await service.ready(project);
    expect(set?.members.size).toBeGreaterThan(5_000);
    expect(failures).toEqual([]);

    const editable = known.find(({ uri }) => uri === "client://m-15");
    expect(editable).toBeDefined();
    await files.edit({ uri: "client://m-15", project }, { raw: "Edited.\n" }, { author: "test" });
    expect(readFileSync(join(memory, "m-15.md"), "utf8")).toBe("Edited.\n");
    expect(readFileSync(outside, "utf8")).toBe(OUTSIDE);
    expect(statSync(outside).mtimeMs).toBe(before.mtimeMs);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}, 300_000);
