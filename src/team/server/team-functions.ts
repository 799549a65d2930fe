/** Members, projects and keys. */
import { DEFINER, PUBLIC_FUNCTIONS } from "./functions.ts";

const READABLE = "pawl.project, pawl.membership, pawl.record, pawl.handoff, pawl.handoff_taken";
/** The schema that this version of Pawl creates and uses. */
export const TEAM_SCHEMA = 4;
/** The oldest schema that a client must support to use this one: it can ignore later additions. */
const OLDEST_CLIENT = 4;

const CALLABLE = PUBLIC_FUNCTIONS.map((name) => `pawl.${name}`).join(", ");

export const teamFunctions = `
create function pawl.let_in(role_name text) returns void language plpgsql ${DEFINER} as $$
begin
  execute format('grant usage on schema pawl to %I', role_name);
  execute format('grant select on ${READABLE} to %I', role_name);
  execute format('grant execute on function ${CALLABLE} to %I', role_name);
end $$;

create function pawl.keep_out(role_name text) returns void language plpgsql ${DEFINER} as $$
begin
  if not exists (select 1 from pg_catalog.pg_roles where rolname = role_name) then return; end if;
  execute format('revoke all on all functions in schema pawl from %I', role_name);
  execute format('revoke all on all tables in schema pawl from %I', role_name);
  execute format('revoke all on schema pawl from %I', role_name);
end $$;

-- Names tell people whose words they read: no two look alike by case, spaces or invisible characters, and none is a word
-- that Pawl itself uses for an author.
create function pawl.is_person(name text) returns boolean language sql immutable as $$
  select coalesce(name ~ '^[^[:cntrl:]]{1,60}$' and name = btrim(normalize(name, NFKC))
    and name !~ '[\\u00AD\\u034F\\u061C\\u180E\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF]|  '
    and lower(name) not in ('user', 'you', 'pawl', 'model', 'team', 'repository')
    and name not in ('terminal', 'page', 'claude', 'claude-mem', 'client', 'import'), false) $$;

-- The first member: whoever owns the schema.
create function pawl.found_team(team_id text, member_name text, is_encrypted boolean, member_key text, proof text,
  sealed text) returns integer language plpgsql as $$
declare mine integer;
begin
  if not pawl.is_person(member_name) then raise exception 'not the name of a member' using errcode = '22023'; end if;
  insert into pawl.meta (version, min_client, team, encrypted, key_version)
  values (${TEAM_SCHEMA}, ${OLDEST_CLIENT}, team_id, is_encrypted, case when is_encrypted then 1 else 0 end);
  insert into pawl.member (role, name, rank, every_project, public_key, key_proof, joined_at)
  values (session_user, member_name, 'maintainer', true, member_key, proof, now()) returning id into mine;
  if is_encrypted then insert into pawl.team_key (version, member, sealed) values (1, mine, sealed); end if;
  perform pawl.let_in(session_user);
  perform pawl.note(mine, 'create', null, null, null);
  return mine;
end $$;

-- A second invitation of somebody who has not joined replaces the first. Returns the role of that one, or null.
create function pawl.invite(role_name text, member_name text, member_rank text, every boolean, wanted jsonb,
  sealed text, days integer, is_own boolean) returns text language plpgsql ${DEFINER} as $$
declare mine pawl.member; former text;
begin
  mine := pawl.need_maintainer();
  if role_name in (select role from pawl.member) then
    raise exception 'this role is a member already' using errcode = '42710';
  end if;
  if not pawl.is_person(member_name) or coalesce(days not between 1 and 366, true) then
    raise exception 'not the name of a member, or not 1 to 366 days' using errcode = '22023';
  end if;
  -- Nobody opens a project to others that they are not in themselves.
  if every and not mine.every_project or exists (select 1 from jsonb_array_elements_text(wanted) w
      where w::integer not in (select o.project from pawl.membership o where o.role = session_user)) then
    raise exception 'not allowed in this project' using errcode = '42501';
  end if;
  update pawl.member set removed_at = now(), invitation = null
    where lower(name) = lower(member_name) and removed_at is null and joined_at is null returning role into former;
  if former is not null then perform pawl.keep_out(former); end if;
  insert into pawl.member (role, name, rank, every_project, projects, person, invitation, invited_by, invited_until)
  values (role_name, member_name, member_rank, every,
    array(select w::integer from jsonb_array_elements_text(wanted) w), case when is_own then pawl.person_of(mine.id) end, sealed, mine.id, now() + make_interval(days => days));
  -- Where an administrator has to create the role first, the same call comes with it.
  if exists (select 1 from pg_catalog.pg_roles where rolname = role_name) then perform pawl.let_in(role_name); end if;
  perform pawl.note(mine.id, 'invite', null, null, member_name || ' as ' || member_rank);
  return former;
end $$;

-- Only who was invited has a row; before this call it opens nothing.
create function pawl.join_team(member_key text, proof text, sealed jsonb) returns void
language plpgsql ${DEFINER} as $$
declare mine pawl.member;
begin
  select * into mine from pawl.member where role = session_user and removed_at is null for update;
  if mine.id is null then raise exception 'not a member of this team' using errcode = '42501'; end if;
  if mine.joined_at is not null then raise exception 'the invitation was used' using errcode = '28000'; end if;
  if mine.invited_until < now() then raise exception 'the invitation has expired' using errcode = '28000'; end if;
  if length(member_key) > 200 or length(proof) > 200 or length(sealed::text) > 1000000 then
    raise exception 'not the keys of a member' using errcode = '22023';
  end if;
  update pawl.member set joined_at = now(), public_key = member_key, key_proof = proof, invitation = null
    where id = mine.id;
  insert into pawl.membership (project, member, role, rank)
    select p.id, mine.id, mine.role, mine.rank from pawl.project p
    where mine.every_project or p.id = any (mine.projects);
  insert into pawl.team_key (version, member, sealed)
    select (e ->> 'version')::integer, mine.id, e ->> 'sealed' from jsonb_array_elements(sealed) e
    where pawl.is_key_version((e ->> 'version')::integer);
  perform pawl.note(mine.id, 'join', null, null, null);
end $$;

-- Null: a maintainer has to open it to this member. The same answer for a project of others and for one that nobody has.
create function pawl.share_project(project_key text, label text) returns integer language plpgsql ${DEFINER} as $$
declare mine pawl.member; found_id integer;
begin
  mine := pawl.me();
  if coalesce(project_key !~ '^[^[:cntrl:]]{1,255}$' or length(label) not between 1 and 3000, true) then
    raise exception 'not the name of a project' using errcode = '22023';
  end if;
  select o.project into found_id from pawl.membership o join pawl.project p on p.id = o.project
    where o.role = session_user and p.key = project_key;
  if found_id is not null then return found_id; end if;
  if mine.rank = 'reader' then raise exception 'a reader shares nothing' using errcode = '42501'; end if;
  if mine.every_project or mine.rank = 'maintainer' then
    found_id := pawl.open_project(project_key, mine.id);
    if found_id is not null then return found_id; end if;
  end if;
  if (select count(*) from pawl.wish w where w.member = mine.id) < 100 then
    insert into pawl.wish (member, key, label) values (mine.id, project_key, label) on conflict do nothing;
  end if;
  return null;
end $$;

-- With those who are in every project. Null where it is there already.
create function pawl.open_project(project_key text, by_member integer) returns integer language plpgsql ${DEFINER} as $$
declare made integer;
begin
  insert into pawl.project (key, created_by) values (project_key, by_member)
    on conflict (key) do nothing returning id into made;
  if made is null then return null; end if;
  insert into pawl.membership (project, member, role, rank)
    select made, m.id, m.role, m.rank from pawl.member m
    where m.joined_at is not null and m.removed_at is null and (m.every_project or m.id = by_member);
  delete from pawl.wish where member = by_member and key = project_key;
  perform pawl.note(by_member, 'share', made, null, null);
  return made;
end $$;

create function pawl.wishes() returns jsonb language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.need_maintainer();
  return coalesce((select jsonb_agg(jsonb_build_object('member', m.name, 'key', w.key, 'label', w.label) order by w.at)
    from pawl.wish w join pawl.member m on m.id = w.member where m.removed_at is null), '[]');
end $$;

create function pawl.answer_wish(member_name text, project_key text, is_accepted boolean) returns boolean
language plpgsql ${DEFINER} as $$
declare mine pawl.member; other pawl.member; target integer;
begin
  mine := pawl.need_maintainer();
  select m.* into other from pawl.member m join pawl.wish w on w.member = m.id
    where lower(m.name) = lower(member_name) and m.removed_at is null and w.key = project_key;
  if other.id is null then return false; end if;
  delete from pawl.wish w where w.member = other.id and w.key = project_key;
  if not is_accepted then return true; end if;
  target := coalesce(pawl.open_project(project_key, mine.id), (select p.id from pawl.project p where p.key = project_key));
  perform pawl.set_membership(target, other.name, other.rank);
  return true;
end $$;

-- rank null: takes it away.
create function pawl.set_membership(target integer, member_name text, member_rank text) returns void
language plpgsql ${DEFINER} as $$
declare mine pawl.membership; other pawl.member;
begin
  mine := pawl.need(target, 'maintainer');
  select * into other from pawl.member where lower(name) = lower(member_name) and removed_at is null;
  if other.id is null then raise exception 'there is no such member' using errcode = '02000'; end if;
  if member_rank is null then
    delete from pawl.membership where project = target and member = other.id;
  elsif other.joined_at is null then
    update pawl.member set projects = array_append(array_remove(projects, target), target) where id = other.id;
  else
    insert into pawl.membership (project, member, role, rank) values (target, other.id, other.role, member_rank)
    on conflict (project, member) do update set rank = excluded.rank;
  end if;
  delete from pawl.wish where member = other.id and key = (select p.key from pawl.project p where p.id = target);
  perform pawl.note(mine.member, 'membership', target, null, member_name || ' ' || coalesce(member_rank, 'none'));
end $$;

create function pawl.set_review(whose text) returns void language plpgsql ${DEFINER} as $$
declare mine pawl.member;
begin
  mine := pawl.need_maintainer();
  update pawl.meta set review = whose;
  perform pawl.note(mine.id, 'review ' || whose, null, null, null);
end $$;

-- A new key for those who stay. In the same transaction as what makes it necessary, where a maintainer does that.
create function pawl.rotate(new_version integer, sealed jsonb) returns void language plpgsql ${DEFINER} as $$
declare current integer;
begin
  select key_version into current from pawl.meta for update;
  -- After the restore of a backup the members have newer keys than the database: those versions are not given again.
  if coalesce(new_version not between current + 1 and current + 1000, true) or exists (select 1 from pawl.member m where m.joined_at is not null
      and m.removed_at is null and not exists (
        select 1 from jsonb_array_elements(sealed) e where (e ->> 'member')::integer = m.id)) then
    raise exception 'the key or the members were changed meanwhile' using errcode = '40001';
  end if;
  update pawl.meta set key_version = new_version;
  -- An invitation holds the keys as they were.
  update pawl.member set removed_at = now(), invitation = null where joined_at is null and removed_at is null;
  insert into pawl.team_key (version, member, sealed)
    select new_version, (e ->> 'member')::integer, e ->> 'sealed' from jsonb_array_elements(sealed) e;
end $$;

create function pawl.remove_member(member_name text, new_version integer, sealed jsonb, with_records boolean) returns text
language plpgsql ${DEFINER} as $$
declare mine pawl.member; other pawl.member;
begin
  mine := pawl.me();
  -- Not \`for update\`: a member who keeps a transaction with a record of theirs open could then not be removed.
  select * into other from pawl.member where lower(name) = lower(member_name) and removed_at is null for no key update;
  if other.id is null then raise exception 'there is no such member' using errcode = '02000'; end if;
  if other.id <> mine.id then mine := pawl.need_maintainer(); end if;
  -- A maintainer of single projects removes nobody from others.
  if other.id <> mine.id and not mine.every_project and (other.every_project or exists (
      select 1 from pawl.membership o where o.member = other.id and o.project not in (
        select i.project from pawl.membership i where i.member = mine.id))) then
    raise exception 'this member is in other projects too' using errcode = '42501';
  end if;
  if other.role = (select pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = 'pawl') then
    raise exception 'the owner of the schema stays' using errcode = '42501';
  end if;
  delete from pawl.membership where member = other.id;
  delete from pawl.team_key where member = other.id;
  delete from pawl.wish where member = other.id;
  update pawl.member set removed_at = now(), invitation = null where id = other.id;
  if new_version is not null then
    mine := pawl.need_maintainer();
    perform pawl.rotate(new_version, sealed);
  elsif other.id = mine.id then
    update pawl.meta set has_left = true;
  end if;
  if with_records then perform pawl.withdraw_all(other.id); end if;
  perform pawl.keep_out(other.role);
  perform pawl.note(mine.id, 'remove', null, null, other.name || case when with_records then ' with records' else '' end);
  return other.role;
end $$;

-- What a member who left leaves to do: a new key, and their login role. Returns the roles.
create function pawl.tidy(new_version integer, sealed jsonb) returns jsonb language plpgsql ${DEFINER} as $$
declare mine pawl.member;
begin
  mine := pawl.need_maintainer();
  if (select encrypted from pawl.meta) then
    perform pawl.rotate(new_version, sealed);
    perform pawl.note(mine.id, 'new key', null, null, null);
  end if;
  update pawl.meta set has_left = false;
  return coalesce((select jsonb_agg(m.role) from pawl.member m join pg_catalog.pg_roles r on r.rolname = m.role
    where m.removed_at is not null), '[]');
end $$;
`;
