-- Message anchors of a process and its stages: the instants that message rules count from.
create function set_completed_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.completed_at := case when new.status = 'completed' then coalesce(new.completed_at, now()) end;
  return new;
end
$$;
create trigger set_completed_at before insert or update on client_processes for each row execute function set_completed_at();

create function private.message_anchors_of_process(process uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'finished', p.completed_at, p.completed_at + interval '30 days', p.contact_id, null::text, false
  from public.client_processes p join public.contacts c on c.id = p.contact_id
  where p.id = process and p.status = 'completed' and not p.is_demo and c.deleted_at is null and c.merged_into_id is null
$$;

-- Only stages that the client sees in the portal, while the client has an account there.
create function private.message_anchors_of_stage(stage uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'done', i.done_at, i.done_at + interval '7 days', p.contact_id, null::text, false
  from public.process_stage_instances i
  join public.process_stages t on t.id = i.process_stage_id and t.visible_to_client
  join public.client_processes p on p.id = i.client_process_id and p.status = 'active'
  join public.contacts c on c.id = p.contact_id
  where i.id = stage and i.status = 'done' and not i.is_demo and c.client_user_id is not null and c.deleted_at is null
$$;

create function derive_process_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('process', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after update on client_processes
  for each row when ((old.status, old.contact_id, old.completed_at) is distinct from (new.status, new.contact_id, new.completed_at))
  execute function derive_process_messages();
create trigger derive_messages_of_deleted after delete on client_processes for each row execute function derive_process_messages();

create function derive_stage_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('stage', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after update on process_stage_instances
  for each row when (old.status <> new.status and 'done' in (old.status, new.status)) execute function derive_stage_messages();
create trigger derive_messages_of_deleted after delete on process_stage_instances
  for each row when (old.status = 'done') execute function derive_stage_messages();

-- What the message about a finished stage says; no row when the stage is gone.
create function stage_message_facts(stage uuid) returns table (stage_name text, next_name text)
language sql stable security definer set search_path = '' as $$
  select t.name, (
    select n.name from public.process_stage_instances o join public.process_stages n on n.id = o.process_stage_id
    where o.client_process_id = i.client_process_id and n.stage_order > t.stage_order and n.visible_to_client
      and o.status in ('locked', 'active', 'waiting_client', 'waiting_coach')
    order by n.stage_order limit 1)
  from public.process_stage_instances i join public.process_stages t on t.id = i.process_stage_id where i.id = stage
$$;
comment on function stage_message_facts is 'never null: stage_name';
grant execute on function stage_message_facts(uuid) to service_role;
