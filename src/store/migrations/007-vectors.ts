/**
 * Vectors of the texts that recall scores: prompts, responses, summaries (kind `entry`), memories and solutions.
 * `vectors` is narrow, so that a whole project can be scanned; the vectors themselves are in a separate table.
 * Records change or disappear in many places and their vectors must follow, hence triggers.
 */
const follow = (table: string, kind: string, key: string, columns: readonly string[]) => `
create trigger ${table}_vector_gone after delete on ${table} begin
  delete from vectors where kind = '${kind}' and record = old.${key};
end;
create trigger ${table}_vector_changed after update of ${columns.join(", ")} on ${table}
when ${columns.map((column) => `old.${column} is not new.${column}`).join(" or ")} begin
  update vectors set saved = null, sketch = null, stamp = hex(randomblob(8))
  where kind = '${kind}' and record = old.${key};
end;
`;

export const vectors = `
create table vectors (
  id integer primary key autoincrement,
  kind text not null check (kind in ('entry', 'memory', 'solution')),
  record integer not null,
  -- Of which text: a vector that comes late is not taken for that of another one.
  stamp text not null default (hex(randomblob(8))),
  -- The order of their coming, so that what is new since is found without a walk. Null: it waits; 0: there is none.
  saved integer,
  -- A bit a dimension: enough to choose what to look at closely.
  sketch blob,
  unique (kind, record)
) strict;
create index vectors_waiting on vectors (kind, record) where saved is null;
create index vectors_by_saved on vectors (saved);

-- Float32, unit length.
create table vector_values (
  id integer primary key,
  vector blob not null
) strict;
create trigger vectors_gone after delete on vectors begin
  delete from vector_values where id = old.id;
end;
create trigger vectors_changed after update of stamp on vectors begin
  delete from vector_values where id = old.id;
end;

-- The model of all vectors and its calibration; the row exists once the model has answered.
create table vector_model (
  one integer primary key check (one = 1),
  name text not null,
  dimensions integer not null,
  unrelated real not null,
  alike real not null,
  -- What all texts have in common; sketches are taken from here.
  center blob not null
) strict;
${follow("texts", "entry", "entry", ["text"])}
${follow("memories", "memory", "id", ["uri", "content", "disclosure"])}
${follow("solutions", "solution", "id", ["error_sample", "text", "steps"])}
`;
