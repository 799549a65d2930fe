/** One thing was different when the same program went well: that is a cure after one case, also for another command. */
import { describe, expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { toDigest } from "../digest/build.ts";
import { toFailure } from "../digest/calls.ts";
import { cureFor } from "./failure-cures.ts";

type Session = ReturnType<typeof createSession>;

function offered(
  story: (session: Session) => void,
  repeat: (session: Session) => ReturnType<Session["call"]>,
) {
  const first = createSession("first");
  story(first);
  const failure = toFailure(repeat(createSession("second", Date.UTC(2026, 2, 2))), PROJECT);
  return failure === undefined ? undefined : cureFor(failure, [toDigest(first.session)])?.text;
}

const missing = (name: string) =>
  `ImportError while loading conftest 'tests/conftest.py'.\nE   ModuleNotFoundError: No module named '${name}'`;

describe("one difference is a cure after one case", () => {
  test("the same command behind another program", () =>
    expect(
      offered(
        (s) => {
          s.fail("pytest tests/a.py", missing("pint"));
          s.run("ls");
          s.run("uv run pytest tests/a.py", "1 passed in 0.1s");
        },
        (s) => s.fail("pytest tests/b.py", missing("scipy")),
      ),
    ).toContain("`uv run pytest tests/b.py` worked"));

  test("one other call of the same MCP server", () => {
    const closed = "MCP error -32603: no active session: open a connection first";
    const story = (isSole: boolean) => (s: Session) => {
      s.call("mcp__db__query", { sql: "select 1" }, false, closed);
      s.call("mcp__db__connect", { profile: "lab" }, true, "connected");
      if (!isSole) s.call("mcp__db__list", {}, true, "[]");
      s.call("mcp__db__query", { sql: "select 1" }, true, "[1]");
    };
    const again = (s: Session) => s.call("mcp__db__query", { sql: "select 2" }, false, closed);
    expect(offered(story(true), again)).toContain("mcp__db__connect");
    expect(offered(story(false), again)).toBeUndefined();
  });

  test("one step before the same command, with the name of the new failure", () =>
    expect(
      offered(
        (s) => {
          s.fail("docker compose up", "network edge declared as external, but could not be found");
          s.run("docker network create edge");
          s.run("docker compose up");
        },
        (s) => s.fail("docker compose up -d", "network inner declared as external, but could not be found"),
      ),
    ).toContain("`docker network create inner` cured it"));

  test("a script that fetches the missing file", () =>
    expect(
      offered(
        (s) => {
          s.fail(
            "go test ./geo",
            "--- FAIL: TestTiles (0.00s)\n    open testdata/tiles: no such file or directory",
          );
          s.run("./hack/fetch-testdata.sh geo");
          s.run("go test ./geo", "ok  \tgeo\t0.1s");
        },
        (s) =>
          s.fail(
            "go test ./geo",
            "--- FAIL: TestTiles (0.00s)\n    open testdata/tiles: no such file or directory",
          ),
      ),
    ).toContain("`./hack/fetch-testdata.sh geo` cured it"));

  test("a setting of the program that failed", () =>
    expect(
      offered(
        (s) => {
          s.fail("git push", "fatal: The current branch tide has no upstream branch.");
          s.run("git config push.autoSetupRemote true");
          s.run("git push");
        },
        (s) => s.fail("git push", "fatal: The current branch moon has no upstream branch."),
      ),
    ).toContain("`git config push.autoSetupRemote true` cured it"));

  test("a group of packages, also for another program that it holds", () => {
    const missing = (name: string) =>
      `error: Failed to spawn: \`${name}\`\n  Caused by: No such file or directory`;
    expect(
      offered(
        (s) => {
          s.fail("uv run pytest -q", missing("pytest"));
          s.run("uv sync --extra dev");
          s.run("uv run pytest -q", "16 passed in 1.02s");
        },
        (s) => s.fail("uv run ruff check .", missing("ruff")),
      ),
    ).toContain("`uv sync --extra dev` cured it");
  });

  test("an option or a variable, with commands in between that only read", () => {
    const unset = "Error: set `URL_OF_STORE` to use query macros";
    const story = (between: string) =>
      offered(
        (s) => {
          s.fail("cargo test -p ledger", unset);
          s.run(between);
          s.run("SQLX_OFFLINE=true cargo test -p ledger", "test result: ok. 22 passed; 0 failed");
        },
        (s) => s.fail("cargo test -p ledger", unset),
      );
    for (const look of [
      "docker ps",
      "cargo tree -i sqlx",
      "docker compose config --services",
      "npm outdated",
    ])
      expect([look, story(look)]).toEqual([look, expect.stringContaining("SQLX_OFFLINE=true")]);
    expect(story("docker compose up -d")).toBeUndefined();
  });

  test("the next failure shows only the first sentence", () => {
    const first = "ImproperlyConfigured: Requested setting APPS, but settings are not configured.";
    expect(
      offered(
        (s) => {
          s.fail(
            "python manage.py test a",
            `${first} You must define the variable or call settings.configure() first.`,
          );
          s.run("python manage.py test a --settings=conf.dev", "OK");
        },
        (s) => s.fail("python manage.py test b", first),
      ),
    ).toContain("--settings=conf.dev` worked");
  });

  test("the complaint is known again where it is not the first line", () =>
    expect(
      offered(
        (s) => {
          s.fail(
            "go test ./a",
            "--- FAIL: TestOpen (0.00s)\n    a_test.go:3: go-store requires cgo to work here\nFAIL",
          );
          s.run("CGO_ENABLED=1 go test ./a", "ok  	a	0.1s");
        },
        (s) => s.fail("go run ./b", "2026/03/02 10:00:00 go-store requires cgo to work here\nexit status 1"),
      ),
    ).toContain("`CGO_ENABLED=1 go run ./b` worked"));

  test("another address for the same page, and the right name for an MCP tool's argument", () => {
    const page = (s: Session, url: string, ok: boolean) =>
      s.call("WebFetch", { url, prompt: "read it" }, ok, ok ? "text" : "Request failed with status code 404");
    const [wrong, right] = ["https://docs.example.org/v1/api", "https://docs.example.org/v2/api"];
    const again = offered(
      (s) => {
        page(s, wrong, false);
        page(s, right, true);
      },
      (s) => page(s, wrong, false),
    );
    expect(again).toContain(right);
    const query = (s: Session, table: string, ok: boolean) =>
      s.call("mcp__db__query", { table, limit: 5 }, ok, ok ? "[]" : `Error: unknown table ${table}`);
    const asked = offered(
      (s) => {
        query(s, "shop_order", false);
        query(s, "shop_orders_order", true);
      },
      (s) => query(s, "shop_order", false),
    );
    expect(asked).toContain("shop_orders_order");
  });
});

describe("no step gets credit", () => {
  const flaky = (output: string, step: string) =>
    offered(
      (s) => {
        s.fail("make flash", output);
        s.run(step);
        s.run("make flash");
      },
      (s) => s.fail("make flash", output),
    );
  test("for what comes and goes", () =>
    expect(flaky("Error: download: TLS handshake timeout", "apt-get install -y jq")).toBeUndefined());
  test("that provides nothing", () =>
    expect(flaky("Error: unable to open build/a.elf", "arm-size build/a.elf")).toBeUndefined());
  test("beside another one", () =>
    expect(
      offered(
        (s) => {
          s.fail("make flash", "Error: probe not found");
          s.run("apt-get install -y openocd");
          s.run("apt-get install -y stlink");
          s.run("make flash");
        },
        (s) => s.fail("make flash", "Error: probe not found"),
      ),
    ).toBeUndefined());
});
