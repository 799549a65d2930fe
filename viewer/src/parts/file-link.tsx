/** A file that opens in the reader's editor, and its history. */
import { editor } from "../state/prefs.ts";
import { sessionWords } from "../words/index.ts";

/** Links that editors register for themselves. */
const LINKS: Readonly<Record<string, (path: string, line: number) => string>> = {
  vscode: (path, line) => `vscode://file${path}:${line}`,
  cursor: (path, line) => `cursor://file${path}:${line}`,
  windsurf: (path, line) => `windsurf://file${path}:${line}`,
  zed: (path, line) => `zed://file${path}:${line}`,
  idea: (path, line) => `idea://open?file=${encodeURIComponent(path)}&line=${line}`,
};

interface Props {
  file: string;
  project: string;
  line?: number | undefined;
  /** What is shown; default: the path inside the project. */
  label?: string;
}

export function FileLink({ file, project, line = 1, label }: Props) {
  const path = /^(?:\/|[A-Za-z]:)/.test(file) ? file : `${project}/${file}`;
  const shown = label ?? (path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path);
  const link = LINKS[editor.value];
  const encoded = encodeURI(/^[A-Za-z]:/.test(path) ? `/${path.replaceAll("\\", "/")}` : path);
  return (
    <span class="file-link">
      <code>{shown}</code>
      {link === undefined ? null : (
        <a
          href={link(encoded, line)}
          title={sessionWords().openFile}
          aria-label={`${sessionWords().openFile}: ${shown}`}
        >
          ↗
        </a>
      )}
    </span>
  );
}
