-- Allowed status transitions. A started campaign cannot be edited; editing a scheduled one requires scheduling it
-- again.
create function campaigns_before_write() returns trigger language plpgsql set search_path = '' as $$
declare
  rewritten boolean := (new.name, new.subject, new.preheader, new.blocks, new.list_ids, new.lifecycles, new.segments, new.counts_clicks)
    is distinct from (old.name, old.subject, old.preheader, old.blocks, old.list_ids, old.lifecycles, old.segments, old.counts_clicks);
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

-- The caller's e-mail address, for test messages.
create function own_address() returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u where u.id = auth.uid()
$$;
grant execute on function own_address() to service_role;

-- Texts of unfinished campaigns, see private.sent_texts_via_templates.
create view private.sent_texts_via_campaigns as
  select c.name, concat_ws(' ', c.subject, c.preheader, c.blocks::text) as content
  from campaigns c where c.status in ('scheduled', 'sending', 'paused');

-- Schedules the version of a campaign that the caller has read. Refused without the advertiser's name and contact
-- details, which the law requires.
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
  if not exists (select from public.business_profiles b where b.user_id = private.business_owner()
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

-- Actions: pause, resume, cancel, or unschedule, which returns to a draft.
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
  -- Repeating a transition succeeds.
  if found.status = target then return found; end if;
  -- Refused before the start, because resuming would start the campaign.
  if step = 'resume' and found.status <> 'paused' then raise sqlstate 'PT409' using message = 'campaign_step_not_possible'; end if;
  update public.campaigns c set status = target, held_until = null,
    finished_at = case when target = 'cancelled' then now() end where c.id = campaign
  returning * into found;
  if target = 'cancelled' then
    -- Withholds queued messages in the outbox as well.
    perform private.cancel_messages('campaign', campaign, 'campaign_canceled');
  elsif target = 'sending' then
    perform jobs.enqueue('send_campaign', json_build_object('campaign', campaign), 'campaign:' || campaign, now());
  end if;
  return found;
end
$$;
grant execute on function schedule_campaign(uuid, timestamptz, integer), steer_campaign(uuid, text) to authenticated;

-- A recipient of the frozen audience who was excluded, or was merged into an excluded contact, gets no message.
create function private.message_refusal_of_campaign(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select nullif(r.excluded, 'same_address') from public.campaign_recipients r
  where r.campaign_id = message.context_id and r.contact_id = message.contact_id
$$;

create function private.picture_uses_of_campaigns(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'קמפיין', c.name, '/crm/email/' || c.id from public.campaigns c where private.names_picture(c.blocks, ids)
$$;
