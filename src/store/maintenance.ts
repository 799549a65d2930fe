/** What is done to a store's file as a whole: backups, checks, and reading old records with new rules. */
export { readArchive, restoreArchive, setAside, writeArchive } from "./backup-file.ts";
export { compact, isWorthCompacting } from "./compact.ts";
export { hasUnfinishedForget } from "./forget/forget.ts";
export { conditionOf, findDamage, isWritable, suspectMark } from "./integrity.ts";
export { oldDatabase, upgradeMark } from "./old-database.ts";
export { rescan } from "./rescan.ts";
export { copyMemories, copyPath, lostMark, restoreMemories } from "./safe-copy.ts";
