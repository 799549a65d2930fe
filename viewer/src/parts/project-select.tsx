import { get } from "../state/api.ts";
import { folderOf } from "../state/format.ts";
import { useResource } from "../state/resource.ts";
import { words } from "../words/index.ts";
import { Select } from "./basics.tsx";

interface Project {
  project: string;
  sessions: number;
}

/** All projects; if two share a name, the full path is shown. */
export function ProjectSelect({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { value: found } = useResource("projects", (signal) =>
    get<{ projects: Project[] }>("/api/page/projects", {}, signal),
  );
  const { frame } = words.value;
  const projects = (found?.projects ?? []).map(({ project }) => project).filter((project) => project !== "");
  if (value !== "" && !projects.includes(value)) projects.push(value);
  const names = projects.map(folderOf);
  const options = projects.map((project, i) => {
    const name = names[i] ?? project;
    return [project, names.indexOf(name) === names.lastIndexOf(name) ? name : project] as const;
  });
  return (
    <Select
      label={frame.project}
      value={value}
      options={[["", frame.allProjects], ...options]}
      onChange={onChange}
    />
  );
}
