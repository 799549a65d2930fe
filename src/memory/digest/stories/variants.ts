/** The same stories in other words, and stories in which something stands beside the cure. */
import { NO_DATABASE, NO_PACKAGE_JSON, type Story } from "./story.ts";

/** The same stories as other programs and people tell them. */
export const VARIANTS: readonly Story[] = [
  {
    name: "npm ci, then npm install and nothing else",
    fails: [
      "npm ci",
      "npm ERR! `npm ci` can only install packages when your package.json and package-lock.json are in sync.",
    ],
    cured: (s) => void s.run("npm install", "added 3 packages"),
    offers: /`npm install` cured it/,
  },
  {
    name: "an option that nobody named",
    fails: ["npm install", "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE could not resolve"],
    cured: (s) => void s.run("npm install --legacy-peer-deps", "added 120 packages"),
    offers: /`npm install --legacy-peer-deps` worked/,
  },
  {
    name: "the line that the error shows was edited",
    fails: [
      "node r.js",
      '<anonymous_script>:1\n{"a":1,}\n       ^\n\nSyntaxError: Expected double-quoted property name in JSON at position 7 (line 1 column 8)\n    at JSON.parse (<anonymous>)\n    at Object.<anonymous> (/home/ada/shop/r.js:1:20)',
    ],
    cured: (s) => {
      s.edit("data.json", '{"a":1,}', '{"a":1}');
      s.run("node r.js", "1");
    },
    offers: /`data\.json` was changed: `\{"a":1,\}` → `\{"a":1\}`/,
  },
  {
    name: "cd in a call of its own",
    fails: ["npm test", NO_PACKAGE_JSON, 254],
    cured: (s) => {
      s.run("cd web");
      s.run("npm test", "ℹ fail 0");
    },
    offers: /it worked in `web`/,
  },
  {
    name: "cure and run in one line",
    fails: ["python3 w.py", "FileNotFoundError: [Errno 2] No such file or directory: 'out/report.txt'"],
    cured: (s) => void s.run("mkdir -p out && python3 w.py"),
    offers: /`mkdir -p out` cured it/,
  },
  {
    name: "the example of the variables copied",
    fails: ["node srv.js", NO_DATABASE],
    cured: (s) => {
      s.run("cp .env.example .env");
      s.run("node srv.js", "listening");
    },
    offers: /`cp \.env\.example \.env` cured it/,
  },
  {
    name: "one module after the other",
    fails: ["node app.js", "Error: Cannot find module 'lodash'\nRequire stack:\n- /home/ada/shop/app.js"],
    cured: (s) => {
      s.run("npm install", "up to date");
      s.run("npm install lodash", "added 1 package");
      s.fail("node app.js", "Error: Cannot find module 'chalk'\nRequire stack:\n- /home/ada/shop/app.js");
      s.run("npm install chalk", "added 1 package");
      s.run("node app.js", "ready");
    },
    offers: /: `npm install lodash` cured it/,
  },
  {
    name: "dash does not find the program",
    fails: ["pythonx a.py", "sh: 1: pythonx: not found", 127],
    cured: (s) => void s.run("python3 a.py", "ok"),
    offers: /`python3 a\.py` worked/,
  },
  {
    name: "git stash and git pull in one line",
    fails: [
      "git pull",
      "error: Your local changes to the following files would be overwritten by merge:\n\tcart.ts",
    ],
    cured: (s) => void s.run("git stash && git pull", "Fast-forward"),
    offers: /`git stash` cured it/,
  },
  {
    name: "a second try that goes well after a timeout, with an option to see more",
    fails: [
      "npm install",
      "npm error code ETIMEDOUT\nnpm error network request to the registry failed, reason: connect ETIMEDOUT",
    ],
    cured: (s) => void s.run("npm install --verbose", "added 120 packages"),
  },
  {
    name: "a tool edited elsewhere while the error names another file",
    fails: ["npm run build", "src/cart.ts(7,3): error TS2304: Cannot find name 'Price'."],
    cured: (s) => {
      s.edit("src/price.ts", "type Price = number;", "export type Price = number;");
      s.edit("src/cart.ts", "x", "y");
      s.run("npm run build");
    },
  },
  {
    name: "an install of a package that the error does not name",
    fails: ["node app.js", "Error: Cannot find module 'lodash'"],
    cured: (s) => {
      s.run("npm install chalk", "added 1 package");
      s.run("node app.js", "ready");
    },
  },
  {
    name: "a formatter beside the edit",
    fails: [
      "mise run lint",
      "[lint] $ golangci-lint run\ncart.go:4:2: total declared and not used (typecheck)\n[lint] ERROR task failed",
    ],
    cured: (s) => {
      s.edit("cart.go", "total := 1", "_ = 1");
      s.run("mise run fmt && mise run lint");
    },
    offers: /`cart\.go` was changed: `total := 1` → `_ = 1`/,
  },
];

/** Something stands beside the real cure and must not get the credit. */
export const BYSTANDERS: readonly Story[] = [
  {
    name: "a README edited beside the Write",
    fails: ["sh show.sh", "cat: ./missing.cfg: No such file or directory"],
    cured: (s) => {
      s.edit("README.md", "Old title here", "New title here");
      s.write("missing.cfg", "mode=fast\n");
      s.run("sh show.sh", "mode=fast");
    },
    offers: /`missing\.cfg` was changed: created with `mode=fast`\.$/,
  },
  {
    name: "an idle npm install beside the Write",
    fails: ["sh show.sh", "cat: ./missing.cfg: No such file or directory"],
    cured: (s) => {
      s.write("missing.cfg", "mode=fast\n");
      s.run("npm install", "up to date");
      s.run("sh show.sh", "mode=fast");
    },
    offers: /`missing\.cfg` was changed: created with `mode=fast`\.$/,
  },
  {
    name: "a README edited beside the variable",
    fails: ["node srv.js", NO_DATABASE],
    cured: (s) => {
      s.edit("README.md", "Old title here", "New title here");
      s.run("DATABASE_URL=sqlite:dev.db node srv.js", "listening");
    },
    offers: /`DATABASE_URL=sqlite:dev\.db node srv\.js` worked on \S+\.$/,
  },
  {
    name: "a chmod beside the folder",
    fails: ["npm test", NO_PACKAGE_JSON, 254],
    cured: (s) => {
      s.run("chmod 644 web/package.json");
      s.run("cd web && npm test", "> web@1.0.0 test\n> node --test\n\nℹ fail 0");
    },
    offers: /it worked in `web` on \S+\.$/,
  },
];
