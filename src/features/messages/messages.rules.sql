-- Whether something may be advertised to somebody now. Asked when an audience is drawn up, and again at the moment of sending.

-- What whoever gets mail has chosen for their address, besides yes and no.
create table mail_preferences (
  email text primary key constraint preferring_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  paused_until timestamptz,
  at_most_weekly boolean not null default false,
  updated_at timestamptz not null default now()
);

alter table mail_preferences enable row level security;
grant select on mail_preferences to authenticated;
create policy "owners and admins see what people chose for their mailbox" on mail_preferences for select to authenticated
  using ((select has_role('owner', 'admin')));

-- In one word why nothing may be advertised to this person at this address, or null.
create function why_not_advertise(contact uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when c.id is null or c.deleted_at is not null or c.merged_into_id is not null then 'gone'
    when c.do_not_contact then 'do_not_contact'
    when address is null then 'no_email'
    else coalesce(
      (select s.reason from public.suppressions s where s.channel = 'email' and s.value_hash = public.address_hash(address)
       order by array_position(array['legal', 'unsubscribe', 'complaint', 'manual', 'bounce'], s.reason) limit 1),
      (select 'no_consent' where coalesce((
        select k.action from public.consents k
        where k.contact_id = contact and k.value_norm = address and k.channel = 'email' and k.purpose = 'marketing'
        order by k.at desc, k.id limit 1), 'withdraw') <> 'grant'),
      (select 'paused' from public.mail_preferences m where m.email = address and m.paused_until > now()))
  end
  from (select 1) always left join public.contacts c on c.id = contact
$$;

-- In one word why this person has had enough for today or for this week, or null. Days are those of Israel, weeks begin on Sunday.
create function why_too_much(contact uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
  with clock as (select now() at time zone 'Asia/Jerusalem' as local),
  since as (
    select date_trunc('day', local) at time zone 'Asia/Jerusalem' as day,
      (date_trunc('week', local + interval '1 day') - interval '1 day') at time zone 'Asia/Jerusalem' as week
    from clock),
  had as (
    select count(*) filter (where m.created_at >= since.day) as today, count(*) as this_week
    from since join public.messages m on m.created_at >= since.week
    where m.purpose = 'marketing' and (m.contact_id = contact or m.to_value = address)
      and (m.error is null or m.sent_at is not null))
  select case
    when had.today >= s.daily_cap then 'daily_cap'
    when had.this_week >= case when p.at_most_weekly then 1 else s.weekly_cap end then 'weekly_cap'
  end
  from had, public.message_settings s left join public.mail_preferences p on p.email = address
$$;
grant execute on function why_not_advertise(uuid, text), why_too_much(uuid, text) to service_role;

-- When nothing is advertised, for whoever sends mail and sees no table of the product.
create function quiet_times() returns message_settings
language sql stable security definer set search_path = '' as $$
  select s from public.message_settings s
$$;
grant execute on function quiet_times() to worker;
