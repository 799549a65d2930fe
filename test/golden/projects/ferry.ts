/** A command line tool that copies tables between databases: Go, cobra, golangci-lint, goreleaser. */
import {
  agent,
  answer,
  ask,
  edit,
  fail,
  memory,
  type Project,
  read,
  repeat,
  run,
  session,
  write,
} from "../dsl.ts";

export const ferry: Project = {
  name: "ferry",
  past: [
    memory(
      "project://rules/errors",
      "2026-01-07T08:00:00Z",
      "Errors are wrapped with %w and start in lower case, without a full stop.",
      {
        priority: 2,
        disclosure: "When a *.go file is changed",
      },
    ),
    memory(
      "project://release/signing",
      "2026-01-29T08:00:00Z",
      "Releases are signed with cosign in CI only; nobody has the key on a laptop.",
    ),

    session(
      "fy01-manifest",
      "2026-01-08T09:00:00Z",
      ask("Load all sample manifests into the test database, one after the other"),
      run("ls testdata/manifests | wc -l", "310"),
      run("make manifest-check", "manifest-check: schema of the sample files is valid"),
      // A long list: so many records of one word that only the newest are walked.
      repeat(305, (n) => run(`./load.sh ${1000 + n}`, `row ${1000 + n} of the manifest copied`)),
      answer("All sample files are loaded."),
    ),

    session(
      "fy02-errcheck",
      "2026-01-12T10:00:00Z",
      ask("golangci-lint complains in the copier, please fix"),
      fail(
        "golangci-lint run ./...",
        "internal/copier/copier.go:88:16: Error return value of `rows.Close` is not checked (errcheck)\n\tdefer rows.Close()\n\t               ^\n1 issues:\n* errcheck: 1",
      ),
      edit(
        "internal/copier/copier.go",
        "\tdefer rows.Close()",
        "\tdefer func() { err = errors.Join(err, rows.Close()) }()",
      ),
      run("golangci-lint run ./...", "0 issues."),
      answer("rows.Close is joined into the returned error."),
    ),

    session(
      "fy03-resume",
      "2026-01-16T13:00:00Z",
      ask("A copy that was interrupted should resume where it stopped, not from the first row"),
      write(
        "internal/checkpoint/checkpoint.go",
        "package checkpoint\n\n// Save writes the last copied key of a table.\nfunc Save(path string, key Key) error {\n\treturn nil\n}\n",
      ),
      edit(
        "internal/copier/copier.go",
        "for rows.Next() {",
        "for rows.Next() {\n\t\tif err := checkpoint.Save(c.path, key); err != nil {\n\t\t\treturn err\n\t\t}",
      ),
      fail(
        "go build ./...",
        "# ferry/internal/copier\ninternal/copier/copier.go:93:13: undefined: checkpoint",
      ),
      edit(
        "internal/copier/copier.go",
        'import (\n\t"context"',
        'import (\n\t"context"\n\n\t"ferry/internal/checkpoint"',
      ),
      run("go build ./...", ""),
      fail(
        "go test ./internal/checkpoint",
        "--- FAIL: TestSave (0.00s)\n    checkpoint_test.go:21: rename ckpt.tmp ckpt: invalid cross-device link\nFAIL",
      ),
      edit(
        "internal/checkpoint/checkpoint.go",
        'os.CreateTemp("", "ckpt")',
        'os.CreateTemp(filepath.Dir(path), "ckpt")',
      ),
      run("go test ./internal/checkpoint", "ok  \tferry/internal/checkpoint\t0.011s"),
      answer(
        "Each batch saves a checkpoint with the last key; the temporary file is beside the checkpoint, so that the rename stays on one device.",
      ),
    ),

    session(
      "fy04-progress",
      "2026-01-20T09:00:00Z",
      ask("Show a progress bar only on a terminal; in CI logs it makes thousands of lines"),
      edit(
        "internal/ui/progress.go",
        "bar := newBar(total)",
        "if !term.IsTerminal(int(os.Stderr.Fd())) {\n\t\treturn quiet{}\n\t}\n\tbar := newBar(total)",
      ),
      fail(
        "go build ./...",
        "internal/ui/progress.go:9:2: no required module provides package golang.org/x/term; to add it:\n\tgo get golang.org/x/term",
      ),
      run("go get golang.org/x/term", "go: added golang.org/x/term v0.28.0"),
      run("go build ./...", ""),
      answer("The bar is drawn only when stderr is a terminal; otherwise one line per table."),
    ),

    session(
      "fy05-race",
      "2026-01-23T10:00:00Z",
      ask("go test -race reports a data race in the worker pool"),
      fail(
        "go test -race ./internal/pool",
        "WARNING: DATA RACE\nWrite at 0x00c0000b4010 by goroutine 9:\n  ferry/internal/pool.(*Pool).run()\n--- FAIL: TestPoolStops (0.02s)\n    testing.go:1490: race detected during execution of test",
      ),
      edit("internal/pool/pool.go", "\tp.done++", "\tatomic.AddInt64(&p.done, 1)"),
      run("go test -race ./internal/pool", "ok  \tferry/internal/pool\t1.204s"),
      answer("The counter of finished jobs is atomic now; the race in the worker pool is gone."),
    ),

    session(
      "fy06-release",
      "2026-01-29T15:00:00Z",
      ask("Release v0.9.0"),
      fail(
        "goreleaser relase --snapshot",
        'Error: unknown command "relase" for "goreleaser"\nDid you mean this?\n\trelease',
        1,
      ),
      run("goreleaser release --snapshot --clean", "  • release succeeded after 48s"),
      fail(
        "git push origin v0.9.0",
        "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      ),
      answer("The snapshot is built; the tag is not pushed, since you stopped it."),
      ask("Never push tags yourself, the release workflow does that."),
      answer("Understood."),
    ),

    session(
      "fy07-postgres-arrays",
      "2026-02-05T09:00:00Z",
      ask("Copying Postgres arrays to MySQL fails with unsupported type _text"),
      agent(
        "Plan",
        "Map _text and _int4 to JSON columns in internal/types/mapping.go; MySQL has no arrays.",
        read("internal/types/mapping.go", 'case "text": return "LONGTEXT"'),
      ),
      edit(
        "internal/types/mapping.go",
        'case "text":',
        'case "_text", "_int4":\n\t\treturn "JSON", nil\n\tcase "text":',
      ),
      run("go test ./internal/types", "ok  \tferry/internal/types\t0.006s"),
      answer("Arrays of Postgres become JSON columns in MySQL; see internal/types/mapping.go."),
    ),

    session(
      "fy08-config",
      "2026-02-12T09:00:00Z",
      ask("Read the connection strings from ferry.toml instead of flags"),
      write(
        "internal/config/config.go",
        "package config\n\nfunc Load(path string) (*Config, error) {\n\treturn nil, nil\n}\n",
      ),
      edit(
        "cmd/root.go",
        'root.Flags().String("dsn", "", "")',
        'root.Flags().String("config", "ferry.toml", "where the connections are")',
      ),
      run("go test ./...", "ok  \tferry/internal/config\t0.004s\nok  \tferry/cmd\t0.010s"),
      answer("Connections are read from ferry.toml; --config names another file."),
    ),

    session(
      "fy09-windows",
      "2026-02-20T09:00:00Z",
      ask("On Windows the checkpoint cannot be replaced: Access is denied"),
      edit(
        "internal/checkpoint/checkpoint.go",
        "os.Rename(tmp.Name(), path)",
        "renameio.WriteFile(path, data, 0o600)",
      ),
      run("GOOS=windows go vet ./...", ""),
      run("go test ./internal/checkpoint", "ok  \tferry/internal/checkpoint\t0.013s"),
      answer(
        "The checkpoint is written with renameio, which closes the file before it is replaced on Windows.",
      ),
    ),
  ],
};
