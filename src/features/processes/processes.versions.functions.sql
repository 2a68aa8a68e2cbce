-- Editions of a template: edited as a draft and published atomically. Families stay in their edition until they are moved.

create function private.require_template_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.has_role('owner', 'admin') then raise sqlstate '42501' using message = 'not_allowed'; end if;
end
$$;

-- Creates the draft of a template, or of a new one; an existing draft is returned.
create function draft_process_template(template uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  source public.process_templates;
  draft uuid;
begin
  perform private.require_template_manager();
  if template is null then
    insert into public.process_templates (name, is_active, published_at) values ('תהליך חדש', false, null) returning id into draft;
    return draft;
  end if;
  select t.* into source from public.process_templates t where t.id = template for update;
  if source.id is null or source.version_of is not null then raise sqlstate 'PT404' using message = 'template_gone'; end if;
  if source.published_at is null then return source.id; end if;
  select t.id into draft from public.process_templates t where t.draft_of = template;
  if draft is not null then return draft; end if;
  insert into public.process_templates (name, description, is_active, published_at, draft_of)
  values (source.name, source.description, false, null, template) returning id into draft;
  insert into public.process_stages (template_id, lineage, name, stage_order, description, stage_type, goal, completion_rule, default_days,
    is_skippable, visible_to_client, task_template, form_id, asks_for_review)
  select draft, s.lineage, s.name, s.stage_order, s.description, s.stage_type, s.goal, s.completion_rule, s.default_days, s.is_skippable,
    s.visible_to_client, s.task_template, s.form_id, s.asks_for_review
  from public.process_stages s where s.template_id = template;
  insert into public.stage_materials (stage_id, position, title, url)
  select n.id, m.position, m.title, m.url from public.stage_materials m
  join public.process_stages s on s.id = m.stage_id and s.template_id = template
  join public.process_stages n on n.template_id = draft and n.lineage = s.lineage;
  insert into public.stage_documents (stage_id, lineage, position, name, hint)
  select n.id, d.lineage, d.position, d.name, d.hint from public.stage_documents d
  join public.process_stages s on s.id = d.stage_id and s.template_id = template
  join public.process_stages n on n.template_id = draft and n.lineage = s.lineage;
  return draft;
end
$$;
comment on function draft_process_template is 'never null';
grant execute on function draft_process_template(uuid) to authenticated;

create function private.are_stage_tasks(tasks jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(tasks) <> 'array' or jsonb_array_length(tasks) > 40 then false else
    not exists (select from jsonb_array_elements(tasks) t where (
      char_length(btrim(coalesce(t ->> 'name', ''))) between 1 and 200
      and coalesce(t ->> 'owner', '') in ('client', 'coach', 'both')
      and coalesce(t ->> 'due_offset', '') ~ '^\d{1,3}$' and (t ->> 'due_offset')::integer <= 365
      and coalesce(t ->> 'minutes', '') ~ '^\d{1,4}$' and (t ->> 'minutes')::integer <= 1440) is not true) end
$$;

create function private.are_stage_materials(materials jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(materials) <> 'array' or jsonb_array_length(materials) > 20 then false else
    not exists (select from jsonb_array_elements(materials) m where (
      char_length(btrim(coalesce(m ->> 'title', ''))) between 1 and 120 and char_length(coalesce(m ->> 'url', '')) <= 1000
      and btrim(coalesce(m ->> 'url', '')) ~ '^(https://[^\s/]+(/\S*)?|/[^\s/\\]\S*)$') is not true) end
$$;

create function private.are_stage_documents(documents jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(documents) <> 'array' or jsonb_array_length(documents) > 20 then false else
    not exists (select from jsonb_array_elements(documents) d where (
      char_length(btrim(coalesce(d ->> 'name', ''))) between 1 and 120 and char_length(coalesce(d ->> 'hint', '')) <= 300) is not true) end
$$;

-- Saves a whole draft: name, description and ordered stages. Returns its new version.
create function save_process_draft(template uuid, seen integer, content jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  draft public.process_templates;
  stages constant jsonb := coalesce(content -> 'stages', '[]');
  saved integer;
begin
  perform private.require_template_manager();
  select t.* into draft from public.process_templates t where t.id = template for update;
  if draft.id is null then raise sqlstate 'PT404' using message = 'template_gone'; end if;
  if draft.published_at is not null then raise sqlstate 'PT409' using message = 'template_published'; end if;
  if draft.version <> seen then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if jsonb_typeof(stages) <> 'array' or jsonb_array_length(stages) > 40 then
    raise sqlstate 'PT422' using message = 'too_many_stages';
  end if;
  if exists (select from jsonb_array_elements(stages) s where not private.are_stage_tasks(coalesce(s -> 'task_template', '[]'))) then
    raise sqlstate 'PT422' using message = 'stage_tasks_invalid';
  end if;
  if exists (select from jsonb_array_elements(stages) s where not private.are_stage_materials(coalesce(s -> 'materials', '[]'))) then
    raise sqlstate 'PT422' using message = 'stage_materials_invalid';
  end if;
  if exists (select from jsonb_array_elements(stages) s where not private.are_stage_documents(coalesce(s -> 'documents', '[]'))) then
    raise sqlstate 'PT422' using message = 'stage_documents_invalid';
  end if;
  delete from public.process_stages s where s.template_id = template;
  insert into public.process_stages (template_id, lineage, name, stage_order, description, stage_type, goal, completion_rule, default_days,
    is_skippable, visible_to_client, task_template, form_id, asks_for_review)
  select template, coalesce((s.value ->> 'lineage')::uuid, gen_random_uuid()), btrim(coalesce(s.value ->> 'name', '')), s.place,
    coalesce(s.value ->> 'description', ''), coalesce(s.value ->> 'stage_type', 'task'), coalesce(s.value ->> 'goal', ''),
    coalesce(s.value ->> 'completion_rule', ''), (s.value ->> 'default_days')::integer, coalesce((s.value ->> 'is_skippable')::boolean, false),
    coalesce((s.value ->> 'visible_to_client')::boolean, true), coalesce(s.value -> 'task_template', '[]'),
    (select f.id from public.forms f where f.id = (s.value ->> 'form_id')::uuid and f.deleted_at is null),
    coalesce((s.value ->> 'asks_for_review')::boolean, false)
  from jsonb_array_elements(stages) with ordinality s (value, place);
  insert into public.stage_materials (stage_id, position, title, url)
  select n.id, m.place, btrim(m.value ->> 'title'), btrim(m.value ->> 'url')
  from jsonb_array_elements(stages) with ordinality s (value, place)
  join public.process_stages n on n.template_id = template and n.stage_order = s.place
  cross join jsonb_array_elements(coalesce(s.value -> 'materials', '[]')) with ordinality m (value, place);
  insert into public.stage_documents (stage_id, lineage, position, name, hint)
  select n.id, coalesce((d.value ->> 'lineage')::uuid, gen_random_uuid()), d.place, btrim(d.value ->> 'name'), btrim(coalesce(d.value ->> 'hint', ''))
  from jsonb_array_elements(stages) with ordinality s (value, place)
  join public.process_stages n on n.template_id = template and n.stage_order = s.place
  cross join jsonb_array_elements(coalesce(s.value -> 'documents', '[]')) with ordinality d (value, place);
  update public.process_templates t
  set name = btrim(coalesce(content ->> 'name', '')), description = coalesce(content ->> 'description', '')
  where t.id = template returning t.version into saved;
  return saved;
end
$$;
comment on function save_process_draft is 'never null';
grant execute on function save_process_draft(uuid, integer, jsonb) to authenticated;

-- Publishes a draft. The template row that products and automations reference is updated; the content that families use becomes an earlier
-- edition.
create function publish_process_template(template uuid, seen integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  draft public.process_templates;
  current public.process_templates;
  earlier uuid;
begin
  perform private.require_template_manager();
  select t.* into draft from public.process_templates t where t.id = template for update;
  if draft.id is null then raise sqlstate 'PT404' using message = 'template_gone'; end if;
  if draft.published_at is not null then raise sqlstate 'PT409' using message = 'template_published'; end if;
  if draft.version <> seen then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if not exists (select from public.process_stages s where s.template_id = template) then
    raise sqlstate 'PT422' using message = 'template_without_stages';
  end if;
  if draft.draft_of is null then
    update public.process_templates t set published_at = now(), is_active = true where t.id = template;
    return template;
  end if;
  select t.* into current from public.process_templates t where t.id = draft.draft_of for update;
  if exists (select from public.client_processes p where p.process_template_id = current.id) then
    insert into public.process_templates (name, description, is_active, edition, published_at, version_of)
    values (current.name, current.description, false, current.edition, current.published_at, current.id) returning id into earlier;
    update public.process_stages s set template_id = earlier where s.template_id = current.id;
    update public.client_processes p set process_template_id = earlier where p.process_template_id = current.id;
  else
    delete from public.process_stages s where s.template_id = current.id;
  end if;
  update public.process_stages s set template_id = current.id where s.template_id = template;
  delete from public.process_templates t where t.id = template;
  update public.process_templates t
  set name = draft.name, description = draft.description, edition = current.edition + 1, published_at = now()
  where t.id = current.id;
  return current.id;
end
$$;
comment on function publish_process_template is 'never null';
grant execute on function publish_process_template(uuid, integer) to authenticated;

-- Moves a family to the current edition: stages are matched by lineage and keep their status. New stages before the open one are skipped,
-- so that the process can continue; the coach can open them.
create function move_to_current_edition(process uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  family public.client_processes;
  former uuid;
  current uuid;
  open_at integer;
begin
  select p.* into family from public.client_processes p where p.id = process for update;
  if family.id is null or not private.manages_process(family) then raise sqlstate 'PT404' using message = 'stage_gone'; end if;
  former := family.process_template_id;
  current := (select t.version_of from public.process_templates t where t.id = former);
  if current is null then raise sqlstate 'PT409' using message = 'family_is_current'; end if;
  perform from public.process_templates t where t.id = current for share;
  if exists (select from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
    where i.client_process_id = process and i.status in ('active', 'waiting_client', 'waiting_coach')
      and not exists (select from public.process_stages n where n.template_id = current and n.lineage = s.lineage)) then
    raise sqlstate 'PT409' using message = 'open_stage_removed';
  end if;

  update public.client_processes p
  set process_template_id = current, template_version = (select t.version from public.process_templates t where t.id = current)
  where p.id = process;
  update public.process_stage_instances i set process_stage_id = n.id
  from public.process_stages s join public.process_stages n on n.template_id = current and n.lineage = s.lineage
  where i.client_process_id = process and s.id = i.process_stage_id;
  delete from public.process_stage_instances i using public.process_stages s
  where i.client_process_id = process and s.id = i.process_stage_id and s.template_id <> current and i.status in ('locked', 'skipped');
  -- Uploads follow their document to the new edition. If the document was removed, only the file remains.
  update public.stage_document_files x set stage_document_id = n.id
  from public.process_stage_instances i, public.stage_documents d, public.stage_documents n
  where i.client_process_id = process and x.stage_instance_id = i.id and d.id = x.stage_document_id
    and n.stage_id = i.process_stage_id and n.lineage = d.lineage and n.id <> d.id;
  delete from public.stage_document_files x using public.process_stage_instances i
  where i.client_process_id = process and x.stage_instance_id = i.id
    and not exists (select from public.stage_documents d where d.id = x.stage_document_id and d.stage_id = i.process_stage_id);
  -- Without an open stage, the position is that of the last completed one.
  open_at := coalesce(
    (select min(s.stage_order) from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
      where i.client_process_id = process and i.status in ('active', 'waiting_client', 'waiting_coach')),
    (select max(s.stage_order) from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
      where i.client_process_id = process and s.template_id = current and i.status = 'done'), 0);
  insert into public.process_stage_instances (client_process_id, process_stage_id, status, is_demo)
  select process, s.id, case when s.stage_order < open_at or family.status = 'completed' then 'skipped' else 'locked' end, family.is_demo
  from public.process_stages s where s.template_id = current
    and not exists (select from public.process_stage_instances i where i.client_process_id = process and i.process_stage_id = s.id);
  -- Deletes an earlier edition without families, unless one of its stages is part of a family's history.
  delete from public.process_templates t where t.id = former
    and not exists (select from public.client_processes p where p.process_template_id = former)
    and not exists (select from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
      where s.template_id = former);
end
$$;
grant execute on function move_to_current_edition(uuid) to authenticated;
