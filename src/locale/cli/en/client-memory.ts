/** The client's own memory files: `pawl memory` on `client://` URIs, `pawl forget`, `pawl import --from claude-mem`. */
export const clientMemory = {
  checked: "Checked {#memories memory|memories}: {#problems problem}.",
  checkedClean: "Checked {#memories memory|memories}: no problems.",
  problem: {
    file: "The file {name} no longer exists.",
    command: "The command {name} no longer exists.",
    link: "The link [[{name}]] leads nowhere.",
    source: "The client's file is gone: {path}.",
  },
  contradiction: {
    number: "These two differ in a number:",
    choice: "These two make opposite choices:",
    negation: "One of these forbids what the other says:",
    said: "Marked as contradicting each other:",
  },
  changed: "Changed {path}. Its line in MEMORY.md is up to date.",
  renamed: "Renamed {from} to {to}.",
  askDelete: "Delete the client's file {path} and its line in MEMORY.md?",
  deleted: "Deleted {path}. The text is still in pawl memory history.",
  readOnly: "{uri} is a file that you edit yourself.",
  readOnlyHint: "Open it in your editor.",
  bodyOnly: "Only the text, --disclosure and --reason can be changed: the rest is up to the client.",
  missingName: "Missing new name.",
  exported: "Wrote {#memories memory|memories} to {dir} as the client's own files.",
  exportHow: "Use --to-client, with the URIs to write or --all.",
  exportSkipped: "Skipped {uri}: a file of that name is already there.",
  forgetFiles:
    "These files of the client's own memory also contain it. Pawl deletes its copy; the files stay unless you name them:",
  forgetHow: "To delete one as well: --file {path}",
  forgotFile: "Deleted the client's file {path}.",
  peer: {
    noDatabase: "There is no claude-mem database at {path}.",
    noDatabaseHint: "Give its path: pawl import --from claude-mem PATH",
    unknownSource: "Unknown source: {name}. Use --from claude-mem.",
    preview:
      "Found {#sessions session}, {#prompts prompt}, {#summaries summary|summaries}, {#observations observation}.",
    mapped: "{name} belongs to {folder}.",
    unmapped: "{name}: folder unknown. It can be searched, but is not injected.",
    ask: "Import this?",
    dryRun: "Preview only. Nothing was imported. Use --yes to import.",
    added:
      "Imported {#sessions session}, {#prompts prompt}, {#memories memory|memories}. The original is unchanged.",
  },
} as const;
