/** Failures and how they were cured, as people and models do it. Written by hand; the outputs are the programs' own. */
import type { TestSession } from "./test-session.ts";

export interface Story {
  name: string;
  /** The failure; it comes up first in this session and again in the next one. */
  fails: readonly [command: string, output: string, code?: number];
  /** From the failure to the good run. */
  cured: (session: TestSession) => void;
  /** What the offer must say. Absent: nothing may be offered. */
  offers?: RegExp;
}

const TS_ERROR = "a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.";
const NO_DATABASE = `/home/ada/shop/srv.js:2
  throw new Error("DATABASE_URL is not set");
  ^

Error: DATABASE_URL is not set
    at Object.<anonymous> (/home/ada/shop/srv.js:2:9)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)

Node.js v22.14.0`;
const NO_REQUESTS = `Traceback (most recent call last):
  File "/home/ada/shop/a.py", line 1, in <module>
    import requests
ModuleNotFoundError: No module named 'requests'`;
const PORT_TAKEN =
  "Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle (node:net:1937:16)";
const NO_PACKAGE_JSON = `npm error code ENOENT
npm error syscall open
npm error path /home/ada/shop/package.json
npm error errno -2
npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/home/ada/shop/package.json'
npm error enoent This is related to npm not being able to find a file.`;

export const INSTALLED: readonly Story[] = [
  {
    name: "npm install of a missing package",
    fails: [
      "node app.js",
      "node:internal/modules/cjs/loader:1252\n  throw err;\n  ^\n\nError: Cannot find module 'lodash'\nRequire stack:\n- /home/ada/shop/app.js",
    ],
    cured: (s) => {
      s.run("npm install lodash", "added 1 package in 1s");
      s.run("node app.js", "ready");
    },
    offers: /`npm install lodash` cured it/,
  },
  {
    name: "pip install of a missing module",
    fails: ["python3 a.py", NO_REQUESTS],
    cured: (s) => {
      s.run("pip install requests", "Successfully installed requests-2.32.3");
      s.run("python3 a.py", "200");
    },
    offers: /`pip install requests` cured it/,
  },
  {
    name: "go mod tidy",
    fails: [
      "go build ./...",
      "main.go:5:2: no required module provides package github.com/google/uuid; to add it:\n\tgo get github.com/google/uuid",
    ],
    cured: (s) => {
      s.run("go mod tidy", "go: added github.com/google/uuid v1.6.0");
      s.run("go build ./...");
    },
    offers: /`go mod tidy` cured it/,
  },
  {
    name: "the example configuration copied",
    fails: [
      "python3 app.py",
      "Traceback (most recent call last):\n  File \"/home/ada/shop/app.py\", line 3, in <module>\n    cfg = json.load(open('config.json'))\nFileNotFoundError: [Errno 2] No such file or directory: 'config.json'",
    ],
    cured: (s) => {
      s.run("cp config.example.json config.json");
      s.run("python3 app.py", "ok");
    },
    offers: /`cp config\.example\.json config\.json` cured it/,
  },
  {
    name: "chmod +x",
    fails: ["./build.sh", "/bin/bash: line 1: ./build.sh: Permission denied", 126],
    cured: (s) => {
      s.run("chmod +x build.sh");
      s.run("./build.sh", "built");
    },
    offers: /`chmod \+x build\.sh` cured it/,
  },
  {
    name: "colima start",
    fails: [
      "docker ps",
      "Cannot connect to the Docker daemon at unix:///Users/ada/.colima/default/docker.sock. Is the docker daemon running?",
    ],
    cured: (s) => {
      s.run("colima start", "INFO[0012] done");
      s.run("docker ps", "CONTAINER ID   IMAGE");
    },
    offers: /`colima start` cured it/,
  },
  {
    name: "docker compose up",
    fails: [
      "npm test",
      "> shop@1.0.0 test\n> node test.js\n\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)",
    ],
    cured: (s) => {
      s.run("docker compose up -d db", "Container shop-db-1  Started");
      s.run("npm test", "> shop@1.0.0 test\n> node test.js\n\nok");
    },
    offers: /`docker compose up -d db` cured it/,
  },
  {
    name: "alembic upgrade",
    fails: [
      "python3 report.py",
      'Traceback (most recent call last):\n  File "/home/ada/shop/report.py", line 9, in <module>\nsqlite3.OperationalError: no such table: orders',
    ],
    cured: (s) => {
      s.run("alembic upgrade head", "INFO  [alembic.runtime.migration] Running upgrade -> 3f1c");
      s.run("python3 report.py", "12 orders");
    },
    offers: /`alembic upgrade head` cured it/,
  },
  {
    name: "npm ci, then npm install",
    fails: [
      "npm ci",
      "npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync. Please update your lock file with `npm install` before continuing.\nnpm error\nnpm error Missing: left-pad@1.3.0 from lock file",
    ],
    cured: (s) => {
      s.run("npm install", "added 3 packages");
      s.run("npm ci", "added 120 packages");
    },
    offers: /`npm install` cured it/,
  },
  {
    name: "pip install -e .",
    fails: [
      "pytest",
      "ImportError while loading conftest '/home/ada/shop/tests/conftest.py'.\ntests/conftest.py:1: in <module>\n    import shop\nE   ModuleNotFoundError: No module named 'shop'",
      4,
    ],
    cured: (s) => {
      s.run("pip install -e .", "Successfully installed shop-0.1.0");
      s.run("pytest", "===== 4 passed in 0.12s =====");
    },
    offers: /`pip install -e \.` cured it/,
  },
];

