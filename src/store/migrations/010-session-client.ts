/** Which coding agent a session ran in. Everything before this was Claude Code. */
export const sessionClient = `
alter table sessions add column client text not null default 'claude-code';
create index sessions_by_client on sessions (client, last_event_at);
`;
