/**
 * Handing off the state of a session, to one member or to all members of a project. Other members see neither the row nor
 * that it exists, so it is not written to the change log.
 */
import { DEFINER } from "./functions.ts";

export const handoffTables = `
create table pawl.handoff (
  project integer not null references pawl.project (id) on delete cascade,
  id text not null,
  author integer not null references pawl.member (id),
  -- Null: every member of the project.
  receiver integer references pawl.member (id),
  at timestamptz not null,
  key_version integer not null default 0,
  -- Null: taken back, or taken by the one that it was for.
  body bytea,
  primary key (project, id)
);

create table pawl.handoff_taken (
  project integer not null,
  id text not null,
  member integer not null references pawl.member (id),
  at timestamptz not null,
  primary key (project, id, member),
  foreign key (project, id) references pawl.handoff (project, id) on delete cascade
);
`;

const MINE = "any (array(select m.project from pawl.membership m where m.role = session_user))";
const ME = "any (array(select m.member from pawl.membership m where m.role = session_user))";

export const handoffPolicies = `
-- Also for the schema's owner, who is a member like others. What functions write passes the policies below.
alter table pawl.handoff force row level security;
alter table pawl.handoff_taken force row level security;

create policy own on pawl.handoff for select using (
  project = ${MINE} and (receiver is null or receiver = ${ME} or author = ${ME}));
-- Who took it is for its author to know.
create policy own on pawl.handoff_taken for select using (
  project = ${MINE} and (member = ${ME} or exists (
    select 1 from pawl.handoff h where h.project = handoff_taken.project and h.id = handoff_taken.id
      and h.author = ${ME})));
create policy made on pawl.handoff for insert with check (author = ${ME});
create policy changed on pawl.handoff for update using (receiver is null or receiver = ${ME} or author = ${ME});
create policy old on pawl.handoff for delete using (at < now() - interval '30 days');
create policy taken on pawl.handoff_taken for insert with check (member = ${ME});
`;

export const handoffFunctions = `
-- Changes whenever there is something to read again.
create function pawl.handoff_mark() returns text language sql stable ${DEFINER} as $$
  select coalesce(md5(string_agg(concat_ws('/', h.project, h.id, h.body is null, (
      select count(*) from pawl.handoff_taken t where t.project = h.project and t.id = h.id
        and (h.author = m.member or t.member = m.member))), ',' order by h.project, h.id)), '')
  from pawl.handoff h join pawl.membership m on m.project = h.project and m.role = session_user
  where h.receiver is null or m.member in (h.receiver, h.author) $$;

create function pawl.hand_over(target integer, handoff_id text, receiver_id integer,
  made_at double precision, version integer, body text) returns text language plpgsql ${DEFINER} as $$
declare mine pawl.membership; content bytea := decode(body, 'base64');
begin
  mine := pawl.need(target, 'writer');
  if not pawl.is_name(handoff_id) or coalesce(length(content) not between 1 and 300000, true)
    or not pawl.is_time(made_at) or pawl.is_key_version(version) is not true then
    raise exception 'not a handoff' using errcode = '22023';
  end if;
  if receiver_id = mine.member or receiver_id is not null and not exists (
      select 1 from pawl.membership m where m.project = target and m.member = receiver_id) then
    return 'refused';
  end if;
  -- Each receiver reads a few hundred at most: one sender must not push out those of others.
  if (select count(*) from pawl.handoff h where h.author = mine.member and h.body is not null) >= 100 then
    return 'refused';
  end if;
  -- What nobody took for a month is old news.
  delete from pawl.handoff h where h.project = target and h.at < now() - interval '30 days';
  insert into pawl.handoff (project, id, author, receiver, at, key_version, body)
  values (target, handoff_id, mine.member, receiver_id,
    least(to_timestamp(made_at / 1000), clock_timestamp()), version, content)
  on conflict (project, id) do nothing;
  return case when found then 'stored' else 'known' end;
end $$;

create function pawl.take_handoff(target integer, handoff_id text, taken_at double precision)
returns boolean language plpgsql ${DEFINER} as $$
declare mine pawl.membership; handed pawl.handoff;
begin
  mine := pawl.need(target, 'reader');
  if not pawl.is_time(taken_at) then raise exception 'not a time' using errcode = '22023'; end if;
  select * into handed from pawl.handoff h where h.project = target and h.id = handoff_id
    and h.author <> mine.member and (h.receiver is null or h.receiver = mine.member) for update;
  if handed.id is null then return false; end if;
  insert into pawl.handoff_taken (project, id, member, at)
  values (target, handoff_id, mine.member, least(to_timestamp(taken_at / 1000), clock_timestamp()))
  on conflict do nothing;
  if handed.receiver is not null then
    update pawl.handoff h set body = null where h.project = target and h.id = handoff_id;
  end if;
  return true;
end $$;

create function pawl.withdraw_handoff(target integer, handoff_id text) returns boolean
language plpgsql ${DEFINER} as $$
declare mine pawl.membership;
begin
  mine := pawl.need(target, 'reader');
  update pawl.handoff h set body = null
    where h.project = target and h.id = handoff_id and h.author = mine.member;
  return found;
end $$;
`;
