/** Names for a list of projects: the folder's own name, and as much in front of it as tells it from the others. */
export function projectNames(projects: readonly string[]): Map<string, string> {
  const parts = new Map(projects.map((project) => [project, partsOf(project)]));
  const names = new Map<string, string>();
  for (const [project, own] of parts) {
    const others = [...parts].filter(([other]) => other !== project).map(([, of]) => of);
    let length = 1;
    while (length < own.length && others.some((other) => endOf(other, length) === endOf(own, length)))
      length++;
    names.set(project, endOf(own, length) || project);
  }
  return names;
}

function partsOf(project: string): string[] {
  return project.split(/[\\/]+/).filter((part) => part !== "");
}

function endOf(parts: readonly string[], length: number): string {
  return parts.slice(-length).join("/");
}
