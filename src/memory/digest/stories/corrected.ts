/** Cured by the same call in another way; and the cures that nobody should be told to repeat. */
import { PORT_TAKEN, type Story } from "./story.ts";

export const CORRECTED: readonly Story[] = [
  {
    name: "a wrong flag",
    fails: [
      "gh pr diff 104 --stat",
      "unknown flag: --stat\n\nUsage:  gh pr diff [<number> | <url> | <branch>] [flags]",
    ],
    cured: (s) => void s.run("gh pr diff 104 --name-only", "a.ts"),
    offers:
      /`gh pr diff 104 --stat` fails here \(unknown flag: --stat\): `gh pr diff 104 --name-only` worked on 2026-03-01/,
  },
  {
    name: "a wrong npm script",
    fails: [
      "npm run unit",
      'npm error Missing script: "unit"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run',
    ],
    cured: (s) => void s.run("npm run test:unit", "> shop@1.0.0 test:unit\n> node --test\n\nℹ fail 0"),
    offers: /`npm run test:unit` worked on 2026-03-01/,
  },
  {
    name: "a wrong program",
    fails: ["pythonx a.py", "/bin/bash: line 1: pythonx: command not found", 127],
    cured: (s) => void s.run("python3 a.py", "ok"),
    offers: /`python3 a\.py` worked/,
  },
  {
    name: "a script that cannot be executed",
    fails: ["./deploy.sh", "/bin/bash: line 1: ./deploy.sh: Permission denied", 126],
    cured: (s) => void s.run("sh deploy.sh", "deployed"),
    offers: /`sh deploy\.sh` worked/,
  },
  {
    name: "an option that the program names",
    fails: [
      "npm install",
      "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: shop@1.0.0\nnpm error Found: react@18.2.0\nnpm error Fix the upstream dependency conflict, or retry\nnpm error this command with --force or --legacy-peer-deps\nnpm error to accept an incorrect (and potentially broken) dependency resolution.",
    ],
    cured: (s) => void s.run("npm install --legacy-peer-deps", "added 120 packages"),
    offers: /`npm install --legacy-peer-deps` worked/,
  },
  {
    name: "eslint --fix",
    fails: [
      "eslint .",
      "/home/ada/shop/a.js\n  1:7  error  'x' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
    ],
    cured: (s) => {
      s.run("eslint --fix .");
      s.run("eslint .");
    },
    offers: /`eslint --fix \.` cured it/,
  },
  {
    name: "git config",
    fails: [
      'git commit -m "x"',
      'Author identity unknown\n\n*** Please tell me who you are.\n\nRun\n\n  git config --global user.email "you@example.com"\n  git config --global user.name "Your Name"\n\nfatal: unable to auto-detect email address (got \'ada@box.(none)\')',
      128,
    ],
    cured: (s) => {
      s.run("git config user.email ada@example.com && git config user.name Ada");
      s.run('git commit -m "x"', "[main 1a2b3c4] x");
    },
    offers: /`git config user\.email ada@example\.com && git config user\.name Ada` cured it/,
  },
  {
    name: "git stash",
    fails: [
      "git pull",
      "error: Your local changes to the following files would be overwritten by merge:\n\tcart.ts\nPlease commit your changes or stash them before you merge.\nAborting",
    ],
    cured: (s) => {
      s.run("git stash", "Saved working directory");
      s.run("git pull", "Fast-forward");
    },
    offers: /`git stash` cured it/,
  },
];

/** By design nothing is learned: nobody should be told to do this again. */
export const IRREVERSIBLE: readonly Story[] = [
  {
    name: "kill",
    fails: ["sh serve.sh", PORT_TAKEN],
    cured: (s) => {
      s.run("kill 4711");
      s.run("sh serve.sh", "listening");
    },
  },
  {
    name: "git push",
    fails: [
      "git push",
      "fatal: The current branch topic has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin topic\n",
      128,
    ],
    cured: (s) => void s.run("git push --set-upstream origin topic", "branch 'topic' set up"),
  },
  {
    name: "rm -rf",
    fails: ["sh b.sh", "error: the cache .cache is corrupt"],
    cured: (s) => {
      s.run("rm -rf .cache");
      s.run("sh b.sh", "built");
    },
  },
];
