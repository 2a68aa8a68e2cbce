-- A recipient is added with a message that is about to be scheduled, or as excluded.
create function name_campaign_recipient() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select c.full_name into new.full_name from public.contacts c where c.id = new.contact_id;
  new.outcome := case when new.excluded is null then 'scheduled' else 'excluded' end;
  new.reason := new.excluded;
  return new;
end
$$;
create trigger name_recipient before insert on campaign_recipients for each row execute function name_campaign_recipient();

-- Stores the outcomes of recipients: `contacts[i]` is a recipient of `campaigns[i]`. Without a message, the recipient
-- was excluded, or was merged into the contact that has the message.
create function private.store_campaign_outcomes(campaigns uuid[], contacts uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  with now_is as (
    select r.campaign_id, r.contact_id,
      case
        when m.bounced_at is not null then 'bounced'
        when m.delivered_at is not null then 'delivered'
        when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
        when s.id is not null then s.status
        when r.excluded is not null then 'excluded'
        else 'skipped' end as outcome,
      case
        when s.status = 'scheduled' then s.waits_because
        when s.status = 'skipped' then s.skip_reason
        when s.id is null then coalesce(r.excluded, 'gone') end as reason
    from unnest(campaigns, contacts) as changed (campaign_id, contact_id)
    join public.campaign_recipients r on r.campaign_id = changed.campaign_id and r.contact_id = changed.contact_id
    left join public.scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
    left join public.messages m on m.scheduled_id = s.id
  )
  update public.campaign_recipients r set outcome = n.outcome, reason = n.reason from now_is n
  where r.campaign_id = n.campaign_id and r.contact_id = n.contact_id and (r.outcome, r.reason) is distinct from (n.outcome, n.reason)
$$;

-- A statement-level trigger: cancelling a campaign changes all of its messages in one statement.
create function store_outcomes_of_scheduled() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  campaigns uuid[];
  contacts uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(w.context_id), array_agg(w.contact_id) into campaigns, contacts from written w
    where w.context_type = 'campaign' and (w.status <> 'scheduled' or w.waits_because is not null);
  else
    -- Differences instead of a join: a cached plan for one message would compare each of many messages with all others.
    select array_agg(c.context_id), array_agg(c.contact_id) into campaigns, contacts from (
      select d.context_id, d.contact_id from (
        (select w.id, w.context_id, w.contact_id, w.status, w.waits_because, w.skip_reason from written w where w.context_type = 'campaign'
          except select b.id, b.context_id, b.contact_id, b.status, b.waits_because, b.skip_reason from before b)
        union all
        (select b.id, b.context_id, b.contact_id, b.status, b.waits_because, b.skip_reason from before b where b.context_type = 'campaign'
          except select w.id, w.context_id, w.contact_id, w.status, w.waits_because, w.skip_reason from written w)) d
      group by 1, 2 order by 1, 2) c;
  end if;
  if campaigns is not null then perform private.store_campaign_outcomes(campaigns, contacts); end if;
  return null;
end
$$;
create trigger store_outcomes_of_new after insert on scheduled_messages
  referencing new table as written for each statement execute function store_outcomes_of_scheduled();
create trigger store_outcomes after update on scheduled_messages
  referencing old table as before new table as written for each statement execute function store_outcomes_of_scheduled();

create function store_outcome_of_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_campaign_outcomes(array[s.context_id], array[s.contact_id])
    from public.scheduled_messages s where s.id = new.scheduled_id and s.context_type = 'campaign';
  return null;
end
$$;
create trigger store_outcome_of_new after insert on messages
  for each row when (new.delivered_at is not null or new.bounced_at is not null) execute function store_outcome_of_message();
create trigger store_outcome after update of delivered_at, bounced_at on messages
  for each row when ((old.delivered_at, old.bounced_at) is distinct from (new.delivered_at, new.bounced_at))
  execute function store_outcome_of_message();

create function rename_campaign_recipient() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.campaign_recipients r set full_name = new.full_name where r.contact_id = new.id;
  return null;
end
$$;
create trigger rename_recipient after update of first_name, last_name on contacts
  for each row when (old.full_name <> new.full_name) execute function rename_campaign_recipient();
