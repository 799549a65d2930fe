/** Where features are, and the folders in there that are none. */
export const LAYOUTS: readonly { path: readonly string[]; not: ReadonlySet<string> }[] = [
  { path: ["specs", "features", "in-progress"], not: new Set() },
  { path: ["openspec", "changes"], not: new Set(["archive"]) },
  { path: ["specs"], not: new Set(["features"]) },
  { path: [".kiro", "specs"], not: new Set() },
];

export const FEATURE_FOLDERS = LAYOUTS.map(({ path }) => path.join("/"));
