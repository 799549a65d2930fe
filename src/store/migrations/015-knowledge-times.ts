/** "Since" for memories and solutions: without these, each match of a common word was looked up to know its time. */
export const knowledgeTimes = `
create index memories_by_time on memories (updated_at);
create index solutions_by_time on solutions (last_seen_at);
`;
