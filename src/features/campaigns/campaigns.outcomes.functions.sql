-- A recipient enters with a message that is about to be scheduled, or excluded.
create function name_campaign_recipient() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select c.full_name into new.full_name from public.contacts c where c.id = new.contact_id;
  new.outcome := case when new.excluded is null then 'scheduled' else 'excluded' end;
  new.reason := new.excluded;
  return new;
end
$$;
create trigger name_recipient before insert on campaign_recipients for each row execute function name_campaign_recipient();

-- Stores the outcome of one recipient. Without a message it was excluded, or the message moved to the contact that this one was merged into.
create function private.store_campaign_outcome(campaign uuid, recipient uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with now_is as (
    select case
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
    from public.campaign_recipients r
    left join public.scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
    left join public.messages m on m.scheduled_id = s.id
    where r.campaign_id = campaign and r.contact_id = recipient
  )
  update public.campaign_recipients r set outcome = n.outcome, reason = n.reason from now_is n
  where r.campaign_id = campaign and r.contact_id = recipient and (r.outcome, r.reason) is distinct from (n.outcome, n.reason)
$$;

create function store_outcome_of_scheduled() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_campaign_outcome(new.context_id, new.contact_id);
  if tg_op = 'UPDATE' and old.contact_id is distinct from new.contact_id then
    perform private.store_campaign_outcome(old.context_id, old.contact_id);
  end if;
  return null;
end
$$;
create trigger store_outcome_of_new after insert on scheduled_messages
  for each row when (new.context_type = 'campaign' and (new.status <> 'scheduled' or new.waits_because is not null))
  execute function store_outcome_of_scheduled();
create trigger store_outcome after update of status, waits_because, skip_reason, contact_id on scheduled_messages
  for each row when (new.context_type = 'campaign' and (old.status, old.waits_because, old.skip_reason, old.contact_id)
    is distinct from (new.status, new.waits_because, new.skip_reason, new.contact_id))
  execute function store_outcome_of_scheduled();

create function store_outcome_of_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.store_campaign_outcome(s.context_id, s.contact_id)
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
