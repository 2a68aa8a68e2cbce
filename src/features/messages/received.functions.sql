-- Contacts who wrote by WhatsApp, SMS or mail within three months, the latest first. Each row has the last text,
-- whether its sender is authenticated, and whether the contact was answered since. An answer is a message from the
-- product, or a conversation logged by staff. Row-level security selects the contacts.
create function received_conversations() returns table (
  contact_id uuid, contact_name text, channel text, phone text, received_at timestamptz, last_words text, is_answered boolean,
  is_verified boolean)
language sql stable set search_path = public as $$
  with latest as (
    select distinct on (r.contact_id) r.* from received_messages r
    where r.contact_id is not null and r.received_at > now() - interval '90 days'
    order by r.contact_id, r.received_at desc, r.created_at desc, r.id)
  select l.contact_id, c.full_name, l.channel, l.from_value, l.received_at,
    coalesce((select left(a.payload ->> 'text', 160) from activities a
      where a.type = 'message.received' and a.related_type = 'received_message' and a.related_id = l.id limit 1), ''),
    exists (select from messages m where m.contact_id = l.contact_id and m.channel = l.channel and m.created_at > l.received_at)
      or exists (select from activities a where a.contact_id = l.contact_id and a.happened_at > l.received_at
        and a.type in ('note', 'call', 'whatsapp', 'email', 'meeting') and a.actor_kind = 'user'),
    l.is_verified
  from latest l join contacts c on c.id = l.contact_id and c.deleted_at is null
  order by l.received_at desc, l.id limit 100
$$;
comment on function received_conversations is 'never null: contact_id, contact_name, channel, phone, received_at, last_words, is_answered, is_verified';
grant execute on function received_conversations() to authenticated;
