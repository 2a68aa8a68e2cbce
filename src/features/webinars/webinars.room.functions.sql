-- The room of a session: access, chat lines and open interactions.

-- webinar:<session>, or webinar:<session>:<registration> for messages to one registrant. Null without a registration in the claims.
create function webinar_topic_of_caller() returns text
language sql stable security definer set search_path = '' as $$
  select case when (select realtime.topic()) = 'webinar:' || r.session_id || ':' || r.id then 'webinar:' || r.session_id || ':' || r.id
    else 'webinar:' || r.session_id end
  from public.webinar_registrations r
  -- Uses the primary key: comparing texts would read all registrations at each join.
  where r.id = (select case when c.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then c.id::uuid end from (select auth.jwt() ->> 'registration_id' as id) c)
    and auth.role() = 'anon' and r.ejected_at is null and r.state not in ('cancelled', 'waitlisted')
$$;
grant execute on function webinar_topic_of_caller() to anon, authenticated;

-- A message in the format of the room, without the author's e-mail address.
create function private.webinar_line(message webinar_messages) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', message.id, 'kind', message.kind, 'author', message.author, 'is_team', message.registration_id is null,
    'registration_id', message.registration_id, 'body', message.body, 'reply_to', message.reply_to, 'answered_at', message.answered_at,
    'votes', message.votes, 'created_at', message.created_at, 'status', message.status, 'visibility', message.visibility)
$$;

create function broadcast_webinar_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  recipient uuid;
begin
  if new.session_id is null or new.is_rehearsal then return null; end if;
  if new.visibility = 'private' then
    select q.registration_id into recipient from public.webinar_messages q where q.id = new.reply_to;
    -- Not sent: a private answer to a team member, or to no message.
    if recipient is null then return null; end if;
  -- Messages of a muted author, and their changes, are sent to the author only. Changes of earlier messages are sent to the room.
  elsif exists (select from public.webinar_registrations r
      where r.id = new.registration_id and (r.muted_at <= new.created_at or (tg_op = 'INSERT' and r.muted_at is not null))) then
    recipient := new.registration_id;
  end if;
  perform realtime.send(private.webinar_line(new), 'line',
    'webinar:' || new.session_id || case when recipient is not null then ':' || recipient else '' end);
  return null;
end
$$;
create trigger broadcast after insert or update on webinar_messages for each row execute function broadcast_webinar_message();

create function broadcast_webinar_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('status', new.status, 'started_at', new.started_at, 'is_down', new.stream_down_at is not null),
    'session', 'webinar:' || new.id);
  return null;
end
$$;
create trigger broadcast after update on webinar_sessions
  for each row when ((old.status, old.stream_down_at, old.starts_at) is distinct from (new.status, new.stream_down_at, new.starts_at))
  execute function broadcast_webinar_session();

-- Notifies open rooms of a changed video during the broadcast.
create function broadcast_webinar_video() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('status', s.status, 'started_at', s.started_at, 'is_down', s.stream_down_at is not null),
    'session', 'webinar:' || s.id)
  from public.webinar_sessions s where s.webinar_id = new.id and s.status in ('lobby', 'live');
  return null;
end
$$;
create trigger broadcast_video after update on webinars
  for each row when ((old.stream, old.recording) is distinct from (new.stream, new.recording)) execute function broadcast_webinar_video();

create function broadcast_webinar_opening() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('interaction', new.interaction_id), 'opening', 'webinar:' || new.session_id);
  return null;
end
$$;
create trigger broadcast after insert or update on webinar_openings for each row execute function broadcast_webinar_opening();

-- After an ejection, mute or cancellation, open channels check their rights again.
create function webinar_access_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.access_changed();
  return null;
end
$$;
create trigger access_changed after update on webinar_registrations
  for each row when (old.ejected_at is distinct from new.ejected_at or old.session_id is distinct from new.session_id)
  execute function webinar_access_changed();

