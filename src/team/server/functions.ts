/** Functions that return the current member and what they may see. All run as the schema's owner and check `session_user`. */

/** Members may call these; everything else is for the functions themselves. */
export const PUBLIC_FUNCTIONS = [
  "hello(jsonb)",
  "join_team(bytea, bytea, jsonb)",
  "share_project(text, bytea)",
  "wishes()",
  "answer_wish(text, text, boolean)",
  "push(integer, jsonb)",
  "judge(integer, text, text, boolean)",
  "set_review(text)",
  "invite(text, text, text, boolean, integer[], bytea, integer, boolean)",
  "remove_member(text, integer, jsonb, boolean)",
  "tidy(integer, jsonb)",
  "set_membership(integer, text, text)",
  "members()",
  "member_names()",
  "sealed_keys()",
  "activity(integer)",
  "hand_over(integer, text, integer, double precision, integer, bytea)",
  "take_handoff(integer, text, double precision)",
  "withdraw_handoff(integer, text)",
] as const;

/** `search_path` is set, so that a caller's own objects cannot replace these. */
export const DEFINER = "security definer set search_path = pawl, pg_temp";

export const functions = `
create function pawl.me() returns pawl.member language plpgsql stable ${DEFINER} as $$
declare found pawl.member;
begin
  select * into found from pawl.member where role = session_user and joined_at is not null and removed_at is null;
  if found.id is null then
    raise exception 'not a member of this team' using errcode = '42501';
  end if;
  return found;
end $$;

-- The same error for a project of others and for one that does not exist.
create function pawl.need(wanted integer, lowest text) returns pawl.membership language plpgsql stable ${DEFINER} as $$
declare found pawl.membership;
begin
  perform pawl.me();
  select * into found from pawl.membership where project = wanted and role = session_user;
  if found.member is null or pawl.height(found.rank) < pawl.height(lowest) then
    raise exception 'not allowed in this project' using errcode = '42501';
  end if;
  return found;
end $$;

create function pawl.height(rank text) returns integer language sql immutable as $$
  select case rank when 'reader' then 1 when 'writer' then 2 when 'maintainer' then 3 else 0 end $$;

create function pawl.need_maintainer() returns pawl.member language plpgsql stable ${DEFINER} as $$
declare found pawl.member;
begin
  found := pawl.me();
  if found.rank <> 'maintainer' then
    raise exception 'only a maintainer may do this' using errcode = '42501';
  end if;
  return found;
end $$;

create function pawl.note(member integer, action text, project integer, record text, detail text) returns void
language sql ${DEFINER} as $$
  insert into pawl.log (member, action, project, record, detail) values (member, action, project, record, detail) $$;

create function pawl.person_of(account integer) returns integer language sql stable ${DEFINER} as $$
  select coalesce(m.person, m.id) from pawl.member m where m.id = account $$;

-- \`wanted\`: what is asked about, each with the number and mark that the machine has seen last. A machine asks every few
-- seconds, has few projects checked out, and there may be hundreds. Null: all of them.
create function pawl.hello(wanted jsonb) returns jsonb language plpgsql stable ${DEFINER} as $$
declare mine pawl.member;
begin
  select * into mine from pawl.member where role = session_user and removed_at is null;
  if mine.id is null then
    raise exception 'not a member of this team' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'version', version, 'minClient', min_client, 'team', team, 'encrypted', encrypted, 'review', review = 'on',
      'keyVersion', key_version, 'now', extract(epoch from clock_timestamp()) * 1000,
      'member', jsonb_build_object('id', mine.id, 'name', mine.name, 'rank', mine.rank,
        'joined', mine.joined_at is not null),
      'handoffs', pawl.handoff_mark(),
      'hasLeft', has_left and mine.rank = 'maintainer',
      'wishes', case when mine.rank = 'maintainer' then (select count(*) from pawl.wish) else 0 end,
      'waiting', (select count(*) from pawl.record r join pawl.membership o
        on o.project = r.project and o.member = mine.id and o.rank <> 'reader'
        where r.state = 'waiting' and pawl.person_of(r.author) <> coalesce(mine.person, mine.id)),
      'projects', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'key', p.key, 'seq', p.seq, 'rank', m.rank,
          'mark', (select s.mark from pawl.step s where s.project = p.id and s.seq = p.seq),
          'isKnown', exists (select 1 from pawl.step s
            where s.project = p.id and s.seq = (w ->> 'seq')::bigint and s.mark = (w ->> 'mark')::uuid),
          'readers', (select md5(string_agg(o.member::text, ',' order by o.member)) from pawl.membership o
            where o.project = p.id)) order by p.id)
        from pawl.membership m join pawl.project p on p.id = m.project
        left join jsonb_array_elements(wanted) w on w ->> 'key' = p.key
        where m.member = mine.id and (wanted is null or w is not null)), '[]'::jsonb))
    from pawl.meta);
end $$;

create function pawl.members() returns table (
  id integer, name text, rank text, joined_at timestamptz, invited_until timestamptz, removed boolean,
  public_key bytea, key_proof bytea, projects integer[])
language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.me();
  -- Of projects only those that the caller is in too.
  return query select m.id, m.name, m.rank, m.joined_at, m.invited_until, m.removed_at is not null, m.public_key,
    m.key_proof, coalesce(s.projects, '{}')
    from pawl.member m left join (
      select o.member, array_agg(o.project order by o.project) as projects from pawl.membership o
      where o.project = any (array(select i.project from pawl.membership i where i.role = session_user))
      group by o.member) s on s.member = m.id
    order by m.id;
end $$;

-- Who wrote what: names alone, however many projects there are.
create function pawl.member_names() returns table (id integer, name text) language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.me();
  return query select m.id, m.name from pawl.member m order by m.id;
end $$;

create function pawl.activity(most integer) returns table (
  at timestamptz, member text, action text, project text, record text, detail text)
language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.me();
  return query select l.at, m.name, l.action, p.key, l.record, l.detail
    from pawl.log l join pawl.member m on m.id = l.member left join pawl.project p on p.id = l.project
    where l.project is null or l.project in (select o.project from pawl.membership o where o.role = session_user)
    order by l.id desc limit least(most, 1000);
end $$;

create function pawl.sealed_keys() returns table (version integer, sealed bytea)
language plpgsql stable ${DEFINER} as $$
declare mine pawl.member;
begin
  select * into mine from pawl.member where role = session_user and removed_at is null;
  -- Before joining: what the invitation holds.
  if mine.joined_at is null then
    if mine.invited_until < now() then
      raise exception 'the invitation has expired' using errcode = '28000';
    end if;
    return query select 0, mine.invitation where mine.invitation is not null;
  end if;
  return query select k.version, k.sealed from pawl.team_key k where k.member = mine.id order by k.version;
end $$;
`;
