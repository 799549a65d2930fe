import { defaultHomeDir, type Home } from "../platform/paths.ts";

/** For a home other than the default, hooks contain its path: clients may start without PAWL_HOME. */
export function homeArgument(home: Home): string | undefined {
  return home.dir === defaultHomeDir() ? undefined : home.dir;
}
