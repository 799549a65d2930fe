/** `remember` on a file of the client's own memory, and how `recall` names the file. */

import type { ClientFiles } from "../memory/client/client-files.ts";
import { withBody, withField } from "../memory/client/edit.ts";
import type { ClientSource } from "../memory/records/memory.ts";

interface Change {
  uri: string;
  content: string;
  disclosure?: string | undefined;
  rename?: string | undefined;
  hash?: string | undefined;
}

const AUTHOR = "claude";

/** The text below the frontmatter; the rest of the file stays as it is. */
export async function editClientFile(
  { uri, content, disclosure, rename, hash }: Change,
  { clientFiles, project }: { clientFiles: ClientFiles; project: string },
): Promise<string> {
  const by = { author: AUTHOR };
  const before = await clientFiles.read(uri, project);
  const text = withBody(before.text, content);
  const whole = disclosure === undefined ? text : withField(text, "description", disclosure);
  const edited = await clientFiles.edit({ uri, project, hash: hash ?? before.hash }, whole, by);
  if (rename === undefined) return `Changed ${edited.path} and its line in MEMORY.md (hash ${edited.hash}).`;
  const renamed = await clientFiles.rename({ uri, project, hash: edited.hash }, rename, by);
  return `Changed and renamed to ${renamed.path} (${renamed.uri}, hash ${renamed.hash}).`;
}

export function fileLine({ path, hash, branch }: ClientSource): string {
  return `File: ${path} (hash ${hash}${branch === undefined ? "" : `, written on branch ${branch}`})`;
}
