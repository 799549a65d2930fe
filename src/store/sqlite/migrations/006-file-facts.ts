/** Why a file was changed, what it was like then, and by which complaint a failure is known again. */
export const fileFacts = `
alter table file_facts add column why text;
alter table file_facts add column hash text;
alter table file_facts add column fingerprint text;
`;