-- The open interactions of a session: opened by the host, or at their second of an automated broadcast. `closes_at` is enforced here.
create function private.webinar_open_interactions(session uuid) returns table (id uuid, closes_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.interaction_id, o.closes_at from public.webinar_openings o
  where o.session_id = session and now() >= o.opens_at and now() < o.closes_at
  union
  select i.id, t.opens_at + make_interval(secs => i.open_seconds)
  from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id join public.webinar_interactions i on i.webinar_id = w.id,
    lateral (select coalesce(s.started_at, s.starts_at) + make_interval(secs => i.at_second) as opens_at) t
  where s.id = session and w.kind = 'automated' and i.at_second is not null and s.status not in ('scheduled', 'cancelled')
    and now() >= t.opens_at and now() < t.opens_at + make_interval(secs => i.open_seconds)
$$;

grant execute on function private.webinar_open_interactions(uuid) to service_role;

-- The registrations of tokens, by position of each token, with their state and the first registration of their address.
create function private.webinar_entries(tokens text[]) returns table (n integer, registration_id uuid, session_id uuid, state text, first_id uuid)
language sql stable security definer set search_path = '' as $$
  select t.n::integer, r.id, s.id, private.webinar_visit_state(r, w.kind, k.status),
    case when r.repeat_of is null then r.id else private.first_registration(r) end
  from unnest(tokens) with ordinality t (token, n)
  join public.webinar_links l on l.token_hash = public.link_hash(t.token)
  join public.webinar_registrations r on r.id = l.registration_id
  join public.webinars w on w.id = r.webinar_id
  left join public.webinar_sessions s on s.id = r.session_id,
    -- `offset 0` evaluates the function once, instead of at each reference.
    lateral (select private.webinar_status_at(s, w, now()) as status offset 0) k
$$;

-- Lines of a session visible to all registrants: the last two hundred, without those of muted authors.
create function private.webinar_lines(session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(line.shown order by line.created_at), '[]') from (
    select private.webinar_line(m) as shown, m.created_at from public.webinar_messages m
    left join public.webinar_registrations author on author.id = m.registration_id
    where m.session_id = session and m.status = 'visible' and not m.is_rehearsal and m.visibility = 'all' and author.muted_at is null
    order by m.created_at desc limit 200) line
$$;

-- Lines visible to one registrant: also their own lines while muted, and private answers to them. On demand there is no room: only
-- their own questions and the answers to them.
create function private.webinar_lines_of(registration uuid, webinar uuid, session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(line.shown order by line.created_at), '[]') from (
    select private.webinar_line(m) as shown, m.created_at from public.webinar_messages m
    left join public.webinar_messages q on q.id = m.reply_to
    left join public.webinar_registrations author on author.id = m.registration_id
    where (m.session_id = session or session is null and m.session_id is null and m.webinar_id = webinar
        and registration in (m.registration_id, q.registration_id))
      and m.status = 'visible' and not m.is_rehearsal
      and (m.visibility = 'all' or q.registration_id = registration)
      and (author.muted_at is null or m.registration_id = registration)
    order by m.created_at desc limit 200) line
$$;

-- The open interactions of a session with results, ordered by closing time.
create function private.webinar_shown_interactions(session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'title', i.title, 'body', i.body, 'choices', i.choices, 'link', i.link,
    'closes_at', o.closes_at, 'results', case when i.kind = 'poll' then private.webinar_poll_results(i.id, session) end) order by o.closes_at, i.id), '[]')
  from private.webinar_open_interactions(session) o join public.webinar_interactions i on i.id = o.id
$$;

-- The room data of registrations: lines, open interactions with results, counts. Read at entry and after every reconnect. Data that all
-- registrants of a session see is computed once. `viewers`: recent viewer counts by session; missing ones are counted here.
create function webinar_rooms(registrations uuid[], viewers jsonb default '{}') returns table (registration_id uuid, room jsonb)
language sql stable security definer set search_path = '' as $$
  with asked as materialized (
    select r.id, r.webinar_id, r.session_id, r.muted_at from public.webinar_registrations r where r.id = any(registrations)
  ), shared as materialized (
    select a.webinar_id, a.session_id, private.webinar_lines(a.session_id) as lines, private.webinar_shown_interactions(a.session_id) as interactions,
      jsonb_build_object(
        'status', n.status,
        'started_at', coalesce(s.started_at, s.starts_at),
        'starts_at', s.starts_at,
        -- The source playing now: a recording for a later time is not disclosed.
        'source', case when w.kind = 'on_demand' or n.status = 'replay' then w.recording
          when n.status = 'live' then case w.kind when 'automated' then w.recording else w.stream end end,
        'is_down', s.stream_down_at is not null,
        'viewers', coalesce((viewers ->> s.id::text)::integer, private.webinar_presence(s.id)),
        'reactions', private.webinar_reaction_counts(s.id)) as room
    from (select distinct d.webinar_id, d.session_id from asked d) a
    join public.webinars w on w.id = a.webinar_id left join public.webinar_sessions s on s.id = a.session_id,
      lateral (select private.webinar_status_at(s, w, now()) as status offset 0) n
  )
  select a.id, c.room || jsonb_build_object(
    'now', clock_timestamp(),
    'is_muted', a.muted_at is not null,
    'lines', case when a.session_id is null or a.muted_at is not null or exists (
        select from public.webinar_messages q join public.webinar_messages p on p.reply_to = q.id
        where q.registration_id = a.id and p.visibility = 'private')
      then private.webinar_lines_of(a.id, a.webinar_id, a.session_id) else c.lines end,
    'voted', coalesce((select jsonb_agg(v.message_id) from public.webinar_votes v where v.registration_id = a.id), '[]'),
    'interactions', case when c.interactions = '[]' then c.interactions else (
      select jsonb_agg(i.shown || jsonb_build_object('answer', (
          select x.choice from public.webinar_answers x
          where x.interaction_id = (i.shown ->> 'id')::uuid and x.registration_id = a.id and x.kind = 'answered')) order by i.n)
      from jsonb_array_elements(c.interactions) with ordinality i (shown, n)) end)
  from asked a join shared c on c.webinar_id = a.webinar_id and c.session_id is not distinct from a.session_id
