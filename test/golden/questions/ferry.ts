import type { Questions } from "../dsl.ts";
import { ferry as project } from "../projects/ferry.ts";

export const ferry: Questions = {
  project,
  prompts: [
    {
      prompt:
        "Why is the checkpoint's temporary file in the same directory, something with rename and devices?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    {
      prompt: "The race detector complains about the worker pool again",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "race in the worker pool: pool.go counter" },
    { prompt: "Copying Postgres arrays: which types mapping?" },
    { prompt: "Windows: the checkpoint cannot be replaced in checkpoint.go" },
    { prompt: "wrapped errors: lower case with %w?" },
    { prompt: "How are Postgres arrays mapped to MySQL types?" },
    {
      prompt: "Why is there no progress bar when stderr is not a terminal?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "Who signs releases with cosign, can I do it on my laptop?" },
    {
      prompt: "rows.Close in copier.go: what do we do with its error?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    {
      prompt: "checkpoint on Windows: how is the file replaced there?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
  ],
  silent: [
    { prompt: "go on" },
    { prompt: "nice work" },
    { prompt: "What time is it?" },
    { prompt: "The Stripe webhook fails again with a wrong signature" },
    { prompt: "Add shell completion for fish" },
    { prompt: "Write a man page" },
    { prompt: "Is the code formatted?" },
    {
      prompt: "Add a config option for the number of workers in the pool",
      wrong: "two words in common, in a small project",
    },
    { prompt: "Print the progress as JSON" },
  ],
  files: [
    { read: "internal/copier/copier.go" },
    { edit: "internal/checkpoint/checkpoint.go" },
    { read: "internal/pool/pool.go" },
    { edit: "internal/types/mapping.go" },
    { read: "cmd/version.go" },
    { read: "Makefile" },
  ],
  failures: [
    { command: "go vet ./...", error: "internal/config/config.go:9:2: unreachable code" },
    {
      command: "go test -race ./internal/pool",
      wrong: "One cured failure is told as two solutions (M7).",
      error:
        "WARNING: DATA RACE\n--- FAIL: TestPoolStops (0.07s)\n    testing.go:1490: race detected during execution of test",
    },
    { command: "go build ./...", error: "internal/copier/copier.go:140:9: undefined: checkpoint" },
    {
      command: "golangci-lint run ./...",
      error:
        "internal/copier/copier.go:120:16: Error return value of `rows.Close` is not checked (errcheck)\n\tdefer rows.Close()\n1 issues:\n* errcheck: 1",
    },
    {
      command: "golangci-lint run ./...",
      error: "internal/export/export.go:51:13: Error return value of `w.Flush` is not checked (errcheck)",
      wrong:
        "The cure of rows.Close in another file is offered for w.Flush: the names in the error do not fit (M8).",
    },
    {
      command: "go build ./...",
      error:
        "internal/ui/progress.go:9:2: no required module provides package golang.org/x/term; to add it:\n\tgo get golang.org/x/term",
    },
    {
      command: "goreleaser relase",
      error: 'Error: unknown command "relase" for "goreleaser"\nDid you mean this?\n\trelease',
    },
    {
      command: "go test ./internal/checkpoint",
      wrong: "One cured failure is stored and told as two solutions (M7).",
      error:
        "--- FAIL: TestSave (0.00s)\n    checkpoint_test.go:21: rename ckpt.tmp ckpt: invalid cross-device link\nFAIL",
    },
    { command: "go test ./cmd", error: "panic: flag redefined: config\n\ngoroutine 1 [running]:" },
  ],
  searches: [
    { for: "manifest", limit: 3 },
    { for: "manifest", limit: 3, type: "observation" },
    { for: "checkpoint", wrong: "One cured failure comes twice, first and second (M7)." },
    { for: "checkpoints renamed" },
    { for: "internal/copier/copier.go", type: "observation" },
    { for: "errcheck" },
    { for: '"worker pool"' },
    { for: "cosing laptop" },
    { for: "postgres arrays json" },
    { for: "race", type: "solution" },
    { for: "IsTerminal" },
    { for: "checkpoint", since: "2026-02-15T00:00:00Z", type: "response" },
  ],
  starts: [
    {
      start: "after /clear",
      at: "2026-03-02T10:00:00Z",
      source: "clear",
      wrong:
        "A refused call is listed as a failure, and `relase`, set right at once, as not seen fixed (R4).",
    },
    {
      start: "the Monday after",
      at: "2026-03-02T09:00:00Z",
      wrong:
        "A refused call is listed as a failure, and `relase`, set right at once, as not seen fixed (R4).",
    },
    {
      start: "the release session goes on",
      at: "2026-03-01T09:00:00Z",
      source: "resume",
      resumes: "fy06-release",
    },
  ],
  subagents: [{ prompt: "Find out where else a checkpoint file is renamed across devices" }],
};
