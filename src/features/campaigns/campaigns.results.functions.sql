-- Outcomes of a campaign, from the stored counts.
create function campaign_outcomes(campaign uuid) returns table (outcome text, reason text, people integer, waits_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  return query
    select c.outcome, c.reason, c.people,
      case when c.outcome = 'postponed' then (
        select min(s.send_at) from public.scheduled_messages s
        where s.context_type = 'campaign' and s.context_id = campaign and s.status = 'scheduled' and s.waits_because = c.reason) end
    from private.campaign_outcome_counts c
    where c.campaign_id = campaign and c.people > 0 order by 3 desc, 1, 2;
end
$$;
comment on function campaign_outcomes is 'never null: outcome, people';
grant execute on function campaign_outcomes(uuid) to authenticated;

-- Recipients of a campaign with their outcomes, under the caller's policies.
create view campaign_people with (security_invoker = true) as
  select r.campaign_id, r.contact_id, r.full_name, r.email, r.outcome,
    coalesce(r.reason, case when r.outcome <> 'canceled' then m.error end) as reason,
    m.sent_at,
    case when r.outcome = 'postponed' then s.send_at end as waits_until
  from campaign_recipients r
  left join scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
  left join messages m on m.scheduled_id = s.id;
comment on view campaign_people is 'never null: campaign_id, contact_id, full_name, outcome';

-- The campaign's message that was sent to this contact.
create function private.reached_by_campaign(campaign uuid, recipient uuid) returns table (to_value text, sent_at timestamptz)
language sql stable security definer set search_path = '' rows 1 as $$
  select m.to_value, m.sent_at from public.scheduled_messages s join public.messages m on m.scheduled_id = s.id
  where s.context_type = 'campaign' and s.context_id = campaign and s.contact_id = recipient and m.sent_at is not null and m.bounced_at is null
$$;

-- Actions of recipients after the message reached them, not necessarily caused by it: conversations and removals within
-- a week, payments within a month. `clicks`: page views through links with the campaign's UTM labels, by any visitor;
-- null without such links. Reads the actions since the start, which are fewer than the recipients.
create function campaign_results(campaign uuid) returns table (talked integer, removed integer, bought integer, paid_agorot bigint, clicks integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  starts timestamptz;
  ends timestamptz;
  has_labels boolean;
begin
  perform private.require_role('owner', 'admin');
  select c.started_at, coalesce(c.finished_at, now()), c.counts_clicks into starts, ends, has_labels from public.campaigns c where c.id = campaign;
  return query
    with talks as (
      select distinct a.contact_id from public.activities a
      join private.reached_by_campaign(campaign, a.contact_id) r on a.happened_at >= r.sent_at and a.happened_at < r.sent_at + interval '7 days'
      where a.type in ('call', 'whatsapp', 'email', 'meeting') and a.deleted_at is null
        and a.happened_at >= starts and a.happened_at < ends + interval '7 days'),
    removals as (
      select distinct c.contact_id from public.consents c
      join private.reached_by_campaign(campaign, c.contact_id) r
        on r.to_value = c.value_norm and c.at >= r.sent_at and c.at < r.sent_at + interval '7 days'
      where c.channel = 'email' and c.purpose = 'marketing' and c.action = 'withdraw' and c.at >= starts and c.at < ends + interval '7 days'),
    paid as (
      select p.contact_id, sum(p.amount_agorot) as agorot from public.payments p
      join private.reached_by_campaign(campaign, p.contact_id) r
        on p.recorded_at >= r.sent_at and p.recorded_at < r.sent_at + interval '30 days'
      where p.kind = 'payment' and p.status = 'captured' and p.voided_at is null
        and p.recorded_at >= starts and p.recorded_at < ends + interval '30 days'
      group by p.contact_id)
    select (select count(*)::integer from talks), (select count(*)::integer from removals),
      (select count(*)::integer from paid), (select coalesce(sum(agorot), 0)::bigint from paid),
      case when has_labels then (
        select count(*)::integer from public.page_views v
        where v.at >= starts and v.at < ends + interval '30 days' and v.utm_campaign = campaign::text) end;
end
$$;
comment on function campaign_results is 'never null: talked, removed, bought, paid_agorot';
grant execute on function campaign_results(uuid) to authenticated;
