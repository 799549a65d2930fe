/** Converts a file of the client's memory to a memory URI: `use-pnpm.md` becomes `client://use-pnpm`. */

export const CLIENT_PREFIX = "client://";

export const isNoteUri = (uri: string): boolean => uri.startsWith(`${CLIENT_PREFIX}notes/`);

export function isClientUri(uri: string): boolean {
  return uri.startsWith(CLIENT_PREFIX);
}

/** `file`: below the folder, with `/`. Signs that no URI has become `-`, and a mark keeps two such names apart. */
export function clientUri(file: string): string {
  const stem = file.replace(/\.(?:md|markdown)$/i, "");
  const parts = stem.split("/").map((part) => {
    const plain = part
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Cf}\p{Cs}?#"<>\\^`{|}\uFFFD]+/gu, "-")
      .slice(0, 80);
    return plain === part && !/^\.+$/.test(part) ? part : `${plain.replace(/^\.+$/, "-")}-${markOf(part)}`;
  });
  return CLIENT_PREFIX + parts.join("/");
}

/** Short, and the same on every machine. */
function markOf(text: string): string {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return (hash >>> 0).toString(36);
}
