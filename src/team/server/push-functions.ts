/**
 * Writes records. The project's row is locked first, so all writers of a project run one after the other. Every member's
 * machine reads what is stored here, so each part of a version is checked.
 */
import { DEFINER } from "./functions.ts";

export const pushFunctions = `
create function pawl.is_name(name text) returns boolean language sql immutable as $$
  select coalesce(name ~ '^[A-Za-z0-9_.-]{1,80}$', false) $$;

-- In milliseconds. Outside of this range there are infinities, and times that clients cannot read.
create function pawl.is_time(value double precision) returns boolean language sql immutable as $$
  select coalesce(value between 0 and 253402300799000, false) $$;

create function pawl.is_key_version(wanted integer) returns boolean language sql stable ${DEFINER} as $$
  select wanted between case when encrypted then 1 else 0 end and key_version from pawl.meta $$;

-- A counter per machine. Clients count by the clock: a counter far ahead of it would leave them no number to go on with.
create function pawl.is_seen(seen jsonb) returns boolean language plpgsql stable as $$
declare
  one record;
  entries integer := 0;
  highest numeric := extract(epoch from clock_timestamp() + interval '1 year') * 1000;
begin
  if jsonb_typeof(seen) is distinct from 'object' then return false; end if;
  for one in select e.key, e.value from jsonb_each_text(seen) e loop
    entries := entries + 1;
    if entries > 500 or not pawl.is_name(one.key) or coalesce(one.value !~ '^[0-9]{1,15}$', true) then return false; end if;
    if one.value::numeric > highest then return false; end if;
  end loop;
  return entries > 0;
end $$;

-- Whether whoever made version a had seen version b: a counter per machine, none of them smaller.
create function pawl.covers(a jsonb, b jsonb) returns boolean language sql immutable as $$
  select not exists (
    select 1 from jsonb_each_text(b) e where coalesce((a ->> e.key)::bigint, 0) < e.value::bigint) $$;

create function pawl.must_wait(author integer) returns boolean language sql stable ${DEFINER} as $$
  select case review when 'on' then true when 'off' then false
    else (select m.joined_at > now() - interval '14 days' from pawl.member m where m.id = author) end
  from pawl.meta $$;

create function pawl.step_made() returns trigger language plpgsql as $$
begin
  insert into pawl.step (project, seq) values (new.id, new.seq) on conflict do nothing;
  return null;
end $$;
create trigger step_made after insert or update of seq on pawl.project for each row execute function pawl.step_made();

/* One answer per item, in order: stored, waiting, known, covered (another version says that it replaces this one), forgotten,
   refused. */
create function pawl.push(target integer, items jsonb) returns jsonb language plpgsql ${DEFINER} as $$
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
  must_wait := pawl.must_wait(mine.member);
  select seq into next from pawl.project where id = target for no key update;
  for item in select * from jsonb_array_elements(items) loop
    if not pawl.is_name(item ->> 'id') then
      raise exception 'not the id of a record' using errcode = '22023';
    elsif item ->> 'op' = 'forget' then
      answer := pawl.forget_one(mine, item ->> 'id', next + 1);
    else
      answer := pawl.put_one(mine, item, next + 1, must_wait);
    end if;
    if answer in ('stored', 'waiting') then next := next + 1; end if;
    answers := answers || to_jsonb(answer);
  end loop;
  update pawl.project set seq = next where id = target and seq <> next;
  return jsonb_build_object('answers', answers, 'seq', next,
    'mark', (select mark from pawl.step where project = target and seq = next));
end $$;

create function pawl.put_one(mine pawl.membership, item jsonb, number bigint, must_wait boolean) returns text
language plpgsql ${DEFINER} as $$
declare
  record_id text := item ->> 'id';
  record_rev text := item ->> 'rev';
  seen_now jsonb := item -> 'seen';
  content bytea := decode(item ->> 'body', 'base64');
  version integer := coalesce((item ->> 'keyVersion')::integer, 0);
  former record;
begin
  if not pawl.is_name(record_rev) or not pawl.is_seen(seen_now) or not pawl.is_time((item ->> 'at')::double precision)
    or not pawl.is_key_version(version) or coalesce(length(content) not between 1 and 300000, true) then
    raise exception 'not a record: %', record_id using errcode = '22023';
  end if;
  -- Plain contents are sent as text: other bytes would stop whoever reads them.
  if version = 0 then perform convert_from(content, 'utf8'); end if;
  for former in select r.state, r.rev from pawl.record r where r.project = mine.project and r.id = record_id loop
    if former.state = 'forgotten' and former.rev = '' then return 'forgotten'; end if;
    if former.rev = record_rev then return 'known'; end if;
  end loop;
  if exists (select 1 from pawl.record r where r.project = mine.project and r.id = record_id
      and r.state <> 'forgotten' and pawl.covers(r.seen, seen_now)) then
    return 'covered';
  end if;
  if not must_wait and exists (select 1 from pawl.record r where r.project = mine.project and r.id = record_id
      and r.state <> 'forgotten' and r.author <> mine.member and pawl.covers(seen_now, r.seen)) then
    perform pawl.note(mine.member, 'replace', mine.project, record_id, null);
  end if;
  -- What waits for a second person replaces nothing yet, except what its author had waiting.
  delete from pawl.record r where r.project = mine.project and r.id = record_id and r.state <> 'forgotten'
    and pawl.covers(seen_now, r.seen) and (r.state = 'waiting' and r.author = mine.member or not must_wait);
  -- Nobody makes more than a few versions at the same time, and each of them costs every reader.
  if (select count(*) from pawl.record r where r.project = mine.project and r.id = record_id
      and r.author = mine.member) >= 20 then
    return 'refused';
  end if;
  insert into pawl.record (project, id, rev, seq, author, at, seen, state, key_version, body)
  values (mine.project, record_id, record_rev, number, mine.member,
    least(to_timestamp((item ->> 'at')::double precision / 1000), clock_timestamp()), seen_now,
    case when must_wait then 'waiting' else 'shared' end, version, content)
  on conflict do nothing;
  if not found then return 'refused'; end if;
  return case when must_wait then 'waiting' else 'stored' end;
end $$;

-- Its author and maintainers may. The row that stays keeps an older machine from bringing it back.
create function pawl.forget_one(mine pawl.membership, record_id text, number bigint) returns text
language plpgsql ${DEFINER} as $$
begin
  if exists (select 1 from pawl.record r where r.project = mine.project and r.id = record_id
      and r.state = 'forgotten' and r.rev = '') then
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

-- Everything that a member wrote, version by version: what others made of it in their own words stays.
create function pawl.withdraw_all(author_id integer) returns void language plpgsql ${DEFINER} as $$
declare of record;
begin
  for of in select p.id from pawl.project p where exists (
      select 1 from pawl.record r where r.project = p.id and r.author = author_id and r.body is not null)
      order by p.id for no key update loop
    with gone as (
      select r.id, r.rev, row_number() over (order by r.seq) as place from pawl.record r
      where r.project = of.id and r.author = author_id and r.body is not null)
    update pawl.record r set state = 'forgotten', body = null, seen = '{}', seq = p.seq + gone.place
      from gone, pawl.project p where p.id = of.id and r.project = of.id and r.id = gone.id and r.rev = gone.rev;
    update pawl.project p set seq = (select max(r.seq) from pawl.record r where r.project = p.id) where p.id = of.id;
  end loop;
end $$;

-- The second person's word. Accepted, it gets a new number, so that everybody reads it now.
create function pawl.judge(target integer, record_id text, record_rev text, accepted boolean) returns boolean
language plpgsql ${DEFINER} as $$
declare
  mine pawl.membership;
  next bigint;
  waiting pawl.record;
begin
  mine := pawl.need(target, 'writer');
  select seq + 1 into next from pawl.project where id = target for no key update;
  select * into waiting from pawl.record r
    where r.project = target and r.id = record_id and r.rev = record_rev and r.state = 'waiting';
  if waiting.id is null then return false; end if;
  if pawl.person_of(waiting.author) = pawl.person_of(mine.member) then
    raise exception 'a second person has to judge it' using errcode = '42501';
  end if;
  if accepted then
    delete from pawl.record r where r.project = target and r.id = record_id and r.rev <> record_rev
      and r.state <> 'forgotten' and pawl.covers(waiting.seen, r.seen);
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
