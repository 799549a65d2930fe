import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { faultOf, readBounded, removeQuietly, withLock, writeAtomic, writeFault } from "./atomic-file.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-atomic-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const at = (name: string) => join(dir, name);

describe("reading", () => {
  test("a file of at most the limit is read whole, of a larger one the start, which is said", () => {
    writeFileSync(at("a"), "12345");
    expect(readBounded(at("a"), 5)).toEqual({ ok: true, text: "12345", partial: false });
    expect(readBounded(at("a"), 4)).toEqual({ ok: true, text: "1234", partial: true });
    writeFileSync(at("empty"), "");
    expect(readBounded(at("empty"), 5)).toEqual({ ok: true, text: "", partial: false });
  });

  test("what is missing, also below a file, and a folder are faults", () => {
    writeFileSync(at("file"), "");
    expect(readBounded(at("gone"), 5)).toMatchObject({ ok: false, fault: "missing" });
    expect(readBounded(join(at("file"), "below"), 5)).toMatchObject({ ok: false, fault: "missing" });
    expect(readBounded(dir, 5)).toMatchObject({ ok: false, fault: "not_a_file" });
  });

  test("a pipe is not waited for", () => {
    Bun.spawnSync(["mkfifo", at("pipe")]);
    expect(readBounded(at("pipe"), 5)).toMatchObject({ ok: false, fault: "not_a_file" });
  });
});

describe("writing", () => {
  test("the text takes the old one's place; nothing temporary stays; folders are made and private", async () => {
    expect(await writeAtomic(at("new/a"), "one")).toEqual({ ok: true });
    expect(await writeAtomic(at("new/a"), "two")).toEqual({ ok: true });
    expect(readFileSync(at("new/a"), "utf8")).toBe("two");
    expect(readdirSync(at("new"))).toEqual(["a"]);
    expect(statSync(at("new")).mode & 0o777).toBe(0o700);
    expect(statSync(at("new/a")).mode & 0o777).toBe(0o600);
    await writeAtomic(at("open/a"), "x", { folderMode: 0o755 });
    expect(statSync(at("open")).mode & 0o777).toBe(0o755);
  });

  test("where it is not confirmed the old text stays", async () => {
    await writeAtomic(at("a"), "one");
    const refused = await writeAtomic(at("a"), "two", { confirm: async () => false });
    expect(refused).toMatchObject({ ok: false, fault: "changed" });
    expect(readFileSync(at("a"), "utf8")).toBe("one");
    expect(readdirSync(dir)).toEqual(["a"]);
    expect(await writeAtomic(at("a"), "two", { confirm: async () => true })).toEqual({ ok: true });
  });

  test("a folder that cannot be made is a fault of writing, not something that is missing", async () => {
    writeFileSync(at("file"), "");
    expect(await writeAtomic(join(at("file"), "a"), "x")).toMatchObject({ ok: false, fault: "unwritable" });
    const error = (code: string) => Object.assign(new Error("no"), { code });
    expect(writeFault(error("ENOENT")).fault).toBe("unwritable");
    expect(writeFault(error("ENOSPC")).fault).toBe("disk_full");
    expect(faultOf(error("EACCES"), "unreadable")).toEqual({ ok: false, fault: "unreadable", detail: "no" });
  });

  test("removing says whether there was something", async () => {
    writeFileSync(at("a"), "");
    expect([await removeQuietly(at("a")), await removeQuietly(at("a"))]).toEqual([true, false]);
  });
});

describe("the lock", () => {
  const ok = { ok: true } as const;

  test("one works at a time", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await Bun.sleep(1);
      inside--;
      return ok;
    };
    const results = await Promise.all([1, 2, 3, 4].map(() => withLock(at("a"), work)));
    expect(results).toEqual([ok, ok, ok, ok]);
    expect(most).toBe(1);
    expect(readdirSync(dir)).toEqual([]);
  });

  test("one that another process holds is busy, and free again when that process has ended", async () => {
    const code = `import { takeLock } from ${JSON.stringify(join(import.meta.dir, "lock.ts"))};
      globalThis.lock = takeLock(${JSON.stringify(at("a.lock"))}); console.log("held"); setInterval(() => {}, 1000);`;
    const holder = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" });
    await holder.stdout.getReader().read();
    const busy = await withLock(at("a"), async () => ok, 5);
    holder.kill("SIGKILL");
    await holder.exited;
    expect(busy).toMatchObject({ ok: false, fault: "busy" });
    expect(await withLock(at("a"), async () => ok)).toEqual(ok);
  });

  test("work that throws releases the lock", async () => {
    await expect(withLock(at("a"), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await withLock(at("a"), async () => ok, 0)).toEqual(ok);
  });

  test("a lock in a place that cannot be is a fault", async () => {
    mkdirSync(at("folder"));
    writeFileSync(at("file"), "");
    expect(await withLock(join(at("file"), "a"), async () => ok)).toMatchObject({
      ok: false,
      fault: "unwritable",
    });
  });
});
