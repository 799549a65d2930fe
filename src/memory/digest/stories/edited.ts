/** Cured by a change of a file: an editing tool, or a shell. */
import { type Story, TS_ERROR } from "./story.ts";

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
