-- Allowed status transitions. A campaign that has started cannot be edited; an edited schedule must be set again.
create function campaigns_before_write() returns trigger language plpgsql set search_path = '' as $$
declare
  rewritten boolean := (new.name, new.subject, new.preheader, new.blocks, new.list_ids, new.lifecycles, new.segments)
    is distinct from (old.name, old.subject, old.preheader, old.blocks, old.list_ids, old.lifecycles, old.segments);
  allowed text[] := case old.status
    when 'draft' then array['scheduled']
    when 'scheduled' then array['draft', 'sending', 'cancelled']
    when 'sending' then array['paused', 'sent', 'cancelled']
    when 'paused' then array['sending', 'cancelled']
    else array[]::text[] end;
begin
  if rewritten and old.status not in ('draft', 'scheduled') then
    raise sqlstate 'PT409' using message = 'campaign_already_begun';
  end if;
  if rewritten and old.status = 'scheduled' then new.status := 'draft'; end if;
  if new.status <> old.status and new.status <> all (allowed) then
    raise sqlstate 'PT409' using message = 'campaign_step_not_possible', detail = old.status || ' → ' || new.status;
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger campaigns_before_write before update on campaigns for each row execute function campaigns_before_write();

-- Conditions on contacts are chosen by those who see every contact: counting matches would reveal what a content editor may not read.
create function check_campaign_segments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform private.require_role('owner', 'admin'); end if;
  -- Refuses invalid conditions at once, not when the campaign starts.
  perform public.segment_contact_ids(new.segments);
  return new;
end
$$;
create trigger check_segments_of_new before insert on campaigns
  for each row when (new.segments <> '[]') execute function check_campaign_segments();
create trigger check_segments before update of segments on campaigns
  for each row when (new.segments <> old.segments and new.segments <> '[]') execute function check_campaign_segments();

-- The contacts that match one of the segments.
create function segment_contact_ids(segments jsonb) returns setof uuid
language plpgsql stable security definer set search_path = public, extensions as $$
declare
  segment jsonb;
begin
  for segment in select * from jsonb_array_elements(segments) loop
    return query execute 'select c.id from public.contacts c where c.merged_into_id is null and '
      || public.contact_filter(jsonb_build_object('groups', segment -> 'groups'));
  end loop;
end
$$;
grant execute on function segment_contact_ids(jsonb) to service_role;

-- The audience of a campaign, with a reason for each excluded contact. Computed while the campaign is edited, frozen at its start, and
-- checked again before each message.

create function audience_of(lists uuid[], stages text[], segments jsonb default '[]') returns table (contact_id uuid, email text, excluded text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select s.contact_id, s.email, 0 as rank
    from public.subscriptions s where s.list_id = any (lists) and s.status = 'confirmed'
    union all
    -- Of several addresses the one with consent, then the primary one.
    select c.id, p.value_norm, 1
    from public.contacts c
    left join lateral (
      select cp.value_norm from public.contact_points cp
      where cp.contact_id = c.id and cp.kind = 'email'
      order by public.advertising_block_reason(c.id, cp.value_norm) is null desc, cp.is_primary desc, cp.created_at, cp.id limit 1) p on true
    where c.deleted_at is null and c.merged_into_id is null and c.id in (
      select k.id from public.contacts k where k.lifecycle = any (stages)
      union select public.segment_contact_ids(segments))
  ),
  people as (
    select distinct on (w.contact_id) w.contact_id, w.email from wanted w order by w.contact_id, w.rank, w.email
  ),
  judged as (
    select p.contact_id, p.email, public.advertising_block_reason(p.contact_id, p.email) as excluded from people p
  )
  -- A couple that shares a mailbox gets one message.
  select j.contact_id, j.email,
    case when j.excluded is null and row_number() over (partition by j.email, j.excluded is null order by j.contact_id) > 1
      then 'same_address' else j.excluded end
  from judged j
$$;
grant execute on function audience_of(uuid[], text[], jsonb) to service_role;

