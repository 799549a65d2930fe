import { defaultHomeDir, type Home } from "../platform/paths.ts";

/** Hooks name a home that is not the default: clients may start without PAWL_HOME. */
export function homeArgument(home: Home): string | undefined {
  return home.dir === defaultHomeDir() ? undefined : home.dir;
}