$$;
comment on function webinar_rooms is 'never null: registration_id, room';
grant execute on function webinar_rooms(uuid[], jsonb) to service_role;

-- Enters by token, while the room is open. Returns the state by position of each token, and the room data if it is
-- open. No row for an unknown token.
create function enter_webinars(tokens text[], viewers jsonb) returns table (n integer, registration_id uuid, session_id uuid, state text, room jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  open_states constant text[] := '{lobby,room,replay,on_demand}';
  arrived uuid[];
begin
  select array_agg(p.id) into arrived from private.webinar_entries(tokens) e, unnest(array[e.registration_id, e.first_id]) p (id)
  where e.state = any(open_states);
  -- For a thousand viewers per second: a commit lost in a crash is repeated by the next heartbeat.
  perform set_config('synchronous_commit', 'off', true);
  -- Rows locked by another transaction, such as a heartbeat or a move, are skipped: the next heartbeat updates them.
  update public.webinar_registrations r set last_seen_at = now() where r.id in (
    select p.id from public.webinar_registrations p where p.id = any(arrived) for no key update skip locked);
  return query
    select e.n, e.registration_id, e.session_id, e.state, m.room from private.webinar_entries(tokens) e
    left join public.webinar_rooms(arrived, viewers) m on m.registration_id = e.registration_id and e.state = any(open_states);
end
$$;
comment on function enter_webinars is 'never null: n, registration_id, state';
grant execute on function enter_webinars(text[], jsonb) to service_role;

-- For nodes of release 1.0.0 during a rolling restart: a single room, and a single entry.
create function webinar_room(registration uuid, viewers jsonb default '{}') returns jsonb
language sql stable security definer set search_path = '' as $$
  select w.room from public.webinar_rooms(array[registration], viewers) w
$$;
grant execute on function webinar_room(uuid, jsonb) to service_role;

create function enter_webinar(token text, viewers jsonb) returns table (registration_id uuid, session_id uuid, state text, room jsonb)
language sql volatile security definer set search_path = '' as $$
  select e.registration_id, e.session_id, e.state, e.room from public.enter_webinars(array[token], viewers) e
$$;
grant execute on function enter_webinar(text, jsonb) to service_role;

create function private.webinar_reaction_counts(session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(x.kind, x.reactions), '{}') from public.webinar_reactions x where x.session_id = session
$$;
grant execute on function private.webinar_reaction_counts(uuid) to service_role;

-- Counts a reaction to a broadcast, and sends the count to the room at most twice a second. Refusals: webinar_not_open, webinar_too_fast.
create function react_in_webinar(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  stamp constant timestamptz := clock_timestamp();
  session uuid;
  counted public.webinar_reactions;
begin
  select s.id into session from public.webinar_registrations r join public.webinar_sessions s on s.id = r.session_id
    join public.webinars w on w.id = s.webinar_id
  where r.id = registration and private.webinar_status_at(s, w, now()) = 'live';
  if session is null then raise sqlstate 'PT409' using message = 'webinar_not_open'; end if;
  update public.webinar_registrations r set reacted_at = stamp
  where r.id = registration and (r.reacted_at is null or r.reacted_at < stamp - interval '1 second');
  if not found then raise sqlstate 'PT429' using message = 'webinar_too_fast'; end if;
  -- As with messages, only a muted author sees their own reaction.
  if exists (select from public.webinar_registrations r where r.id = registration and r.muted_at is not null) then return; end if;
  insert into public.webinar_reactions as x (session_id, kind, sent_at) values (session, react_in_webinar.kind, stamp)
  on conflict on constraint webinar_reactions_pkey do update set reactions = x.reactions + 1,
    sent_at = case when x.sent_at >= stamp - interval '500 milliseconds' then x.sent_at else stamp end
  returning * into counted;
  if counted.sent_at = stamp then
    perform realtime.send(jsonb_build_object('kind', counted.kind, 'count', counted.reactions), 'reaction', 'webinar:' || session);
  end if;
end
$$;
comment on function react_in_webinar is 'never null';
grant execute on function react_in_webinar(uuid, text) to service_role;

-- Poll answers by choice, of this session only: without those of replay viewers.
create function private.webinar_poll_results(interaction uuid, session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(c.choice, c.n), '{}') from (
    select a.choice, count(*) as n from public.webinar_answers a join public.webinar_registrations r on r.id = a.registration_id
    where a.interaction_id = interaction and r.session_id is not distinct from session and a.kind = 'answered' and a.choice is not null
    group by a.choice) c
$$;

-- The host opens or closes an interaction. Refusals: not_allowed, webinar_session_not_found.
create function open_webinar_interaction(session uuid, interaction uuid, is_open boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_webinar_team((select s.webinar_id from public.webinar_sessions s where s.id = session), as_host => true);
  if is_open then
    insert into public.webinar_openings (session_id, interaction_id, opens_at, closes_at)
    select s.id, i.id, now(), now() + make_interval(secs => i.open_seconds)
    from public.webinar_sessions s join public.webinar_interactions i on i.webinar_id = s.webinar_id
    where s.id = session and i.id = interaction
    on conflict (session_id, interaction_id) do update set opens_at = excluded.opens_at, closes_at = excluded.closes_at;
  else
    update public.webinar_openings o set closes_at = greatest(o.opens_at, now()) where o.session_id = session and o.interaction_id = interaction;
  end if;
  if not found then raise sqlstate 'PT404' using message = 'webinar_session_not_found'; end if;
end
$$;
comment on function open_webinar_interaction is 'never null';

-- A message of the team: chat, announcement, or an answer to a question, public or private to its author.
create function say_in_webinar(session uuid, body text, kind text default 'chat', reply_to uuid default null, is_private boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  line uuid;
begin
  perform private.require_webinar_team((select s.webinar_id from public.webinar_sessions s where s.id = session));
  insert into public.webinar_messages (webinar_id, session_id, user_id, author, kind, visibility, body, reply_to, position_s)
  select s.webinar_id, s.id, auth.uid(), coalesce(nullif(private.host_name(auth.uid()), ''), 'הצוות'), say_in_webinar.kind,
    case when is_private then 'private' else 'all' end, btrim(say_in_webinar.body), say_in_webinar.reply_to, private.webinar_second(s, now())
  from public.webinar_sessions s where s.id = session
    and (say_in_webinar.reply_to is null or exists (
      select from public.webinar_messages q where q.id = say_in_webinar.reply_to and q.session_id = s.id and q.kind = 'question'))
  returning id into line;
  if line is null then raise sqlstate 'PT404' using message = 'webinar_session_not_found'; end if;
  if say_in_webinar.reply_to is not null then
    update public.webinar_messages m set answered_at = clock_timestamp() where m.id = say_in_webinar.reply_to and m.answered_at is null;
  end if;
  return line;
end
$$;
comment on function say_in_webinar is E'never null\ntakes null: reply_to';

create function hide_webinar_message(message uuid, hidden boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_webinar_team((select m.webinar_id from public.webinar_messages m where m.id = message));
  update public.webinar_messages m set status = case when hidden then 'hidden' else 'visible' end where m.id = message;
end
$$;
comment on function hide_webinar_message is 'never null';

-- mute: the registrant's lines are visible only to them. eject: the registrant loses access to the room.
create function moderate_webinar_registration(registration uuid, step text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_webinar_team((select r.webinar_id from public.webinar_registrations r where r.id = registration));
  update public.webinar_registrations r set
    muted_at = case step when 'mute' then now() when 'unmute' then null else r.muted_at end,
    ejected_at = case step when 'eject' then now() when 'admit' then null else r.ejected_at end
  where r.id = registration;
end
$$;
comment on function moderate_webinar_registration is 'never null';

-- The control room data, with uncached counts.
create function webinar_control(session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('now', clock_timestamp(), 'status', private.webinar_status_at(s, w, now()), 'started_at', s.started_at,
    'viewers', private.webinar_presence(s.id),
    'registered', (select count(*) from public.webinar_registrations r where r.session_id = s.id and private.has_webinar_seat(r)),
    'is_down', s.stream_down_at is not null,
    'is_host', private.is_in_webinar_team(w.id, as_host => true),
    'is_rehearsal', private.is_webinar_rehearsal(s),
    'reactions', private.webinar_reaction_counts(s.id),
    'open', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'closes_at', o.closes_at, 'results', private.webinar_poll_results(o.id, s.id)))
      from private.webinar_open_interactions(s.id) o), '[]'))
  from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id
  where s.id = session and private.is_in_webinar_team(w.id)
$$;
grant execute on function open_webinar_interaction(uuid, uuid, boolean), say_in_webinar(uuid, text, text, uuid, boolean),
  hide_webinar_message(uuid, boolean), moderate_webinar_registration(uuid, text), webinar_control(uuid) to authenticated;