-- The number of recipients and of excluded contacts by reason: content editors see no names.
create function count_audience(lists uuid[], stages text[], segments jsonb default '[]') returns table (excluded text, people integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  -- Content editors count only segments that were chosen for a campaign.
  if segments <> '[]' and not exists (select from public.campaigns c where c.segments = count_audience.segments) then
    perform private.require_role('owner', 'admin');
  end if;
  return query select a.excluded, count(*)::integer from public.audience_of(lists, stages, segments) a group by a.excluded order by count(*) desc, a.excluded;
end
$$;
comment on function count_audience is 'never null: people';
grant execute on function count_audience(uuid[], text[], jsonb) to authenticated;

-- The contacts of the audience by name, the excluded ones first.
create function name_audience(lists uuid[], stages text[], segments jsonb default '[]') returns table (contact_id uuid, full_name text, email text, excluded text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin');
  return query select a.contact_id, c.full_name, a.email, a.excluded
    from public.audience_of(lists, stages, segments) a join public.contacts c on c.id = a.contact_id
    where a.excluded is not null order by a.excluded, c.full_name, c.id limit 500;
end
$$;
comment on function name_audience is 'never null: contact_id, full_name, excluded';
grant execute on function name_audience(uuid[], text[], jsonb) to authenticated;

-- Statistics of the tables that a frozen audience fills. The job does not own them.
create function analyze_campaigns() returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  analyze public.campaign_recipients, public.scheduled_messages;
end $$;
grant execute on function analyze_campaigns() to service_role;

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

-- The caller's e-mail address, for test messages.
create function own_address() returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u where u.id = auth.uid()
$$;
grant execute on function own_address() to service_role;

-- Texts of campaigns that are not finished: see private.sent_texts_via_templates.
create view private.sent_texts_via_campaigns as
  select c.name, concat_ws(' ', c.subject, c.preheader, c.blocks::text) as content
  from campaigns c where c.status in ('scheduled', 'sending', 'paused');

-- Schedules the version of a campaign that the caller has seen. Refused without the advertiser's name and contact details, which the law
-- requires.
create function schedule_campaign(campaign uuid, at timestamptz, seen_version integer) returns campaigns
language plpgsql security definer set search_path = '' as $$
declare
  found public.campaigns;
  fault text;
begin
  perform private.require_role('owner', 'admin');
  select * into found from public.campaigns c where c.id = campaign for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'campaign_not_found'; end if;
  if found.version <> seen_version then raise sqlstate 'PT409' using message = 'campaign_changed'; end if;
  if btrim(found.subject) = '' then raise sqlstate 'PT422' using message = 'campaign_without_subject'; end if;
  if jsonb_array_length(found.blocks) = 0 then raise sqlstate 'PT422' using message = 'campaign_without_body'; end if;
  if exists (select from jsonb_array_elements(found.blocks) block where not public.is_message_block(block)) then
    raise sqlstate 'PT422' using message = 'campaign_part_unfinished';
  end if;
  fault := private.template_content_fault(
    jsonb_build_object('subject', found.subject, 'preheader', found.preheader, 'blocks', found.blocks), private.merge_field_names(null));
  if fault is not null then raise sqlstate 'PT422' using message = 'unknown_campaign_token', detail = fault; end if;
  if at < now() - interval '5 minutes' or at > now() + interval '1 year' then
    raise sqlstate 'PT422' using message = 'campaign_time_passed';
  end if;
  if not exists (select from public.business_profiles b where b.user_id = public.business_owner_id()
      and b.legal_name ~ '\S' and b.address ~ '\S' and concat(b.phone, b.email) ~ '\S') then
    raise sqlstate 'PT422' using message = 'advertiser_not_named';
  end if;
  if not exists (select from public.audience_of(found.list_ids, found.lifecycles, found.segments) a where a.excluded is null) then
    raise sqlstate 'PT422' using message = 'campaign_reaches_nobody';
  end if;
  update public.campaigns c set status = 'scheduled', send_at = at, scheduled_by = auth.uid() where c.id = campaign
  returning * into found;
  perform jobs.enqueue('send_campaign', json_build_object('campaign', campaign), 'campaign:' || campaign, greatest(at, now()));
  return found;
end
$$;

-- pause, resume, cancel, or unschedule: back to a draft.
create function steer_campaign(campaign uuid, step text) returns campaigns
language plpgsql security definer set search_path = '' as $$
declare
  found public.campaigns;
  target text := case step when 'pause' then 'paused' when 'resume' then 'sending' when 'cancel' then 'cancelled' when 'unschedule' then 'draft' end;
begin
  perform private.require_role('owner', 'admin');
  if target is null then raise sqlstate 'PT422' using message = 'campaign_step_not_possible'; end if;
  select * into found from public.campaigns c where c.id = campaign for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'campaign_not_found'; end if;
  -- Idempotent: repeating a step succeeds.
  if found.status = target then return found; end if;
  -- Resuming a campaign that has not started would start it.
  if step = 'resume' and found.status <> 'paused' then raise sqlstate 'PT409' using message = 'campaign_step_not_possible'; end if;
  update public.campaigns c set status = target, held_until = null,
    finished_at = case when target = 'cancelled' then now() end where c.id = campaign
  returning * into found;
  if target = 'cancelled' then
    -- Mail that is still in the outbox is withheld as well.
    perform private.cancel_messages('campaign', campaign, 'campaign_canceled');
  elsif target = 'sending' then
    perform jobs.enqueue('send_campaign', json_build_object('campaign', campaign), 'campaign:' || campaign, now());
  end if;
  return found;
end
$$;
grant execute on function schedule_campaign(uuid, timestamptz, integer), steer_campaign(uuid, text) to authenticated;

-- A recipient of the frozen audience who was excluded there, or who was merged into one, gets no message.
create function private.message_refusal_of_campaign(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(r.excluded, 'same_address') from public.campaign_recipients r
  where r.campaign_id = message.context_id and r.contact_id = message.contact_id
$$;

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
