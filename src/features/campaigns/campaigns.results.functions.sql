-- Outcomes of a campaign, counted over its recipients.
create function campaign_outcomes(campaign uuid) returns table (outcome text, reason text, people integer, waits_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  return query
    select case
        when m.bounced_at is not null then 'bounced'
        when m.delivered_at is not null then 'delivered'
        when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
        when s.id is not null then s.status
        when r.excluded is not null then 'excluded'
        -- The message moved to the contact that this one was merged into.
        else 'skipped' end,
      case when s.status = 'scheduled' then s.waits_because when s.status = 'skipped' then s.skip_reason
        when s.id is null then coalesce(r.excluded, 'gone') end,
      count(*)::integer,
      min(s.send_at) filter (where s.status = 'scheduled' and s.waits_because is not null)
    from public.campaign_recipients r
    left join public.scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
    left join public.messages m on m.scheduled_id = s.id
    where r.campaign_id = campaign group by 1, 2 order by 3 desc, 1, 2;
end
$$;
comment on function campaign_outcomes is 'never null: outcome, people';
grant execute on function campaign_outcomes(uuid) to authenticated;

-- Recipients of a campaign with their outcomes. The caller's policies apply.
create view campaign_people with (security_invoker = true) as
  select r.campaign_id, r.contact_id, c.full_name, r.email,
    case when m.bounced_at is not null then 'bounced' when m.delivered_at is not null then 'delivered'
      when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
      when s.id is not null then s.status when r.excluded is not null then 'excluded' else 'skipped' end as outcome,
    case when s.status = 'scheduled' then s.waits_because when s.status = 'skipped' then s.skip_reason
      when s.status <> 'canceled' then m.error when s.id is null then coalesce(r.excluded, 'gone') end as reason,
    m.sent_at,
    case when s.status = 'scheduled' and s.waits_because is not null then s.send_at end as waits_until
  from campaign_recipients r
  join contacts c on c.id = r.contact_id
  left join scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
  left join messages m on m.scheduled_id = s.id;
comment on view campaign_people is 'never null: campaign_id, contact_id, full_name, outcome';

-- What recipients did after the message reached them: conversations and removals within a week, payments within a month. After the
-- message, not because of it: links are not followed.
create function campaign_results(campaign uuid) returns table (talked integer, removed integer, bought integer, paid_agorot bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin');
  return query
    with reached as (
      select m.contact_id, m.to_value, m.sent_at from public.scheduled_messages s join public.messages m on m.scheduled_id = s.id
      where s.context_type = 'campaign' and s.context_id = campaign and m.sent_at is not null and m.bounced_at is null),
    paid as (
      select p.contact_id, sum(p.amount_agorot) as agorot from reached r
      join public.payments p on p.contact_id = r.contact_id and p.kind = 'payment' and p.status = 'captured' and p.voided_at is null
        and p.recorded_at >= r.sent_at and p.recorded_at < r.sent_at + interval '30 days'
      group by p.contact_id)
    select
      (select count(*)::integer from reached r where exists (
        select from public.activities a where a.contact_id = r.contact_id and a.type in ('call', 'whatsapp', 'email', 'meeting')
          and a.deleted_at is null and a.happened_at >= r.sent_at and a.happened_at < r.sent_at + interval '7 days')),
      (select count(*)::integer from reached r where exists (
        select from public.consents c where c.contact_id = r.contact_id and c.value_norm = r.to_value and c.channel = 'email'
          and c.purpose = 'marketing' and c.action = 'withdraw' and c.at >= r.sent_at and c.at < r.sent_at + interval '7 days')),
      (select count(*)::integer from paid), (select coalesce(sum(agorot), 0)::bigint from paid);
end
$$;
comment on function campaign_results is 'never null: talked, removed, bought, paid_agorot';
grant execute on function campaign_results(uuid) to authenticated;
