/** What each view shows. */
import { route } from "../state/route.ts";
import type { View } from "../words/en/views.ts";
import { CostView } from "./cost.tsx";
import { FailuresView } from "./failures/failures.tsx";
import { FilesView } from "./files.tsx";
import { HooksView } from "./hooks.tsx";
import { InjectionsView } from "./injected/injections.tsx";
import { MemoryView } from "./memory/memory.tsx";
import { NowView } from "./now.tsx";
import { SearchView } from "./search.tsx";
import { SessionView } from "./session/session.tsx";
import { SessionsView } from "./sessions.tsx";
import { SettingsView } from "./settings/settings.tsx";
import { TeamView } from "./team/team.tsx";
import { TodayView } from "./today.tsx";

export const SCREENS: Record<View, () => preact.JSX.Element> = {
  today: TodayView,
  now: NowView,
  sessions: () => (route.value.id === "" ? <SessionsView /> : <SessionView id={route.value.id} />),
  injected: InjectionsView,
  memory: MemoryView,
  files: FilesView,
  failures: FailuresView,
  search: SearchView,
  cost: CostView,
  hooks: HooksView,
  team: TeamView,
  settings: SettingsView,
};
