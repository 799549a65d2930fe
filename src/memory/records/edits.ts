/** Tools that change a file. */
export const EDIT_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

export function isEdit(toolName: string): boolean {
  return EDIT_TOOLS.has(toolName);
}
