-- Launches in the CRM: figures, participants, report, and changes of one participant.

create function launch_figures() returns table (
  launch_id uuid, phase text, participants integer, active integer, buyers integer, opted_out integer, waiting integer, revenue_agorot bigint,
  pending_comments integer)
language sql stable security definer set search_path = '' as $$
  select l.id, private.launch_phase(l, null, now()), coalesce(p.n, 0), coalesce(p.active, 0), coalesce(p.buyers, 0), coalesce(p.opted_out, 0),
    (select count(*)::integer from public.launch_waitlist w where w.launch_id = l.id), coalesce(p.revenue, 0),
    (select count(*)::integer from public.launch_comments m join public.launch_contents c on c.id = m.content_id
     where c.launch_id = l.id and m.status = 'pending')
  from public.launches l
  left join lateral (
    select count(*)::integer as n, count(*) filter (where p.last_seen_at is not null)::integer as active,
      count(*) filter (where p.status = 'buyer')::integer as buyers, count(*) filter (where p.status = 'opted_out')::integer as opted_out,
      coalesce(sum(o.paid_agorot - o.refunded_agorot), 0)::bigint as revenue
    from public.launch_participants p left join public.orders o on o.id = p.order_id where p.launch_id = l.id) p on true
  where (select public.has_role('owner', 'admin', 'content', 'sales'))
$$;
comment on function launch_figures is
  'never null: launch_id, phase, participants, active, buyers, opted_out, waiting, revenue_agorot, pending_comments';

