import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { removeLeftDrafts, replaceFile, replaceFileAsync } from "./files.ts";

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-replace-"));
  path = join(dir, "file");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const ways = {
  sync: async (text: string, mode?: number) =>
    replaceFile(path, (draft) => writeFileSync(draft, text), mode === undefined ? {} : { mode }),
  unsynced: async (text: string, mode?: number) =>
    replaceFile(path, (draft) => writeFileSync(draft, text), {
      isSynced: false,
      ...(mode === undefined ? {} : { mode }),
    }),
  async: async (text: string, mode?: number) =>
    void (await replaceFileAsync(
      path,
      async (draft) => writeFileSync(draft, text),
      mode === undefined ? {} : { mode },
    )),
};

describe.each(Object.entries(ways))("%s", (_, write) => {
  test("the file has the new text and the mode that was asked for, whatever the old one and the umask had", async () => {
    writeFileSync(path, "old", { mode: 0o644 });
    await write("new");
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["new", 0o600]);
    await write("newer", 0o666);
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["newer", 0o666]);
    expect(readdirSync(dir)).toEqual(["file"]);
  });

  test("where it cannot be put the error comes through, and no draft stays", async () => {
    mkdirSync(path);
    writeFileSync(join(path, "inside"), "");
    await expect(write("new")).rejects.toThrow();
    expect(readdirSync(dir)).toEqual(["file"]);
    path = join(dir, "missing", "file");
    await expect(write("new")).rejects.toThrow();
    expect(readdirSync(dir)).toEqual(["file"]);
  });

  test("a name of 255 bytes can be written", async () => {
    path = join(dir, "x".repeat(255));
    await write("long");
    expect(readFileSync(path, "utf8")).toBe("long");
  });

  test("a link is replaced, not followed", async () => {
    writeFileSync(join(dir, "target"), "target");
    symlinkSync(join(dir, "target"), path);
    await write("new");
    expect(readFileSync(join(dir, "target"), "utf8")).toBe("target");
  });
});

test("what fill throws leaves the old file and no draft", async () => {
  writeFileSync(path, "old");
  const fail = (draft: string) => {
    writeFileSync(draft, "half");
    throw new Error("disk full");
  };
  expect(() => replaceFile(path, fail)).toThrow("disk full");
  await expect(replaceFileAsync(path, async (draft) => fail(draft))).rejects.toThrow("disk full");
  expect([readdirSync(dir), readFileSync(path, "utf8")]).toEqual([["file"], "old"]);
});

test("the error of a fill that also took the draft away comes through", async () => {
  const fail = (draft: string) => {
    rmSync(draft);
    throw new Error("disk full");
  };
  expect(() => replaceFile(path, fail)).toThrow("disk full");
  await expect(replaceFileAsync(path, async (draft) => fail(draft))).rejects.toThrow("disk full");
});

test("a no of ready is the answer, also when the draft is gone already", async () => {
  let draft = "";
  const fill = async (made: string) => {
    draft = made;
  };
  const ready = async () => {
    rmSync(draft);
    return false;
  };
  expect(await replaceFileAsync(path, fill, { ready })).toBeFalse();
  expect(readdirSync(dir)).toEqual([]);
});

test("ready is asked once, with the whole draft beside the old file; what it throws leaves the old one", () => {
  writeFileSync(path, "old");
  const seen: string[][] = [];
  const look = () => {
    seen.push(
      readdirSync(dir)
        .sort()
        .map((name) => readFileSync(join(dir, name), "utf8")),
    );
  };
  replaceFile(path, (draft) => writeFileSync(draft, "new"), { ready: look });
  const refuse = () => {
    throw new Error("not now");
  };
  const fill = (draft: string) => writeFileSync(draft, "newer");
  expect(() => replaceFile(path, fill, { ready: refuse })).toThrow("not now");
  expect(seen).toEqual([["new", "old"]]);
  expect([readdirSync(dir), readFileSync(path, "utf8")]).toEqual([["file"], "new"]);
});

test("the draft's name is hidden and has the first 60 letters of the file's", () => {
  const ID = "[0-9]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  const draftNameOf = (name: string) => {
    let made = "";
    replaceFile(join(dir, name), (draft) => {
      made = basename(draft);
    });
    return made;
  };
  expect(draftNameOf("short.json")).toMatch(new RegExp(`^\\.short\\.json\\.${ID}\\.tmp$`));
  expect(draftNameOf(`${"a".repeat(59)}bc`)).toMatch(new RegExp(`^\\.a{59}b\\.${ID}\\.tmp$`));
});

test.if(process.platform === "linux")("no file stays open", async () => {
  for (const write of Object.values(ways)) await write("new");
  const open = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // The folder's own, closed by now.
    }
  });
  expect(open.filter((target) => target.startsWith(dir))).toEqual([]);
});

test("the draft is private while it is written, and whole before it is asked for", async () => {
  replaceFile(path, (draft) => {
    expect(statSync(draft).mode & 0o777).toBe(0o600);
    writeFileSync(draft, "new");
  });
  const answers = [false, true];
  for (const answer of answers) {
    const ready = async () => {
      expect(readFileSync(path, "utf8")).toBe("new");
      return answer;
    };
    expect(await replaceFileAsync(path, (draft) => Bun.write(draft, "newer"), { ready })).toBe(answer);
    expect(readdirSync(dir)).toEqual(["file"]);
  }
  expect(readFileSync(path, "utf8")).toBe("newer");
});

test("a device, a pipe, a socket and a folder keep their place, also behind a link", async () => {
  const at = (name: string) => join(dir, name);
  Bun.spawnSync(["mkfifo", at("pipe")]);
  mkdirSync(at("folder"));
  using _ = Bun.listen({ unix: at("socket"), socket: { data: () => undefined } });
  symlinkSync("/dev/null", at("device"));
  symlinkSync(at("pipe"), at("link"));
  for (const name of ["pipe", "folder", "socket", "device", "link"]) {
    const before = lstatSync(at(name)).mode;
    expect(() => replaceFile(at(name), (draft) => writeFileSync(draft, "x"))).toThrow(
      "is not a regular file",
    );
    const later = replaceFileAsync(at(name), (draft) => Bun.write(draft, "x"));
    await expect(later).rejects.toThrow("is not a regular file");
    expect(lstatSync(at(name)).mode).toBe(before);
  }
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("drafts that a killed process left are removed; those of a running one and other files stay", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-drafts-"));
  const gone = Bun.spawn(["true"]);
  await gone.exited;
  const id = crypto.randomUUID();
  const kept = [`.b.zip.${process.pid}-${id}.tmp`, `.other.${gone.pid}-${id}.tmp`, "b.zip"];
  const left = `.b.zip.${gone.pid}-${id}.tmp`;
  for (const name of [...kept, left, `${left}-journal`]) writeFileSync(join(folder, name), "x");
  removeLeftDrafts(join(folder, "b.zip"));
  removeLeftDrafts(join(folder, "gone", "b.zip"));
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
  rmSync(folder, { recursive: true });
});
