-- Only roles that see every contact choose conditions: the number of matches would reveal unreadable data to a content
-- editor.
create function check_campaign_segments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then perform private.require_role('owner', 'admin'); end if;
  -- Refuses invalid conditions on saving, before the campaign starts.
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

-- The audience of a campaign, with a reason for each excluded contact. Computed while the campaign is edited, frozen
-- when sending starts, and checked again before each message.
create function audience_of(lists uuid[], stages text[], segments jsonb default '[]') returns table (contact_id uuid, email text, excluded text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select s.contact_id, s.email, null as blocked, false as is_judged, 0 as rank
    from public.subscriptions s
    where s.list_id in (select m.id from public.mailing_lists m where m.id = any (lists) and m.archived_at is null) and s.status = 'confirmed'
    union all
    -- Prefers an address with consent, then the primary one.
    select c.id, p.value_norm, p.reason, p.value_norm is not null, 1
    from public.contacts c
    left join lateral (
      select cp.value_norm, b.reason from public.contact_points cp
      left join lateral private.advertising_blocks(c.id, cp.value_norm, 'email') b on true
      where cp.contact_id = c.id and cp.kind = 'email'
      order by b.reason is null desc, cp.is_primary desc, cp.created_at, cp.id limit 1) p on true
    where c.deleted_at is null and c.merged_into_id is null and c.id in (
      select k.id from public.contacts k where k.lifecycle = any (stages)
      union select public.segment_contact_ids(segments))
  ),
  people as (
    select distinct on (w.contact_id) w.contact_id, w.email, w.blocked, w.is_judged from wanted w order by w.contact_id, w.rank, w.email
  ),
  judged as (
    select p.contact_id, p.email, case when p.is_judged then p.blocked else b.reason end as excluded
    from people p left join lateral private.advertising_blocks(p.contact_id, p.email, 'email') b on not p.is_judged
  )
  -- A couple that shares a mailbox gets one message.
  select j.contact_id, j.email,
    case when j.excluded is null and row_number() over (partition by j.email, j.excluded is null order by j.contact_id) > 1
      then 'same_address' else j.excluded end
  from judged j
$$;
grant execute on function audience_of(uuid[], text[], jsonb) to service_role;

-- The number of recipients, and of excluded contacts by reason: content editors see no names.
create function count_audience(lists uuid[], stages text[], segments jsonb default '[]') returns table (excluded text, people integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  -- For content editors, only segments that were chosen for a campaign are counted.
  if segments <> '[]' and not exists (select from public.campaigns c where c.segments = count_audience.segments) then
    perform private.require_role('owner', 'admin');
  end if;
  return query select a.excluded, count(*)::integer from public.audience_of(lists, stages, segments) a group by a.excluded order by count(*) desc, a.excluded;
end
$$;
comment on function count_audience is 'never null: people';
grant execute on function count_audience(uuid[], text[], jsonb) to authenticated;

-- Lists the excluded contacts of an audience by name, each with its reason; at most 500.
create function list_excluded_recipients(lists uuid[], stages text[], segments jsonb default '[]') returns table (contact_id uuid, full_name text, email text, excluded text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin');
  return query select a.contact_id, c.full_name, a.email, a.excluded
    from public.audience_of(lists, stages, segments) a join public.contacts c on c.id = a.contact_id
    where a.excluded is not null order by a.excluded, c.full_name, c.id limit 500;
end
$$;
comment on function list_excluded_recipients is 'never null: contact_id, full_name, excluded';
grant execute on function list_excluded_recipients(uuid[], text[], jsonb) to authenticated;

-- Updates the planner statistics of the tables that a frozen audience fills. The job's role does not own them.
create function analyze_campaigns() returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  analyze public.campaign_recipients, public.scheduled_messages;
end $$;
grant execute on function analyze_campaigns() to service_role;
