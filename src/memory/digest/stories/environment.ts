/** Cured by another environment or another folder. */
import { NO_DATABASE, NO_PACKAGE_JSON, NO_REQUESTS, PORT_TAKEN, type Story } from "./story.ts";

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
