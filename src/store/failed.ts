/** Whether the call of entry `e` failed: one look into the index of failures, which is small. */
export const IS_FAILED = "exists (select 1 from calls indexed by calls_failed where entry = e.id and ok = 0)";
