-- Whoever has had enough letters for a while gets a campaign later. Nothing is lost on the way: the row that says so waits with them.

-- Why a message waits until its send_at, where it does not wait for its own hour.
alter table scheduled_messages add column waits_because text constraint unknown_wait check (waits_because in ('daily_cap', 'weekly_cap'));

-- In one word why this person has had enough, and when they may be written to again; nulls where they may now.
-- Days are those of Israel, weeks begin on Sunday.
create function enough_for_now(contact uuid, address text, out why text, out until timestamptz)
language sql stable security definer set search_path = '' as $$
  with today as (select date_trunc('day', now() at time zone 'Asia/Jerusalem') as day),
  days as (select day, date_trunc('week', day + interval '1 day') - interval '1 day' as sunday from today),
  had as (
    select count(*) filter (where m.created_at >= days.day at time zone 'Asia/Jerusalem') as today, count(*) as this_week
    from days join public.messages m on m.created_at >= days.sunday at time zone 'Asia/Jerusalem'
    where m.purpose = 'marketing' and (m.contact_id = contact or m.to_value = address)
      and (m.error is null or m.sent_at is not null)),
  full_is as (
    select had.today >= s.daily_cap as the_day,
      had.this_week >= case when p.at_most_weekly then 1 else s.weekly_cap end as the_week
    from had, public.message_settings s left join public.mail_preferences p on p.email = address)
  select case when the_week then 'weekly_cap' when the_day then 'daily_cap' end,
    case when the_week then days.sunday + interval '7 days' when the_day then days.day + interval '1 day' end
      at time zone 'Asia/Jerusalem'
  from full_is, days
$$;
grant execute on function enough_for_now(uuid, text) to service_role;
drop function why_too_much(uuid, text);

-- What became of a campaign, by what happened to each of its people; of those who wait, until when the first of them does.
drop function campaign_outcomes(uuid);
create function campaign_outcomes(campaign uuid) returns table (outcome text, reason text, people integer, waits_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.has_role('owner', 'admin', 'content') then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  return query
    select case
        when m.bounced_at is not null then 'bounced'
        when m.delivered_at is not null then 'delivered'
        when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
        when s.id is not null then s.status
        when r.excluded is not null then 'excluded'
        -- What was to go to them went along to the record that they became.
        else 'skipped' end,
      case when s.status = 'scheduled' then s.waits_because when s.id is not null then s.skip_reason
        else coalesce(r.excluded, 'gone') end,
      count(*)::integer,
      min(s.send_at) filter (where s.status = 'scheduled' and s.waits_because is not null)
    from public.campaign_recipients r
    left join public.scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
    left join public.messages m on m.scheduled_id = s.id
    where r.campaign_id = campaign group by 1, 2 order by 3 desc, 1, 2;
end
$$;
grant execute on function campaign_outcomes(uuid) to authenticated;

-- The people of a campaign with what became of each. The caller sees whom policies let them see.
create or replace view campaign_people with (security_invoker = true) as
  select r.campaign_id, r.contact_id, c.full_name, r.email,
    case when m.bounced_at is not null then 'bounced' when m.delivered_at is not null then 'delivered'
      when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
      when s.id is not null then s.status when r.excluded is not null then 'excluded' else 'skipped' end as outcome,
    case when s.status = 'scheduled' then s.waits_because
      when s.id is not null then coalesce(s.skip_reason, case when s.status <> 'canceled' then m.error end)
      else coalesce(r.excluded, 'gone') end as reason,
    m.sent_at,
    case when s.status = 'scheduled' and s.waits_because is not null then s.send_at end as waits_until
  from campaign_recipients r
  join contacts c on c.id = r.contact_id
  left join scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
  left join messages m on m.scheduled_id = s.id;