export const EDITED: readonly Story[] = [
  {
    name: "tsc, the line edited",
    fails: ["npx tsc --noEmit", TS_ERROR, 2],
    cured: (s) => {
      s.edit("a.ts", "const n: number = name;", "const n: string = name;");
      s.run("npx tsc --noEmit");
    },
    offers: /`a\.ts` was changed: `const n: number = name;` → `const n: string = name;`/,
  },
  {
    name: "pytest, the function edited",
    fails: [
      "pytest",
      "===== FAILURES =====\n____ test_total ____\n\n    def test_total():\n>       assert total([1, 2]) == 3\n\ntests/test_cart.py:4: \n\ncart.py:2: in total\n    return sum(item)\nE   NameError: name 'item' is not defined\n\ncart.py:2: NameError\n===== short test summary info =====\nFAILED tests/test_cart.py::test_total - NameError: name 'item' is not defined\n===== 1 failed in 0.03s =====",
    ],
    cured: (s) => {
      s.edit("cart.py", "return sum(item)", "return sum(items)");
      s.run("pytest", "===== 1 passed in 0.02s =====");
    },
    offers: /`cart\.py` was changed: `return sum\(item\)` → `return sum\(items\)`/,
  },
  {
    name: "node --test, the function edited",
    fails: [
      "node --test",
      "✖ parses an empty line (1.2ms)\n  TypeError [Error]: Cannot read properties of undefined (reading 'trim')\n      at parseLine (file:///home/ada/shop/parse.js:3:15)\n      at TestContext.<anonymous> (file:///home/ada/shop/parse.test.js:6:3)\n\nℹ tests 1\nℹ pass 0\nℹ fail 1",
    ],
    cured: (s) => {
      s.edit("parse.js", "return line.trim();", 'return (line ?? "").trim();');
      s.run("node --test", "✔ parses an empty line (0.8ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0");
    },
    offers: /`parse\.js` was changed: `return line\.trim\(\);` → /,
  },
  {
    name: "a piped test run",
    fails: [
      "npm test 2>&1 | tail -20",
      "FAIL  ./price.test.js\n  ● price › rounds\n\n    ReferenceError: roundTo is not defined\n\n      at price (price.js:4:10)\n      at Object.<anonymous> (price.test.js:5:12)\n\nTests:       1 failed, 3 passed, 4 total\nTime:        0.6 s",
    ],
    cured: (s) => {
      s.edit("price.js", "return roundTo(x);", "return Math.round(x);");
      s.run("npm test 2>&1 | tail -20", "Tests:       4 passed, 4 total\nTime:        0.5 s");
    },
    offers: /`price\.js` was changed: `return roundTo\(x\);` → /,
  },
  {
    name: ".env edited",
    fails: [
      "npm start",
      "> shop@1.0.0 start\n> node srv.js\n\nError: API_TOKEN is not set\n    at Object.<anonymous> (/home/ada/shop/srv.js:2:9)",
    ],
    cured: (s) => {
      s.edit(".env", "PORT=3000", "PORT=3000\nAPI_TOKEN=dummy");
      s.run("npm start", "listening on 3000");
    },
    offers: /`\.env` was changed: added `API_TOKEN=dummy`/,
  },
  {
    name: "build, then build && test",
    fails: [
      "npm run build",
      "> shop@1.0.0 build\n> tsc -p .\n\nsrc/cart.ts(7,3): error TS2304: Cannot find name 'Prise'.",
    ],
    cured: (s) => {
      s.edit("src/cart.ts", "price: Prise;", "price: Price;");
      s.run(
        "npm run build && npm test",
        "> shop@1.0.0 build\n> tsc -p .\n\n> shop@1.0.0 test\n> node --test\n\nℹ fail 0",
      );
    },
    offers: /`src\/cart\.ts` was changed: `price: Prise;` → `price: Price;`/,
  },
  {
    name: "twelve lines with an undefined name",
    fails: [
      "python3 c.py",
      "Traceback (most recent call last):\n  File \"/home/ada/shop/c.py\", line 1, in <module>\n    print(valeu)\nNameError: name 'valeu' is not defined. Did you mean: 'value'?",
    ],
    cured: (s) => {
      const lines = (name: string): string =>
        Array.from({ length: 12 }, (_, i) => `print(${name} + ${i})`).join("\n");
      s.edit("c.py", lines("valeu"), lines("value"));
      s.run("python3 c.py", "1");
    },
    offers: /`c\.py` was changed: `print\(valeu \+ 0\)` \(12 lines\) → `print\(value \+ 0\)` \(12 lines\)/,
  },
  {
    name: "a - b edited to a + b",
    fails: [
      "npm test",
      "> shop@1.0.0 test\n> node test.js\n\nnode:assert:126\n  throw new AssertionError(obj);\n  ^\n\nAssertionError [ERR_ASSERTION]: add(1, 2) is 3\n    at Object.<anonymous> (/home/ada/shop/add.test.js:3:8)",
    ],
    cured: (s) => {
      s.edit("add.js", "a-b", "a+b");
      s.run("npm test", "> shop@1.0.0 test\n> node test.js\n");
    },
    offers: /`add\.js` was changed: `a-b` → `a\+b`/,
  },
  {
    name: "a comma too much in JSON",
    fails: [
      "node r.js",
      "node:internal/modules/cjs/loader:1252\n  throw err;\n  ^\n\nSyntaxError: /home/ada/shop/data.json: Expected double-quoted property name in JSON at position 7 (line 1 column 8)\n    at parse (<anonymous>)",
    ],
    cured: (s) => {
      s.edit("data.json", '{"a":1,}', '{"a":1}');
      s.run("node r.js", "1");
    },
    offers: /`data\.json` was changed: `\{"a":1,\}` → `\{"a":1\}`/,
  },
  {
    name: "the real cure in one file, other files edited beside it",
    fails: [
      "npm run build",
      "> shop@1.0.0 build\n> tsc --noEmit a.ts c.ts\n\na.ts(2,3): error TS2554: Expected 0 arguments, but got 1.\nc.ts(2,3): error TS2554: Expected 0 arguments, but got 1.",
    ],
    cured: (s) => {
      s.edit("b.ts", "export function f() {", "export function f(count: number) {");
      s.edit("a.ts", "f(1);", "f(10);");
      s.edit("c.ts", "f(2);", "f(20);");
      s.edit("d.ts", "const x = 1;", "const x = 2;");
      s.run("npm run build", "> shop@1.0.0 build\n> tsc --noEmit a.ts c.ts\n");
    },
  },
];

