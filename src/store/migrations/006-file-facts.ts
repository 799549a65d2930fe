/** Why a file was changed, its state at that time, and the error message that identifies a failure. */
export const fileFacts = `
alter table file_facts add column why text;
alter table file_facts add column hash text;
alter table file_facts add column fingerprint text;
`;
