/** Functions that return the current member and their rights. All run as the schema's owner and check `session_user`. */

/** Members may call these; all others are internal. */
export const PUBLIC_FUNCTIONS = [
  ...["hello", "join_team", "members", "member_names", "sealed_keys", "activity", "millis"],
  ...["share_project", "wishes", "answer_wish", "set_membership", "set_review", "push", "judge"],
  ...["invite", "remove_member", "tidy", "hand_over", "take_handoff", "withdraw_handoff"],
] as const;

/**
 * `search_path` is set, so that a caller's own objects cannot replace these. `lock_timeout`: a member with an open
 * transaction locks the rows that it changed, and must not block others for longer than this.
 */
export const DEFINER = "security definer set search_path = pawl, pg_temp set lock_timeout = '3s'";

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

create function pawl.millis(at timestamptz) returns double precision language sql immutable as $$
  select round(extract(epoch from at) * 1000)::double precision $$;

create function pawl.members() returns jsonb language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.me();
  -- Of projects only those that the caller is in too.
  return (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', m.id, 'name', m.name, 'rank', m.rank,
      'joinedAt', pawl.millis(m.joined_at), 'invitedUntil', pawl.millis(m.invited_until), 'isRemoved', m.removed_at is not null,
      'publicKey', m.public_key, 'keyProof', m.key_proof, 'projects', coalesce(s.projects, '[]'))) order by m.id)
    from pawl.member m left join (
      select o.member, jsonb_agg(o.project order by o.project) as projects from pawl.membership o
      where o.project = any (array(select i.project from pawl.membership i where i.role = session_user))
      group by o.member) s on s.member = m.id);
end $$;

-- Who wrote what: names alone, however many projects there are.
create function pawl.member_names() returns jsonb language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.me();
  return (select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name)) from pawl.member m);
end $$;

create function pawl.activity(most integer) returns jsonb language plpgsql stable ${DEFINER} as $$
begin
  perform pawl.me();
  return coalesce((select jsonb_agg(jsonb_strip_nulls(to_jsonb(one) - 'id') order by one.id desc) from (
    select l.id, pawl.millis(l.at) as at, m.name as member, l.action, p.key as project, l.record, l.detail
    from pawl.log l join pawl.member m on m.id = l.member left join pawl.project p on p.id = l.project
    where l.project is null or l.project in (select o.project from pawl.membership o where o.role = session_user)
    order by l.id desc limit least(most, 1000)) one), '[]');
end $$;

create function pawl.sealed_keys() returns jsonb language plpgsql stable ${DEFINER} as $$
declare mine pawl.member;
begin
  select * into mine from pawl.member where role = session_user and removed_at is null;
  -- Before joining: what the invitation holds.
  if mine.joined_at is null then
    if mine.invited_until < now() then
      raise exception 'the invitation has expired' using errcode = '28000';
    end if;
    return jsonb_build_array(jsonb_build_object('version', 0, 'sealed', mine.invitation));
  end if;
  return coalesce((select jsonb_agg(jsonb_build_object('version', k.version, 'sealed', k.sealed))
    from pawl.team_key k where k.member = mine.id), '[]');
end $$;
`;
