/** Members, projects and keys. */
import { DEFINER, PUBLIC_FUNCTIONS } from "./functions.ts";

const READABLE = "pawl.project, pawl.membership, pawl.record, pawl.handoff, pawl.handoff_taken";
/** Of the schema that this version of Pawl creates and works with. */
export const SCHEMA_VERSION = 2;
/** The oldest schema that a client must know to work with this one: what was added since can be left alone. */
const OLDEST_CLIENT = 1;

const CALLABLE = PUBLIC_FUNCTIONS.map((name) => `pawl.${name}`).join(", ");

export const teamFunctions = `
create or replace function pawl.let_in(role_name text) returns void language plpgsql ${DEFINER} as $$
begin
  execute format('grant usage on schema pawl to %I', role_name);
  execute format('grant select on ${READABLE} to %I', role_name);
  execute format('grant execute on function ${CALLABLE} to %I', role_name);
end $$;

create or replace function pawl.keep_out(role_name text) returns void language plpgsql ${DEFINER} as $$
begin
  if not exists (select 1 from pg_catalog.pg_roles where rolname = role_name) then return; end if;
  execute format('revoke all on all functions in schema pawl from %I', role_name);
  execute format('revoke all on all tables in schema pawl from %I', role_name);
  execute format('revoke all on schema pawl from %I', role_name);
end $$;

-- The first member: whoever owns the schema.
create or replace function pawl.found_team(team_id text, member_name text, is_encrypted boolean, member_key bytea, proof bytea,
  sealed bytea) returns integer language plpgsql as $$
declare mine integer;
begin
  insert into pawl.meta (version, min_client, team, encrypted, key_version)
  values (${SCHEMA_VERSION}, ${OLDEST_CLIENT}, team_id, is_encrypted, case when is_encrypted then 1 else 0 end);
  insert into pawl.member (role, name, rank, every_project, public_key, key_proof, joined_at)
  values (session_user, member_name, 'maintainer', true, member_key, proof, now()) returning id into mine;
  if is_encrypted then insert into pawl.team_key (version, member, sealed) values (1, mine, sealed); end if;
  perform pawl.let_in(session_user);
  perform pawl.note(mine, 'create', null, null, null);
  return mine;
end $$;

create or replace function pawl.invite(role_name text, member_name text, member_rank text, every boolean, wanted integer[],
  sealed bytea, days integer) returns integer language plpgsql ${DEFINER} as $$
declare mine pawl.member; made integer;
begin
  mine := pawl.need_maintainer();
  if role_name in (select role from pawl.member) then
    raise exception 'this role is a member already' using errcode = '42710';
  end if;
  -- Nobody opens a project to others that they are not in themselves.
  if exists (select 1 from unnest(wanted) w where w not in (
      select o.project from pawl.membership o where o.role = session_user)) then
    raise exception 'not allowed in this project' using errcode = '42501';
  end if;
  insert into pawl.member (role, name, rank, every_project, projects, invitation, invited_by, invited_until)
  values (role_name, member_name, member_rank, every, wanted, sealed, mine.id, now() + make_interval(days => days))
  returning id into made;
  -- Where an administrator has to create the role first, the same call comes with it.
  if exists (select 1 from pg_catalog.pg_roles where rolname = role_name) then perform pawl.let_in(role_name); end if;
  perform pawl.note(mine.id, 'invite', null, null, member_name || ' as ' || member_rank);
  return made;
end $$;

-- Only who was invited has a row; before this call it opens nothing.
create or replace function pawl.join_team(member_key bytea, proof bytea, sealed jsonb) returns void
language plpgsql ${DEFINER} as $$
declare mine pawl.member;
begin
  select * into mine from pawl.member where role = session_user and removed_at is null for update;
  if mine.id is null then raise exception 'not a member of this team' using errcode = '42501'; end if;
  if mine.joined_at is not null then raise exception 'the invitation was used' using errcode = '28000'; end if;
  if mine.invited_until < now() then raise exception 'the invitation has expired' using errcode = '28000'; end if;
  update pawl.member set joined_at = now(), public_key = member_key, key_proof = proof, invitation = null
    where id = mine.id;
  insert into pawl.membership (project, member, role, rank)
    select p.id, mine.id, mine.role, mine.rank from pawl.project p
    where mine.every_project or p.id = any (mine.projects);
  insert into pawl.team_key (version, member, sealed)
    select (e ->> 'version')::integer, mine.id, decode(e ->> 'sealed', 'base64') from jsonb_array_elements(sealed) e;
  perform pawl.note(mine.id, 'join', null, null, null);
end $$;

create or replace function pawl.share_project(project_key text) returns integer language plpgsql ${DEFINER} as $$
declare mine pawl.member; made integer;
begin
  mine := pawl.me();
  select p.id into made from pawl.project p where p.key = project_key;
  if made is not null then
    perform pawl.need(made, 'reader');
    return made;
  end if;
  if mine.rank = 'reader' then raise exception 'a reader shares nothing' using errcode = '42501'; end if;
  insert into pawl.project (key, created_by) values (project_key, mine.id)
    on conflict (key) do nothing returning id into made;
  if made is null then
    select p.id into made from pawl.project p where p.key = project_key;
    perform pawl.need(made, 'reader');
    return made;
  end if;
  insert into pawl.membership (project, member, role, rank)
    select made, m.id, m.role, m.rank from pawl.member m
    where m.joined_at is not null and m.removed_at is null and (m.every_project or m.id = mine.id);
  perform pawl.note(mine.id, 'share', made, null, null);
  return made;
end $$;

-- rank null: takes it away.
create or replace function pawl.set_membership(target integer, member_name text, member_rank text) returns void
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
  perform pawl.note(mine.member, 'membership', target, null, member_name || ' ' || coalesce(member_rank, 'none'));
end $$;

create or replace function pawl.set_review(is_on boolean) returns void language plpgsql ${DEFINER} as $$
declare mine pawl.member;
begin
  mine := pawl.need_maintainer();
  update pawl.meta set review = is_on;
  perform pawl.note(mine.id, case when is_on then 'review on' else 'review off' end, null, null, null);
end $$;

-- In an encrypted team with a new key for those who stay, in the same transaction.
create or replace function pawl.remove_member(member_name text, new_version integer, sealed jsonb) returns text
language plpgsql ${DEFINER} as $$
declare mine pawl.member; other pawl.member; current integer;
begin
  mine := pawl.me();
  select * into other from pawl.member where lower(name) = lower(member_name) and removed_at is null for update;
  if other.id is null then raise exception 'there is no such member' using errcode = '02000'; end if;
  if other.id <> mine.id then mine := pawl.need_maintainer(); end if;
  if other.role = (select pg_get_userbyid(nspowner) from pg_catalog.pg_namespace where nspname = 'pawl') then
    raise exception 'the owner of the schema stays' using errcode = '42501';
  end if;
  delete from pawl.membership where member = other.id;
  delete from pawl.team_key where member = other.id;
  update pawl.member set removed_at = now(), invitation = null where id = other.id;
  if new_version is not null then
    select key_version into current from pawl.meta for update;
    if new_version <> current + 1 then raise exception 'the key was changed meanwhile' using errcode = '40001'; end if;
    update pawl.meta set key_version = new_version;
    -- An invitation holds the keys as they were.
    update pawl.member set removed_at = now(), invitation = null where joined_at is null and removed_at is null;
    insert into pawl.team_key (version, member, sealed)
      select new_version, (e ->> 'member')::integer, decode(e ->> 'sealed', 'base64')
      from jsonb_array_elements(sealed) e;
  end if;
  perform pawl.keep_out(other.role);
  perform pawl.note(mine.id, 'remove', null, null, other.name);
  return other.role;
end $$;
`;
