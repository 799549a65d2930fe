/** What is done to a store's file as a whole: backups, checks, and reading old records with new rules. */
export { readArchive, restoreArchive, setAside, writeArchive } from "./sqlite/backup-file.ts";
export { countKnownCalls } from "./sqlite/coverage.ts";
export { digestKey } from "./sqlite/digest-key.ts";
export { isOlderVersion } from "./sqlite/file-version.ts";
export { findDamage } from "./sqlite/integrity.ts";
export { rescan } from "./sqlite/rescan.ts";
export { copyMemories, copyPath, restoreMemories } from "./sqlite/safe-copy.ts";
export { createLogSettler, isScrubbed, scrub } from "./sqlite/scrub.ts";
