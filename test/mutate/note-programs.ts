/**
 * Preloaded into every Bun process of a baseline run: notes which programs a test starts, because coverage sees only the
 * test's own process. Loads as little as possible, so that it does not change what it watches.
 */
import { appendFileSync } from "node:fs";

const notes = process.env.PAWL_MUTATE_NOTES;
if (notes !== undefined) appendFileSync(notes, `${Bun.main}\n`);
