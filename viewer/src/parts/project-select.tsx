import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../state/api.ts";
import { folderOf } from "../state/format.ts";
import { useResource } from "../state/resource.ts";
import { route } from "../state/route.ts";
import { words } from "../words/index.ts";
import { Select } from "./basics.tsx";

interface Project {
  project: string;
  sessions: number;
}

/** Names that distinguish the projects: the folder, with as many parent folders as needed. */
const names = signal<ReadonlyMap<string, string>>(new Map());

export const projectName = (project: string): string => names.value.get(project) ?? folderOf(project);

function toNames(projects: readonly string[]): Map<string, string> {
  const parts = projects.map((project) => project.split(/[/\\]+/).filter(Boolean));
  const endOf = (own: readonly string[], length: number) => own.slice(-length).join("/");
  return new Map(
    projects.map((project, i) => {
      const own = parts[i] ?? [];
      let length = 1;
      while (
        length < own.length &&
        parts.some((other, j) => j !== i && endOf(other, length) === endOf(own, length))
      )
        length++;
      return [project, endOf(own, length) || project];
    }),
  );
}

/** The project in the address, else the most used one, so that no view begins with a question. */
export function useProject(): string {
  const { project = "" } = route.value.query;
  const { value: found } = useProjects();
  return project === "" ? (found?.projects.find((one) => one.project !== "")?.project ?? "") : project;
}

const useProjects = () =>
  useResource("projects", (signal) => get<{ projects: Project[] }>("/api/page/projects", {}, signal));

interface SelectProps {
  value: string;
  /** The view shows one project: "All projects" is no choice there. */
  isOne?: boolean;
  onChange(value: string): void;
}

export function ProjectSelect({ value, isOne = false, onChange }: SelectProps) {
  const { value: found } = useProjects();
  const { frame } = words.value;
  const projects = (found?.projects ?? []).map(({ project }) => project).filter((project) => project !== "");
  if (value !== "" && !projects.includes(value)) projects.push(value);
  useEffect(() => {
    if (found !== undefined) names.value = toNames(found.projects.map(({ project }) => project));
  }, [found]);
  return (
    <Select
      label={frame.project}
      value={value}
      options={[
        ...(isOne && value !== "" ? [] : [["", frame.allProjects] as const]),
        ...projects.map((project) => [project, projectName(project)] as const),
      ]}
      onChange={onChange}
    />
  );
}
