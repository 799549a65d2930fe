import type { FileChange } from "./file-changes.ts";

/** Files that no program reads: a change of them cures nothing. */
const PROSE =
  /(?:^|\/)(?:README|CHANGELOG|LICENSE|CONTRIBUTING|TODO|NOTES)[^/]*$|\.(?:md|mdx|txt|rst|adoc|png|jpe?g|svg)$/i;

/** Whether a change may have made a difference to a command. */
export function isAboutCode(change: Pick<FileChange, "path">): boolean {
  return !PROSE.test(change.path) && !change.path.startsWith("/tmp/");
}
