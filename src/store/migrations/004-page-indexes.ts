/** Failures are rare: finding them must not read the output of every call. */
export const pageIndexes = `
create index calls_failed on calls (entry) where ok = 0;
`;
