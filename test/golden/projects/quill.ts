/** A Markdown parser as a library: Rust, cargo, clippy, criterion, cargo-fuzz. */
import { agent, answer, ask, edit, fail, memory, type Project, read, run, session, write } from "../dsl.ts";

export const quill: Project = {
  name: "quill",
  past: [
    memory(
      "project://rules/msrv",
      "2026-01-09T08:00:00Z",
      "The minimum supported Rust version is 1.74: no let chains, no async traits.",
      {
        priority: 1,
      },
    ),
    memory(
      "project://parser/spans",
      "2026-01-21T08:00:00Z",
      "Spans are byte offsets into the source, never character offsets.",
      { disclosure: "When working in src/parser/" },
    ),
    memory(
      "project://fuzz/corpus",
      "2026-02-04T08:00:00Z",
      "The fuzz corpus is in a bucket, fetched with just fuzz-corpus; it is not in git.",
    ),

    session(
      "qu01-tables",
      "2026-01-10T09:00:00Z",
      ask("Parse GFM tables: alignment row, escaped pipes in table cells"),
      write("src/parser/table.rs", "pub fn parse_table(input: &str) -> Option<Table> {\n    None\n}\n"),
      fail(
        "cargo build",
        "error[E0433]: failed to resolve: use of undeclared type `Alignment`\n  --> src/parser/table.rs:14:20\n   |\n14 |     let align = Alignment::Left;\n   |                 ^^^^^^^^^ use of undeclared type `Alignment`",
        101,
      ),
      edit("src/parser/table.rs", "use crate::ast::Table;", "use crate::ast::{Alignment, Table};"),
      run("cargo build", "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.92s"),
      run("cargo test table", "test result: ok. 12 passed; 0 failed; 0 ignored"),
      answer(
        "Tables are parsed in src/parser/table.rs; escaped pipes stay in their table cell and the alignment row is required.",
      ),
    ),

    session(
      "qu02-borrow",
      "2026-01-14T09:00:00Z",
      ask("Make the inline parser work on borrowed text, the copies cost a third of the time"),
      edit("src/parser/inline.rs", "text: String,", "text: Cow<'a, str>,"),
      fail(
        "cargo build",
        "error[E0106]: missing lifetime specifier\n  --> src/parser/inline.rs:31:17\n   |\n31 |     nodes: Vec<Inline>,\n   |                ^^^^^^ expected named lifetime parameter",
        101,
      ),
      edit("src/parser/inline.rs", "    nodes: Vec<Inline>,", "    nodes: Vec<Inline<'a>>,"),
      run("cargo build", "    Finished `dev` profile target(s) in 2.04s"),
      run("cargo bench --bench inline", "inline/borrowed  time: [41.2 us]  change: -34.1 %"),
      answer("Inline nodes borrow from the source with Cow; the inline benchmark is 34 % faster."),
    ),

    session(
      "qu03-clippy",
      "2026-01-17T09:00:00Z",
      ask("Fix what clippy says"),
      fail(
        "cargo clippy -- -D warnings",
        "error: this `if` statement can be collapsed\n  --> src/render/html.rs:52:5\n   = note: `-D clippy::collapsible-if` implied by `-D warnings`",
        101,
      ),
      edit("src/render/html.rs", "if open {\n        if tight {", "if open && tight {"),
      run("cargo clippy -- -D warnings", "    Finished `dev` profile target(s) in 0.61s"),
      answer("One nested if in the HTML renderer is collapsed."),
      ask("Do not ever silence clippy with allow attributes, fix the code instead."),
      answer("Agreed."),
    ),

    session(
      "qu04-panic",
      "2026-01-21T13:00:00Z",
      ask("The fuzzer found a panic: byte index 3 is not a char boundary, in emphasis parsing"),
      read("src/parser/emphasis.rs", "let run = &source[start..start + 1];"),
      edit(
        "src/parser/emphasis.rs",
        "&source[start..start + 1]",
        "source.get(start..).and_then(|rest| rest.chars().next())",
      ),
      fail(
        "cargo test emphasis",
        "thread 'emphasis::wide' panicked at src/parser/emphasis.rs:44:9:\nbyte index 3 is not a char boundary; it is inside '字' (bytes 2..5)",
        101,
      ),
      edit("src/parser/emphasis.rs", "start += 1;", "start += first.len_utf8();"),
      run("cargo test emphasis", "test result: ok. 31 passed; 0 failed"),
      answer(
        "Emphasis parsing advances by whole characters (len_utf8), so a wide character is no panic any more; spans stay byte offsets.",
      ),
      ask("Add the fuzzer's input as a regression test for emphasis"),
      write("tests/regressions/emphasis_wide.md", "*字*"),
      run("cargo test regressions", "test result: ok. 8 passed; 0 failed"),
      answer("The emphasis input of the fuzzer is in tests/regressions/emphasis_wide.md."),
    ),

    session(
      "qu05-wasm",
      "2026-01-28T09:00:00Z",
      ask("Build the library for wasm32 and publish it to npm"),
      fail(
        "cargo build --target wasm32-unknown-unknown",
        "error[E0463]: can't find crate for `core`\n  = note: the `wasm32-unknown-unknown` target may not be installed\n  = help: consider downloading the target with `rustup target add wasm32-unknown-unknown`",
        101,
      ),
      run(
        "rustup target add wasm32-unknown-unknown",
        "info: installing component 'rust-std' for 'wasm32-unknown-unknown'",
      ),
      run("cargo build --target wasm32-unknown-unknown", "    Finished `dev` profile target(s) in 6.15s"),
      write(
        "wasm/src/lib.rs",
        "#[wasm_bindgen]\npub fn render(source: &str) -> String {\n    quill::to_html(source)\n}\n",
      ),
      answer(
        "The wasm crate in wasm/ exports render for npm; the wasm target has to be installed with rustup once.",
      ),
    ),

    session(
      "qu06-footnotes",
      "2026-02-04T10:00:00Z",
      ask("Footnotes: a reference without a definition should stay text"),
      agent(
        "Explore",
        "Footnotes are resolved in src/parser/footnote.rs at the end of the document; unresolved references are dropped there.",
        read("src/parser/footnote.rs", "references.retain(|r| definitions.contains_key(&r.label));"),
      ),
      edit(
        "src/parser/footnote.rs",
        "references.retain(|r| definitions.contains_key(&r.label));",
        "for r in references.iter_mut().filter(|r| !definitions.contains_key(&r.label)) { r.to_text(); }",
      ),
      run("cargo test footnote", "test result: ok. 9 passed; 0 failed"),
      answer("A footnote reference without a definition stays text; see footnote.rs."),
    ),

    session(
      "qu07-release",
      "2026-02-13T10:00:00Z",
      ask("Publish 0.6.0 to crates.io"),
      run("git switch -c release/0.6.0", "Switched to a new branch 'release/0.6.0'"),
      fail(
        "cargo publish --dry-run",
        "error: 1 files in the working directory contain changes that were not yet committed into git:\n\nCargo.lock\n\nto proceed despite this and include the uncommitted changes, pass the `--allow-dirty` flag",
        101,
      ),
      run("git commit -am 'Release 0.6.0'", "[release/0.6.0 4be1d20] Release 0.6.0"),
      run("cargo publish --dry-run", "   Uploading quill v0.6.0\nwarning: aborting upload due to dry run"),
      answer("The dry run is clean; publishing itself is yours."),
    ),

    session(
      "qu08-links",
      "2026-02-25T10:00:00Z",
      ask("Autolinks take the closing parenthesis along: (see https://example.org/a)"),
      edit(
        "src/parser/autolink.rs",
        "fn end_of_link(",
        "/// A closing parenthesis belongs to the link only when one was opened in it.\nfn end_of_link(",
      ),
      run("cargo test autolink", "test result: ok. 17 passed; 0 failed"),
      answer("An autolink ends before a closing parenthesis that was not opened in the autolink."),
    ),
  ],
};
