/** Line drawings for the menu, 20 × 20, in the colour of the text beside them. */
import type { View } from "../words/en/views.ts";

const PATHS: Record<View | "more", string> = {
  today: "M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v3.5M13 3.5v3.5M7 12.5h2.5",
  sessions: "M3.5 4.5h13v8.5h-7l-3.5 3.5v-3.5h-2.5zM6.5 7.5h7M6.5 10h4.5",
  search: "M9 3.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11zM13 13l4 4",
  memory: "M5 3.5h8.5a1.5 1.5 0 0 1 1.5 1.5v12l-5-3.5l-5 3.5zM8 7h4",
  injected: "M3.5 10h8.5M9 6.5l3.5 3.5l-3.5 3.5M14 3.5h2.5v13h-2.5",
  now: "M2.5 10h3.5l2-5.5l3.5 11l2.5-5.5h3.5",
  files: "M5 3.5h6.5l3.5 3.5v9.5h-10zM11.5 3.5v3.5h3.5M7.5 10.5h5M7.5 13.5h5",
  failures: "M10 3.5l7 12.5h-14zM10 8v3.5M10 13.8v.2",
  cost: "M3.5 16.5h13M5.5 13.5v-4M10 13.5v-8M14.5 13.5v-5.5",
  hooks: "M7.5 3.5v7a3 3 0 0 0 6 0v-1.5M11.5 10l2-2l2 2M5.5 3.5h4",
  team: "M7.5 9a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5zM3 16c0-3 2-4.5 4.5-4.5s4.5 1.5 4.5 4.5M13 4.5a2.3 2.3 0 0 1 0 4.4M14 11.8c1.9.4 3 1.9 3 4.2",
  settings:
    "M3.5 6h5M12.5 6h4M10.5 4a2 2 0 1 1 0 4a2 2 0 0 1 0-4zM3.5 14h2M9.5 14h7M7.5 12a2 2 0 1 1 0 4a2 2 0 0 1 0-4z",
  more: "M4.2 10h.6M9.7 10h.6M15.2 10h.6",
};

export function Icon({ of }: { of: View | "more" }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={PATHS[of]} />
    </svg>
  );
}
