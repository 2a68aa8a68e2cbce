-- Unanswered requests of the site and unanswered client messages in the portal. A request is unanswered while its task
-- is open and staff have logged no call, message, meeting or appointment since. A thread is unanswered from its first
-- client message without a later staff reply, call, message or meeting. A settled thread is not unanswered.
create function private.notice_anchors_of_contact_request(anchor text, from_at timestamptz, until_at timestamptz)
returns table (entity_id uuid, at timestamptz, responsible uuid, title text, message text, severity text, related_type text, related_id uuid)
language sql stable security definer set search_path = '' as $$
  select r.id, r.created_at, c.owner_id, 'פנייה מחכה למענה: ' || r.name, r.topic, 'high', 'contact', r.contact_id
  from public.contact_requests r join public.contacts c on c.id = r.contact_id and c.deleted_at is null
  left join public.tasks t on t.id = r.task_id
  where anchor = 'received' and not r.is_demo and r.created_at between from_at and until_at
    and coalesce(t.status, 'To Do') = 'To Do'
    and not exists (
      select from public.activities a where a.contact_id = r.contact_id and a.happened_at >= r.created_at and a.deleted_at is null
        and a.type in ('call', 'whatsapp', 'email', 'meeting') and a.actor_kind = 'user')
    and not exists (
      select from public.appointments a where a.contact_id = r.contact_id and a.created_at >= r.created_at
        and a.status in ('pending', 'awaiting_payment', 'confirmed', 'completed'))
    and not exists (
      select from public.thread_messages m join public.threads h on h.id = m.thread_id
      where h.contact_id = r.contact_id and m.author_kind = 'staff' and not m.is_automatic and m.created_at >= r.created_at)
  union all
  select first.id, first.created_at, c.owner_id, 'הודעה באזור האישי מחכה למענה: ' || c.full_name, left(first.body, 200), 'high', 'contact', c.id
  from public.threads h
  cross join lateral (
    select m.* from public.thread_messages m
    where m.thread_id = h.id and m.author_kind = 'client' and m.created_at > greatest('-infinity', h.settled_until, (
      select max(r.created_at) from public.thread_messages r where r.thread_id = h.id and r.author_kind = 'staff' and not r.is_automatic))
    order by m.created_at, m.id limit 1) first
  join public.contacts c on c.id = coalesce(first.contact_id, h.contact_id) and c.deleted_at is null
  where anchor = 'received' and h.last_author = 'client' and not first.is_demo and first.created_at between from_at and until_at
    and not exists (
      select from public.activities a where a.contact_id = c.id and a.happened_at >= first.created_at and a.deleted_at is null
        and a.type in ('call', 'whatsapp', 'email', 'meeting') and a.actor_kind = 'user')
$$;
