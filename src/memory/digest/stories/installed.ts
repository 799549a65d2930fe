/** Cured by a command that puts something in place. */
import { NO_REQUESTS, type Story } from "./story.ts";

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
