import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { normalizeRemote, remotesIn } from "./git-remote.ts";
import { createSameProject } from "./same-project.ts";

let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-same-")));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const ran = Bun.spawnSync(["git", ...identity, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: root },
  });
  if (ran.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
}

let made = 0;
/** A repository with one commit of its own. */
function repository(remote?: string): string {
  const dir = join(root, `r${made++}`);
  mkdirSync(dir);
  git(dir, "init", "-q", "-b", "main");
  writeFileSync(join(dir, "a.txt"), `${made}`);
  git(dir, "add", ".");
  git(dir, "commit", "-qm", `first ${made}`);
  if (remote !== undefined) git(dir, "remote", "add", "origin", remote);
  return dir;
}

describe("a remote in one spelling", () => {
  test.each([
    "https://github.com/Me/Shop.git",
    "https://github.com/me/shop",
    "https://user:secret@github.com/me/shop.git/",
    "git@github.com:me/shop.git",
    "ssh://git@github.com:22/me/shop",
    "ssh://git@ssh.github.com:443/me/shop.git",
    "git://github.com/me//shop.git",
  ])("%p", (url) => expect(normalizeRemote(url)).toBe("github.com/me/shop"));

  test("hosts with paths in two cases keep them apart", () => {
    expect(normalizeRemote("git@git.example.org:Team/Shop.git")).toBe("git.example.org/Team/Shop");
  });

  test.each(["/srv/shop.git", "../shop", "file:///srv/shop.git", "C:\\shop", "C:/shop", "", "shop"])(
    "%p is no remote of another machine",
    (url) => expect(normalizeRemote(url)).toBeUndefined(),
  );

  test("origin comes first, then the others by name", () => {
    const config =
      '[remote "up"]\n\turl = a:them/shop\n[remote "origin"]\n\turl = a:me/shop\n[remote "b"]\n\turl = b:x/shop\n';
    expect(remotesIn(config)).toEqual(["a:me/shop", "b:x/shop", "a:them/shop"]);
    expect(remotesIn("[core]\n\tbare = false\n")).toEqual([]);
  });
});

describe("the same project", () => {
  test("two clones of one remote, however it is spelled, and no token in its name", async () => {
    const same = createSameProject();
    const a = await same.settle(repository("https://tok3n@github.com/me/shop.git"));
    const b = await same.settle(repository("git@github.com:me/shop"));
    expect(a).toEqual({ key: "remote:github.com/me/shop", by: "remote" });
    expect(b).toEqual(a);
  });

  test("a fork is another project until the user maps it", async () => {
    const one = repository("git@github.com:them/shop");
    const fork = repository("git@github.com:me/shop");
    const apart = createSameProject();
    expect((await apart.settle(one)).key).not.toBe((await apart.settle(fork)).key);
    const byHand = createSameProject({ byHand: () => [["github.com:them/shop", fork]] });
    expect((await byHand.settle(one)).key).toBe((await byHand.settle(fork)).key);
    expect(byHand.folders(fork)).toEqual([fork, one]);
  });

  test("a worktree, a local clone and a renamed checkout share by their first commit", async () => {
    const file = join(root, "projects-1.json");
    const main = repository();
    const same = createSameProject({ file });
    expect(same.of(main).by).toBe("folder");
    const first = await same.settle(main);
    expect(first.by).toBe("commit");
    const tree = join(root, "tree");
    git(main, "worktree", "add", "-q", tree, "-b", "topic");
    expect(await same.settle(tree)).toEqual(first);
    const clone = join(root, "clone");
    git(root, "clone", "-q", main, clone);
    expect(await same.settle(clone)).toEqual(first);
    const renamed = join(root, "renamed");
    renameSync(main, renamed);
    // Another process, later: the clone's origin is gone, and what it was is still known.
    const later = createSameProject({ file });
    expect(await later.settle(clone)).toEqual(first);
    expect(await later.settle(renamed)).toEqual(first);
    expect(later.folders(renamed).sort()).toEqual([clone, main, renamed].sort());
    expect(existsSync(main)).toBe(false);
  });

  test("a clone of a folder has the folder's remote, also when the folder is gone", async () => {
    const file = join(root, "projects-2.json");
    const one = repository("git@github.com:me/local");
    const same = createSameProject({ file });
    await same.settle(one);
    const clone = join(root, "clone-2");
    git(root, "clone", "-q", one, clone);
    expect((await same.settle(clone)).key).toBe("remote:github.com/me/local");
    rmSync(one, { recursive: true });
    expect((await createSameProject({ file }).settle(clone)).key).toBe("remote:github.com/me/local");
  });

  test("without git, without a commit and in a shallow copy the folder is the project", async () => {
    const same = createSameProject();
    const plain = join(root, "plain");
    const empty = join(root, "empty");
    for (const dir of [plain, empty]) mkdirSync(dir);
    git(empty, "init", "-q");
    const shallow = join(root, "shallow");
    git(root, "clone", "-q", "--depth", "1", `file://${repository()}`, shallow);
    git(shallow, "remote", "remove", "origin");
    for (const dir of [plain, empty, shallow]) {
      expect(await same.settle(dir)).toEqual({ key: `folder:${dir}`, by: "folder" });
    }
  });

  test("the first commit of a repository that had none is found when it is there", async () => {
    const same = createSameProject();
    const young = join(root, "young");
    mkdirSync(young);
    git(young, "init", "-q");
    for (let look = 0; look < 2; look++) expect((await same.settle(young)).by).toBe("folder");
    git(young, "commit", "-q", "--allow-empty", "-m", "first");
    expect((await same.settle(young)).by).toBe("commit");
  });

  test("a damaged file of known folders loses nothing but itself", async () => {
    const file = join(root, "projects-3.json");
    writeFileSync(file, '{"folders": [1], "commits"');
    const same = createSameProject({ file });
    expect((await same.settle(repository("git@github.com:me/x"))).by).toBe("remote");
    expect(await Bun.file(file).json()).toHaveProperty("folders");
  });
});
