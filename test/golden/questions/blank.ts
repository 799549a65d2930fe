import type { Questions } from "../dsl.ts";

/** A project that has no past: what others did is nothing to it, only the user's own memories hold here. */
export const blank: Questions = {
  project: { name: "blank", past: [] },
  prompts: [],
  silent: [
    { prompt: "Why are gift vouchers rounded half to even in the basket?" },
    { prompt: "fuzzer emphasis regression input" },
    { prompt: "배달 완료 푸시 알림 DeliveryPushListener 트랜잭션" },
    { prompt: "Are parquet files partitioned by store or by day?" },
  ],
  files: [{ read: "src/parser/emphasis.rs" }, { edit: "src/server.ts" }],
  failures: [
    {
      command: "cargo test emphasis",
      error: "error: no such file",
    },
    {
      command: "go build ./...",
      error:
        "internal/ui/progress.go:9:2: no required module provides package golang.org/x/term; to add it:\n\tgo get golang.org/x/term",
      wrong: "A cure that concerns no file of a project ends at the project's border (M4).",
    },
  ],
  searches: [{ for: "voucher" }, { for: "checkpoint rename", everywhere: true }],
  starts: [{ start: "the first session", at: "2026-03-02T09:00:00Z", whole: true }],
  subagents: [{ prompt: "Why are gift vouchers rounded half to even in the basket?" }],
};
