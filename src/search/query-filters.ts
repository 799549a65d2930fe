/** Filters in a search text: `rounding project:shop type:prompt since:7d file:totals.ts client:NAME`. */

import { clientNamed } from "../clients/setups.ts";
import { projectNames } from "../text/project-names.ts";
import type { SearchType } from "./types.ts";

interface ParsedQuery {
  /** The search text without the filters. */
  text: string;
  project?: string;
  type?: SearchType;
  client?: string;
  since?: number;
  file?: string;
  /** Filters with an invalid value, as typed. */
  unknown: string[];
}

interface Known {
  now: number;
  /** Folders of projects, most recently used first. */
  projects: readonly string[];
}

const FILTER = /(^|\s)(project|type|kind|since|file|client|in):(?:"([^"]*)"|(\S+))/gi;

export function parseQuery(query: string, known: Known): ParsedQuery {
  const parsed: ParsedQuery = { text: "", unknown: [] };
  const text = query.replace(FILTER, (whole, space: string, name: string, quoted?: string, bare?: string) => {
    if (!take(parsed, name.toLowerCase(), quoted ?? bare ?? "", known)) parsed.unknown.push(whole.trim());
    return space;
  });
  parsed.text = text.replace(/\s+/g, " ").trim();
  return parsed;
}

function take(parsed: ParsedQuery, name: string, value: string, known: Known): boolean {
  switch (name) {
    case "project":
    case "in":
      return set(parsed, "project", toProject(value, known.projects));
    case "type":
    case "kind":
      return set(parsed, "type", toType(value));
    case "since":
      return set(parsed, "since", toTime(value, known.now));
    case "client":
      return set(parsed, "client", clientNamed(value.toLowerCase()));
    default:
      return set(parsed, "file", value === "" ? undefined : value);
  }
}

function set<K extends keyof ParsedQuery>(parsed: ParsedQuery, key: K, value: ParsedQuery[K]): boolean {
  if (value === undefined) return false;
  parsed[key] = value;
  return true;
}

/** Their own names, and common synonyms. */
const NAMES: Readonly<Record<string, SearchType> & Record<SearchType, SearchType>> = {
  observation: "observation",
  prompt: "prompt",
  response: "response",
  summary: "summary",
  notification: "notification",
  memory: "memory",
  solution: "solution",
  call: "observation",
  tool: "observation",
  command: "observation",
  answer: "response",
  fix: "solution",
  error: "solution",
};

function toType(value: string): SearchType | undefined {
  const singular = value.toLowerCase().replace(/ies$/, "y").replace(/s$/, "");
  return Object.hasOwn(NAMES, singular) ? NAMES[singular as keyof typeof NAMES] : undefined;
}

/** The whole folder, its displayed name, or part of its name; if several match, the most recently used one. */
function toProject(value: string, projects: readonly string[]): string | undefined {
  const wanted = value.toLowerCase();
  const names = projectNames(projects);
  const nameOf = (project: string) => (names.get(project) ?? project).toLowerCase();
  return (
    projects.find((project) => project === value) ??
    projects.find((project) => nameOf(project) === wanted) ??
    projects.find((project) => project.toLowerCase().endsWith(`/${wanted}`)) ??
    projects.find((project) => nameOf(project).includes(wanted))
  );
}

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  m: 30 * 86_400_000,
  y: 365 * 86_400_000,
};

/** `12h`, `7d`, `2w`, `today`, `yesterday` or a date. */
function toTime(value: string, now: number): number | undefined {
  const age = /^(\d{1,4})([hdwmy])$/i.exec(value);
  if (age !== null) return now - Number(age[1]) * (UNITS[age[2]?.toLowerCase() ?? ""] ?? 0);
  const day = new Date(now).setHours(0, 0, 0, 0);
  if (/^today$/i.test(value)) return day;
  if (/^yesterday$/i.test(value))
    return new Date(new Date(day).setDate(new Date(day).getDate() - 1)).getTime();
  const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value);
  if (date === null) return undefined;
  return new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3])).getTime();
}
