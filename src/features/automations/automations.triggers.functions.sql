-- The contacts that match the conditions of a list trigger.
create function private.listed_contact_ids(groups jsonb) returns setof uuid
language plpgsql stable security definer set search_path = public, extensions as $$
begin
  return query execute 'select c.id from public.contacts c where c.merged_into_id is null and '
    || public.contact_filter(jsonb_build_object('groups', groups));
end
$$;

-- Compares the lists of enabled automations with their last evaluation, and writes an event for each new contact.
create function emit_list_joins() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  watched record;
begin
  for watched in
    select a.id, v.definition -> 'trigger' -> 'groups' as groups from public.automations a
    join public.automation_versions v on v.automation_id = a.id and v.version = a.current_version
    where a.status = 'enabled' and 'automation.list_joined' = any (v.trigger_types)
  loop
    begin
      with present as (select m as contact_id from private.listed_contact_ids(watched.groups) m),
        gone as (
          delete from public.automation_list_members m where m.automation_id = watched.id
            and not exists (select from present p where p.contact_id = m.contact_id)),
        joined as (
          insert into public.automation_list_members (automation_id, contact_id)
          select watched.id, p.contact_id from present p on conflict do nothing returning contact_id)
      insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
      select 'automation.list_joined', c.id, c.household_id, 'automation', watched.id,
        jsonb_build_object('automation_id', watched.id), c.is_demo
      from joined j join public.contacts c on c.id = j.contact_id;
    exception when sqlstate 'PT422' then
      -- A condition refers to a removed field.
      perform private.pause_automation(watched.id, 'breaker');
    end;
  end loop;
end
$$;
grant execute on function emit_list_joins() to service_role;

-- Writes the event of a date trigger once, when its time is reached.
create function emit_reached_date(automation uuid, contact uuid, moment timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo, once_key, occurred_at)
  select 'automation.date_reached', c.id, c.household_id, 'automation', automation, jsonb_build_object('automation_id', automation),
    c.is_demo, concat_ws(':', 'date', automation, c.id, extract(epoch from moment)::bigint), moment
  from public.contacts c where c.id = contact and c.deleted_at is null
  on conflict do nothing
$$;
grant execute on function emit_reached_date(uuid, uuid, timestamptz) to service_role;

-- Stores the members of a list at its first evaluation. These members do not enter.
create function remember_list(automation uuid, groups jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  members integer;
begin
  delete from public.automation_list_members m where m.automation_id = automation;
  insert into public.automation_list_members (automation_id, contact_id)
  select automation, m from private.listed_contact_ids(groups) m;
  get diagnostics members = row_count;
  return members;
end
$$;
comment on function remember_list is 'never null';
grant execute on function remember_list(uuid, jsonb) to service_role;
