/**
 * Ways past a file gate through git's history: another branch, a stash and a commit hold files of `secrets/`. Each call that
 * the gate's matcher does not catch is run by a real shell and a real git; nothing may change in `secrets/`.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileMatcher } from "../../src/hooks/matcher/matcher.ts";

const gate = compileMatcher('tool_input.file_path matches "secrets/**"', { gate: true });
const refuses = (project: string, command: string) =>
  gate(
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd: project },
    { projectDir: project },
  );

let root: string;
let template: string;

const shell = (cwd: string, command: string) =>
  Bun.spawnSync(["bash", "-c", command], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: root,
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@b.c",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@b.c",
    },
    timeout: 20_000,
  });

/** `main` has `secrets/old`; `other` changes it and adds `secrets/k`; a stash does too; `feature` has nothing of it. */
const SETUP = `
git init -q -b main . && mkdir secrets src
echo kept > secrets/old && echo a > src/a && git add -A && git commit -qm first
git checkout -qb feature && echo b > src/b && git add -A && git commit -qm feature
git checkout -qb other main && echo x > secrets/k && echo changed > secrets/old && git add -A && git commit -qm other && git tag bad
git checkout -q main && echo c > src/c && git add -A && git commit -qm third
echo s > secrets/s && git add -A && git stash -q
git clone -q . ../copy && git -C ../copy checkout -q other
git format-patch -q -1 other --stdout > ../other.patch
git remote add near ../copy && git fetch -q near
git config alias.co checkout && git config alias.bring '!git checkout other'
`;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-git-ways-")));
  template = join(root, "template");
  mkdirSync(template);
  const { exitCode, stderr } = shell(template, `set -e${SETUP}`);
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function inProject<T>(act: (project: string) => T): T {
  const folder = mkdtempSync(join(root, "run-"));
  const project = join(folder, "project");
  cpSync(template, project, { recursive: true });
  // A copied file has another date, which counts as changed until git has looked.
  shell(project, "git update-index -q --refresh");
  cpSync(join(root, "copy"), join(folder, "copy"), { recursive: true });
  cpSync(join(root, "other.patch"), join(folder, "other.patch"));
  return act(project);
}

const WAYS = [
  ["git checkout other"],
  ["git checkout -q bad"],
  ["git checkout other -- ."],
  ["git checkout other ."],
  ["git checkout -"],
  ["git switch other"],
  ["git switch --detach bad"],
  ["git restore --source=other ."],
  ["git restore -s other -- ."],
  ["git restore -sother ."],
  ["git reset --hard other"],
  ["git reset -q --keep bad"],
  ["git merge other"],
  ["git merge --no-ff --no-edit -q bad"],
  ["git pull near other"],
  ["git pull ../copy other"],
  ["git rebase other"],
  ["git rebase --onto=other main~1 main"],
  ["git cherry-pick other"],
  ["git cherry-pick main..other"],
  ["git cherry-pick other && git revert --no-edit HEAD"],
  ["git stash pop"],
  ["git stash apply stash@{0}"],
  ["git stash apply 0"],
  ["git stash branch again"],
  ["git co other"],
  ["git bring"],
  ["git -c alias.x=checkout x other"],
  ["git -C . checkout other"],
  ["GIT_DIR=.git git checkout other"],
  ["git --work-tree=. checkout other -- ."],
  ["env git checkout other"],
  ["echo other | xargs git checkout"],
  ["sh -c 'git checkout other'"],
  ["git fetch ../copy other && git checkout FETCH_HEAD"],
  ["git branch -f feature other && git checkout feature"],
  ["git am ../other.patch"],
  ["git apply ../other.patch"],
  ["git show other | git apply"],
  ["git rebase -x 'touch secrets/x' HEAD~1"],
  [
    "git submodule foreach 'touch secrets/x'; git bisect start main main~1 && git bisect run sh -c 'touch secrets/x'",
  ],
  ["GIT_EDITOR='touch secrets/x;' git commit --amend"],
  ["git read-tree -u -m other"],
  ["git update-ref refs/heads/feature other && git checkout feature"],
  ["git worktree add -f secrets/w other"],
  ["rm -f .git/index; git checkout other -f"],
  ["for b in other; do git checkout $b; done"],
  ["b=other; git checkout $b"],
  ["git checkout $(git rev-parse other)"],
  ["echo 'git checkout other' > w.sh", "sh w.sh"],
  ["printf 'all:\\n\\tgit checkout other\\n' > Makefile", "make"],
  ["git branch -D feature; git branch feature other", "git checkout feature"],
  ["touch untracked && git checkout main && git checkout --force other"],
];