export const WRITTEN: readonly Story[] = [
  {
    name: "Write of the missing file",
    fails: ["sh show.sh", "cat: ./missing.cfg: No such file or directory"],
    cured: (s) => {
      s.write("missing.cfg", "mode=fast\n");
      s.run("sh show.sh", "mode=fast");
    },
    offers: /`missing\.cfg` was changed: created with `mode=fast`/,
  },
  {
    name: "Write of the whole file",
    fails: ["tsc --noEmit a.ts", TS_ERROR, 2],
    cured: (s) => {
      s.write("a.ts", 'const name = "x";\nconst n: string = name;\nexport { n };\n');
      s.run("tsc --noEmit a.ts");
    },
    offers: /`a\.ts` was changed: rewritten with `const/,
  },
  {
    name: "sed -i",
    fails: ["tsc --noEmit a.ts", TS_ERROR, 2],
    cured: (s) => {
      s.run("sed -i 's/n: number/n: string/' a.ts");
      s.run("tsc --noEmit a.ts");
    },
    offers: /`a\.ts` was changed: by `sed -i 's\/n: number\/n: string\/' a\.ts`/,
  },
  {
    name: "a here-document",
    fails: [
      "python3 app.py",
      "Traceback (most recent call last):\n  File \"/home/ada/shop/app.py\", line 3, in <module>\nFileNotFoundError: [Errno 2] No such file or directory: 'config.json'",
    ],
    cured: (s) => {
      s.run("cat > config.json <<'EOF'\n{\"port\": 3000}\nEOF");
      s.run("python3 app.py", "ok");
    },
    offers: /`config\.json` was changed: created with `\{"port": 3000\}`/,
  },
  {
    name: "echo into a file",
    fails: [
      "python3 app.py",
      "Traceback (most recent call last):\n  File \"/home/ada/shop/app.py\", line 2, in <module>\nFileNotFoundError: [Errno 2] No such file or directory: '.env'",
    ],
    cured: (s) => {
      s.run('echo "A=1" > .env');
      s.run("python3 app.py", "ok");
    },
    offers: /`\.env` was changed: created with `A=1`/,
  },
  {
    name: "mkdir -p",
    fails: [
      "python3 w.py",
      "Traceback (most recent call last):\n  File \"/home/ada/shop/w.py\", line 1, in <module>\nFileNotFoundError: [Errno 2] No such file or directory: 'out/report.txt'",
    ],
    cured: (s) => {
      s.run("mkdir -p out");
      s.run("python3 w.py");
    },
    offers: /`mkdir -p out` cured it/,
  },
];

export const ENVIRONMENT: readonly Story[] = [
  {
    name: "a variable in front",
    fails: ["node srv.js", NO_DATABASE],
    cured: (s) => void s.run("DATABASE_URL=sqlite:dev.db node srv.js", "listening"),
    offers: /`DATABASE_URL=sqlite:dev\.db node srv\.js` worked/,
  },
  {
    name: "export",
    fails: ["node srv.js", NO_DATABASE],
    cured: (s) => void s.run("export DATABASE_URL=sqlite:dev.db && node srv.js", "listening"),
    offers: /`export DATABASE_URL=sqlite:dev\.db && node srv\.js` worked/,
  },
  {
    name: "a file of variables",
    fails: ["node srv.js", NO_DATABASE],
    cured: (s) => void s.run("set -a && . ./.env && set +a && node srv.js", "listening"),
    offers: /`set -a && \. \.\/\.env && node srv\.js` worked/,
  },
  {
    name: "a virtual environment activated",
    fails: ["python3 a.py", NO_REQUESTS],
    cured: (s) => void s.run(". v/activate && python3 a.py", "200"),
    offers: /`\. v\/activate && python3 a\.py` worked/,
  },
  {
    name: "the Python of the virtual environment",
    fails: ["python3 a.py", NO_REQUESTS],
    cured: (s) => void s.run(".venv/bin/python a.py", "200"),
    offers: /`\.venv\/bin\/python a\.py` worked/,
  },
  {
    name: "another version of node",
    fails: ["sh x.sh", "error: node 16.20.0 is too old, this needs node 20"],
    cured: (s) => void s.run(". ./nvm.sh && nvm use 20 && sh x.sh", "Now using node v20.11.0\nok"),
    offers: /`\. \.\/nvm\.sh && nvm use 20 && sh x\.sh` worked/,
  },
  {
    name: "another port",
    fails: ["sh serve.sh", PORT_TAKEN],
    cured: (s) => void s.run("PORT=3001 sh serve.sh", "listening on 3001"),
    offers: /`PORT=3001 sh serve\.sh` worked/,
  },
];

export const FOLDERS: readonly Story[] = [
  {
    name: "cd into the folder",
    fails: ["npm test", NO_PACKAGE_JSON, 254],
    cured: (s) => void s.run("cd web && npm test", "> web@1.0.0 test\n> node --test\n\nℹ fail 0"),
    offers: /it worked in `web`/,
  },
  {
    name: "--prefix",
    fails: ["npm test", NO_PACKAGE_JSON, 254],
    cured: (s) => void s.run("npm --prefix web test", "> web@1.0.0 test\n> node --test\n\nℹ fail 0"),
    offers: /`npm --prefix web test` worked/,
  },
];

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
