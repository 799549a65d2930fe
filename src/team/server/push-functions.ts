/** Writing records. The project's row is locked first, so all writers of a project come one after the other. */
import { DEFINER } from "./functions.ts";

export const pushFunctions = `
-- Whether whoever made version a had seen version b: a counter per machine, none of them smaller.
create or replace function pawl.covers(a jsonb, b jsonb) returns boolean language sql immutable as $$
  select not exists (
    select 1 from jsonb_each_text(b) e where coalesce((a ->> e.key)::bigint, 0) < e.value::bigint) $$;

/* One answer per item, in order: stored, waiting, known (it or a later one is there), forgotten, refused. */
create or replace function pawl.push(target integer, items jsonb) returns jsonb language plpgsql ${DEFINER} as $$
declare
  mine pawl.membership;
  next bigint;
  item jsonb;
  answer text;
  answers jsonb := '[]';
  must_wait boolean;
begin
  mine := pawl.need(target, 'writer');
  if jsonb_array_length(items) > 1000 then
    raise exception 'at most 1000 records at once' using errcode = '54000';
  end if;
  select review into must_wait from pawl.meta;
  select seq into next from pawl.project where id = target for update;
  for item in select * from jsonb_array_elements(items) loop
    if item ->> 'op' = 'forget' then
      answer := pawl.forget_one(mine, item ->> 'id', next + 1);
    else
      answer := pawl.put_one(mine, item, next + 1, must_wait);
    end if;
    if answer in ('stored', 'waiting') then next := next + 1; end if;
    answers := answers || to_jsonb(answer);
  end loop;
  update pawl.project set seq = next where id = target and seq <> next;
  return jsonb_build_object('answers', answers, 'seq', next);
end $$;

create or replace function pawl.put_one(mine pawl.membership, item jsonb, number bigint, must_wait boolean) returns text
language plpgsql ${DEFINER} as $$
declare
  record_id text := item ->> 'id';
  seen_now jsonb := item -> 'seen';
  found record;
begin
  if length(record_id) > 80 or length(item ->> 'rev') > 80 or jsonb_typeof(seen_now) <> 'object'
    or length(item ->> 'body') > 400000 then
    raise exception 'not a record' using errcode = '22023';
  end if;
  for found in select r.seen, r.state from pawl.record r where r.project = mine.project and r.id = record_id loop
    if found.state = 'forgotten' then return 'forgotten'; end if;
    if pawl.covers(found.seen, seen_now) then return 'known'; end if;
  end loop;
  if not must_wait and exists (select 1 from pawl.record r where r.project = mine.project and r.id = record_id
      and r.author <> mine.member and pawl.covers(seen_now, r.seen)) then
    perform pawl.note(mine.member, 'replace', mine.project, record_id, null);
  end if;
  -- What waits for a second person replaces nothing yet, except what its author had waiting.
  delete from pawl.record r where r.project = mine.project and r.id = record_id and pawl.covers(seen_now, r.seen)
    and (r.state = 'waiting' and r.author = mine.member or not must_wait);
  insert into pawl.record (project, id, rev, seq, author, at, seen, state, key_version, body)
  values (mine.project, record_id, item ->> 'rev', number, mine.member,
    least(to_timestamp((item ->> 'at')::double precision / 1000), clock_timestamp()), seen_now,
    case when must_wait then 'waiting' else 'shared' end, coalesce((item ->> 'keyVersion')::integer, 0),
    decode(item ->> 'body', 'base64'));
  return case when must_wait then 'waiting' else 'stored' end;
end $$;

-- Its author and maintainers may. The row that stays keeps an older machine from bringing it back.
create or replace function pawl.forget_one(mine pawl.membership, record_id text, number bigint) returns text
language plpgsql ${DEFINER} as $$
begin
  if exists (select 1 from pawl.record r where r.project = mine.project and r.id = record_id
      and r.state = 'forgotten') then
    return 'known';
  end if;
  if pawl.height(mine.rank) < 3 and exists (select 1 from pawl.record r where r.project = mine.project
      and r.id = record_id and r.author <> mine.member) then
    return 'refused';
  end if;
  delete from pawl.record r where r.project = mine.project and r.id = record_id;
  insert into pawl.record (project, id, rev, seq, author, at, seen, state, body)
  values (mine.project, record_id, '', number, mine.member, clock_timestamp(), '{}', 'forgotten', null);
  perform pawl.note(mine.member, 'forget', mine.project, record_id, null);
  return 'stored';
end $$;

-- The second person's word. Accepted, it gets a new number, so that everybody reads it now.
create or replace function pawl.judge(target integer, record_id text, record_rev text, accepted boolean) returns boolean
language plpgsql ${DEFINER} as $$
declare
  mine pawl.membership;
  next bigint;
  waiting pawl.record;
begin
  mine := pawl.need(target, 'writer');
  select seq + 1 into next from pawl.project where id = target for update;
  select * into waiting from pawl.record r
    where r.project = target and r.id = record_id and r.rev = record_rev and r.state = 'waiting';
  if waiting.id is null then return false; end if;
  if waiting.author = mine.member then
    raise exception 'a second person has to judge it' using errcode = '42501';
  end if;
  if accepted then
    delete from pawl.record r where r.project = target and r.id = record_id and r.rev <> record_rev
      and pawl.covers(waiting.seen, r.seen);
    update pawl.record r set state = 'shared', approved_by = mine.member, seq = next
      where r.project = target and r.id = record_id and r.rev = record_rev;
    update pawl.project set seq = next where id = target;
  else
    delete from pawl.record r where r.project = target and r.id = record_id and r.rev = record_rev;
  end if;
  perform pawl.note(mine.member, case when accepted then 'accept' else 'reject' end, target, record_id, null);
  return true;
end $$;
`;
