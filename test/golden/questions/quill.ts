import type { Questions } from "../dsl.ts";
import { quill as project } from "../projects/quill.ts";

export const quill: Questions = {
  project,
  prompts: [
    { prompt: "How are escaped pipes in table cells parsed in table.rs?" },
    { prompt: "inline parser borrowed text" },
    { prompt: "fuzzer emphasis regression input" },
    { prompt: "Emphasis parsing panics at a wide character in emphasis.rs" },
    { prompt: "footnote reference without a definition" },
    { prompt: "Are spans byte offsets or character offsets?" },
    { prompt: "Where is the fuzz corpus? It is not in git" },
    { prompt: "autolink with a closing parenthesis" },
    { prompt: "May I use let chains, given the minimum Rust version?" },
  ],
  silent: [
    { prompt: "continue" },
    { prompt: "great, thanks a lot" },
    { prompt: "Which editor do you recommend?" },
    { prompt: "Refactor this file" },
    { prompt: "The nightly DAG has an import error again" },
    { prompt: "Support definition lists" },
    { prompt: "Update the year in the licence" },
    { prompt: "Render tables as plain text" },
    { prompt: "Write a blog post about the emphasis rules" },
  ],
  files: [
    { read: "src/parser/emphasis.rs" },
    { edit: "src/parser/table.rs" },
    { read: "src/parser/footnote.rs" },
    { edit: "src/render/html.rs", wrong: "The prompt behind the change says nothing about it (R3)." },
    { read: "src/lib.rs" },
  ],
  failures: [
    {
      command: "cargo build",
      error:
        "error[E0106]: missing lifetime specifier\n  --> src/parser/inline.rs:77:17\n   |\n77 |     nodes: Vec<Inline>,",
      exit: 101,
    },
    {
      command: "cargo test emphasis",
      error:
        "thread 'emphasis::wide' panicked at src/parser/emphasis.rs:51:9:\nbyte index 3 is not a char boundary; it is inside '字' (bytes 2..5)",
      exit: 101,
    },
    {
      command: "cargo build",
      error:
        "error[E0433]: failed to resolve: use of undeclared type `Alignment`\n  --> src/parser/table.rs:90:20\n   |\n90 |     let align = Alignment::Right;",
    },
    {
      command: "cargo build --target wasm32-unknown-unknown",
      error:
        "error[E0463]: can't find crate for `core`\n  = note: the `wasm32-unknown-unknown` target may not be installed",
      exit: 101,
    },
    {
      command: "cargo publish --dry-run",
      error:
        "error: 1 files in the working directory contain changes that were not yet committed into git:\n\nCargo.lock",
      exit: 101,
      wrong: "The commit that cured it was not learned (M2).",
    },
    {
      command: "cargo clippy -- -D warnings",
      error: "error: this `if` statement can be collapsed\n  --> src/render/text.rs:12:5",
      wrong: "The edit of html.rs is offered for text.rs, which the error names (R1).",
    },
    { command: "cargo test", error: "error: linking with `cc` failed: exit status: 1", exit: 101 },
  ],
  searches: [
    { for: "table" },
    { for: "tables pipes" },
    { for: "parse_table" },
    { for: "src/parser/emphasis.rs" },
    { for: "emphasys parsing" },
    { for: '"char boundary"' },
    { for: "字" },
    { for: "wasm", type: "observation", since: "2026-01-20T00:00:00Z" },
    { for: "E0463" },
    { for: "spans", type: "memory" },
    { for: "parser" },
  ],
  starts: [
    { start: "after /clear", at: "2026-03-02T10:00:00Z", source: "clear" },
    {
      start: "the release session goes on",
      at: "2026-02-26T09:00:00Z",
      source: "resume",
      resumes: "qu07-release",
    },
    { start: "the Monday after", at: "2026-03-02T09:00:00Z" },
    {
      start: "the emphasis session goes on",
      at: "2026-02-26T09:00:00Z",
      source: "resume",
      resumes: "qu04-panic",
    },
  ],
  subagents: [{ prompt: "Look for other places in the emphasis parsing that are not at a char boundary" }],
};
