/** Failures are few: finding them must not read every call's answer. */
export const pageIndexes = `
create index calls_failed on calls (entry) where ok = 0;
`;