test.each(WAYS.map((calls) => [calls.join(" // "), calls] as const))("%s", (_, calls) => {
  inProject((project) => {
    const refused = calls.filter((call) => {
      const isRefused = refuses(project, call);
      if (!isRefused) shell(project, call);
      return isRefused;
    });
    expect(refused.length).toBeGreaterThan(0);
    expect(readdirSync(join(project, "secrets"))).toEqual(["old"]);
    expect(readFileSync(join(project, "secrets", "old"), "utf8")).toBe("kept\n");
  });
});

test("what is deleted or put away counts too", () => {
  inProject((project) => {
    writeFileSync(join(project, "secrets", "mine"), "x");
    expect(refuses(project, "git clean -fd")).toBe(true);
    expect(refuses(project, "git stash -u")).toBe(true);
    expect(refuses(project, "git stash")).toBe(false);
    writeFileSync(join(project, "secrets", "old"), "mine");
    expect(refuses(project, "git stash")).toBe(true);
    expect(refuses(project, "git checkout -- .")).toBe(true);
    expect(refuses(project, "git checkout -- src")).toBe(false);
    // Git keeps what is not committed when it changes the branch.
    expect(refuses(project, "git checkout feature")).toBe(false);
  });
});

test.each([
  "git checkout feature",
  "git checkout -b topic",
  "git checkout -b topic feature",
  "git switch -c topic",
  "git fetch origin && git checkout feature",
  "git merge feature",
  "git rebase feature",
  "git cherry-pick feature",
  "git revert --no-edit HEAD",
  "git reset --hard HEAD~1",
  "git reset HEAD src",
  "git restore --staged .",
  "git checkout -- src/a",
  "git stash && git checkout feature",
  "git stash list",
  "git clean -fdx src",
  "git clean -nd",
  "git log other -- src",
  "git diff main...other --stat",
  "git commit -m 'git checkout other'",
  "git rebase --abort",
  "GIT_AUTHOR_NAME='A B' git rebase feature",
  "GIT_EDITOR=true git rebase --continue",
  "git st",
])("%j is let through", (command) => {
  inProject((project) => expect(refuses(project, command)).toBe(false));
});

test("outside a repository git brings nothing", () => {
  const folder = mkdtempSync(join(root, "plain-"));
  for (const command of ["git checkout other", "git pull", "git pull origin main", "git stash pop"])
    expect([command, refuses(folder, command)]).toEqual([command, false]);
});

test("a git that does not answer in time counts as matched, and nothing that the repository names is run", () => {
  inProject((project) => {
    const marker = join(project, "ran");
    writeFileSync(join(project, "evil.sh"), `#!/bin/sh\ntouch ${marker}\ncat\n`);
    chmodSync(join(project, "evil.sh"), 0o755);
    shell(
      project,
      "git config core.fsmonitor ./evil.sh; git config filter.e.clean ./evil.sh; git config diff.external ./evil.sh",
    );
    writeFileSync(join(project, ".git", "info", "attributes"), "* filter=e diff=e\n");
    writeFileSync(join(project, "src", "a"), "edited");
    for (const command of [
      "git checkout feature",
      "git restore src",
      "git merge feature",
      "git stash",
      "git clean -fd src",
    ])
      refuses(project, command);
    expect(readdirSync(project)).not.toContain("ran");
    const { PATH } = process.env;
    writeFileSync(join(project, "git"), "#!/bin/sh\nexec sleep 30\n");
    chmodSync(join(project, "git"), 0o755);
    process.env.PATH = `${project}:${PATH}`;
    try {
      expect(refuses(project, "git checkout feature")).toBe(true);
    } finally {
      process.env.PATH = PATH;
    }
  });
});