create function launch_people(launch uuid) returns table (
  id uuid, contact_id uuid, full_name text, status text, joined_at timestamptz, last_seen_at timestamptz, completed integer, watched_seconds integer,
  cart_closes_at timestamptz, source text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.contact_id, c.full_name, p.status, p.joined_at, p.last_seen_at,
    (select count(g.completed_at)::integer from public.launch_progress g where g.participant_id = p.id),
    (select coalesce(sum(upper(r) - lower(r)), 0)::integer from public.launch_progress g, unnest(g.segments) r where g.participant_id = p.id),
    coalesce(p.cart_closes_at, l.cart_closes_at), coalesce(p.utm ->> 'utm_source', '')
  from public.launch_participants p join public.launches l on l.id = p.launch_id join public.contacts c on c.id = p.contact_id
  where p.launch_id = launch
    and ((select public.has_role('owner', 'admin', 'sales')) or p.contact_id in (select public.my_contact_ids()))
  order by p.joined_at desc, p.id limit 500
$$;
comment on function launch_people is 'never null: id, contact_id, full_name, status, joined_at, completed, watched_seconds, source';

-- The funnel from joining to revenue, by source.
create function launch_report(launch uuid) returns table (
  source text, participants integer, active integer, completed integer, buyers integer, revenue_agorot bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(p.utm ->> 'utm_source', ''), count(*)::integer, count(p.last_seen_at)::integer,
    count(*) filter (where exists (select from public.launch_progress g where g.participant_id = p.id and g.completed_at is not null))::integer,
    count(*) filter (where p.status = 'buyer')::integer, coalesce(sum(o.paid_agorot - o.refunded_agorot), 0)::bigint
  from public.launch_participants p left join public.orders o on o.id = p.order_id
  where p.launch_id = launch and (select public.has_role('owner', 'admin', 'sales'))
  group by 1 order by 6 desc, 2 desc
$$;
comment on function launch_report is 'never null: source, participants, active, completed, buyers, revenue_agorot';

-- Buyers by hour of the cart, for a launch and its original.
create function launch_hours(launch uuid) returns table (hour integer, buyers integer, buyers_before integer)
language sql stable security definer set search_path = '' as $$
  with sold as (
    select l.id = launch as is_own, floor(extract(epoch from o.paid_at - coalesce(p.cart_opens_at, l.cart_opens_at)) / 3600)::integer as hour
    from public.launches l join public.launch_participants p on p.launch_id = l.id join public.orders o on o.id = p.order_id
    where o.paid_at is not null
      and (l.id = launch or l.id = (select n.cloned_from_id from public.launches n where n.id = launch)))
  select s.hour, count(*) filter (where s.is_own)::integer, count(*) filter (where not s.is_own)::integer
  from sold s where s.hour between 0 and 720 and (select public.has_role('owner', 'admin', 'sales')) group by 1 order by 1
$$;
comment on function launch_hours is 'never null: hour, buyers, buyers_before';

-- The message plan with its counts in this launch.
create function launch_message_counts(launch uuid) returns table (
  rule_key text, name text, purpose text, is_active boolean, anchor text, offset_minutes integer, waiting integer, sent integer, skipped integer,
  next_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with entities as (
    select 'launch_participant' as type, p.id from public.launch_participants p where p.launch_id = launch
    union all
    select 'launch_content', g.id from public.launch_participants p join public.launch_progress g on g.participant_id = p.id where p.launch_id = launch
    union all
    select 'launch_request', r.id from public.launch_participants p join public.launch_requests r on r.participant_id = p.id where p.launch_id = launch
    union all
    select 'launch_waiting', w.id from public.launch_waitlist w where w.launch_id = launch),
  messages as (
    select s.rule_id, s.status, s.send_at from entities e
    join public.scheduled_messages s on s.context_type = e.type and s.context_id = e.id)
  select r.key, r.name, r.purpose, r.is_active, r.anchor, r.offset_minutes, count(*) filter (where m.status in ('scheduled', 'held_quiet', 'sending'))::integer,
    count(*) filter (where m.status = 'sent')::integer, count(*) filter (where m.status in ('skipped', 'failed', 'canceled'))::integer,
    min(m.send_at) filter (where m.status in ('scheduled', 'held_quiet'))
  from public.message_rules r left join messages m on m.rule_id = r.id
  where r.context_type like 'launch\_%' and (select public.has_role('owner', 'admin', 'content', 'sales'))
  group by r.id order by r.position
$$;
comment on function launch_message_counts is 'never null: rule_key, name, purpose, is_active, anchor, offset_minutes, waiting, sent, skipped';

-- Extends the cart of one participant. Refusals: not_allowed, participant_not_found, extension_in_past, extension_reason_length, launch_over.
create function extend_launch_participant(participant uuid, until timestamptz, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  if until <= now() then raise sqlstate 'PT422' using message = 'extension_in_past'; end if;
  if char_length(btrim(coalesce(reason, ''))) < 2 then raise sqlstate 'PT422' using message = 'extension_reason_length'; end if;
  -- If the launch is over, its links open no page, even within the window of a participant.
  if exists (
    select from public.launch_participants p join public.launches l on l.id = p.launch_id
    where p.id = participant and l.status in ('ended', 'archived'))
  then raise sqlstate 'PT409' using message = 'launch_over'; end if;
  update public.launch_participants p set cart_closes_at = until, extended_because = btrim(reason), extended_by = auth.uid(),
    status = case when p.status = 'lapsed' then case when p.last_seen_at is null then 'joined' else 'active' end else p.status end
  where p.id = participant and p.status <> 'buyer';
  if not found then raise sqlstate 'PT404' using message = 'participant_not_found'; end if;
end
$$;
comment on function extend_launch_participant is 'never null';

-- Mails a new link; `revokes`: revokes all earlier links and their browsers. Refusals: not_allowed, participant_not_found.
create function resend_launch_link(participant uuid, revokes boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  if revokes then
    update public.launch_tokens k set revoked_at = now() where k.participant_id = participant and k.revoked_at is null;
    delete from public.launch_devices d where d.participant_id = participant;
  end if;
  insert into public.launch_requests (participant_id, kind) select p.id, 'link' from public.launch_participants p where p.id = participant;
  if not found then raise sqlstate 'PT404' using message = 'participant_not_found'; end if;
end
$$;
comment on function resend_launch_link is 'never null';

-- Adds a reply by staff and makes the comment visible. Refusals: not_allowed, comment_not_found.
create function answer_launch_comment(comment uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  answered public.launch_comments;
begin
  perform private.require_role('owner', 'admin', 'content', 'sales');
  update public.launch_comments c set status = 'visible', settled_at = coalesce(c.settled_at, now()) where c.id = comment returning c.* into answered;
  if answered.id is null then raise sqlstate 'PT404' using message = 'comment_not_found'; end if;
  insert into public.launch_comments (content_id, user_id, shown_name, body, status, parent_id)
  values (answered.content_id, auth.uid(), 'הצוות', btrim(answer_launch_comment.body), 'visible', coalesce(answered.parent_id, answered.id));
end
$$;
comment on function answer_launch_comment is 'never null';

-- Only comments by participants are listed in the inbox, until staff approve or hide them.
create function settle_launch_comment() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.participant_id is null or tg_op = 'UPDATE' and new.status <> old.status and new.status <> 'pending' then
    new.settled_at := coalesce(new.settled_at, now());
  end if;
  return new;
end
$$;
create trigger settle before insert or update of status on launch_comments for each row execute function settle_launch_comment();

-- Creates a draft with the same contents and all dates moved by whole days: times of day do not change in the launch's
-- zone.
create function clone_launch(launch uuid, title text, days integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  source public.launches;
  copy constant uuid := gen_random_uuid();
begin
  perform private.require_role('owner', 'admin', 'content');
  select l.* into source from public.launches l where l.id = launch;
  if source.id is null then raise sqlstate 'PT404' using message = 'launch_not_found'; end if;
  insert into public.launches (id, title, mode, tz, prelaunch_at, cart_opens_at, cart_closes_at, cart_after_hours, cart_hours, cooldown_days, price_id,
    landing, offer, comments_mode, cloned_from_id)
  values (copy, clone_launch.title, source.mode, source.tz, private.moved_by_days(source.prelaunch_at, days, source.tz),
    private.moved_by_days(source.cart_opens_at, days, source.tz), private.moved_by_days(source.cart_closes_at, days, source.tz),
    source.cart_after_hours, source.cart_hours, source.cooldown_days, source.price_id, source.landing, source.offer, source.comments_mode, source.id);
  with numbered as (select c.*, gen_random_uuid() as copy_id from public.launch_contents c where c.launch_id = launch)
  insert into public.launch_contents (id, launch_id, position, kind, title, body, video, worksheet_key, worksheet_name, release_kind, release_at,
    release_hours, release_day, release_time, release_after, expires_at, expires_hours, required_for_next, poster_id)
  select n.copy_id, copy, n.position, n.kind, n.title, n.body, n.video, n.worksheet_key, n.worksheet_name, n.release_kind,
    private.moved_by_days(n.release_at, days, source.tz), n.release_hours, n.release_day, n.release_time,
    (select a.copy_id from numbered a where a.id = n.release_after), private.moved_by_days(n.expires_at, days, source.tz), n.expires_hours,
    n.required_for_next, n.poster_id
  from numbered n;
  return copy;
end
$$;
comment on function clone_launch is 'never null';

create function private.moved_by_days(at timestamptz, days integer, tz text) returns timestamptz
language sql stable set search_path = '' as $$
  select ((at at time zone tz) + days * interval '1 day') at time zone tz
$$;

grant execute on function launch_figures(), launch_people(uuid), launch_report(uuid), launch_hours(uuid), launch_message_counts(uuid),
  extend_launch_participant(uuid, timestamptz, text), resend_launch_link(uuid, boolean), answer_launch_comment(uuid, text),
  clone_launch(uuid, text, integer) to authenticated;
