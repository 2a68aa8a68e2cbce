create function message_template_before_write() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.channel <> old.channel then raise sqlstate 'PT422' using message = 'template_channel_fixed'; end if;
  if new.key is distinct from old.key then raise sqlstate 'PT422' using message = 'template_key_fixed'; end if;
  -- The context is fixed at publication, because published versions use its merge fields.
  if old.published_number is not null and new.context_type is distinct from old.context_type then
    raise sqlstate 'PT422' using message = 'template_context_fixed';
  end if;
  -- The purpose is not part of a version: it applies at once, and consent and the advertisement label depend on it.
  if old.published_number is not null and new.purpose <> old.purpose and auth.uid() is not null and not public.has_role('owner', 'admin') then
    raise sqlstate 'PT403' using message = 'template_purpose_fixed';
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger before_write before update on message_templates for each row execute function message_template_before_write();

-- A message that was sent refers to its version, so no version ever changes.
create function forbid_message_version_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'template_version_fixed';
end
$$;
create trigger forbid_change before update of template_id, number, content, published_at on message_template_versions
  for each row execute function forbid_message_version_change();

-- Validates and publishes the draft, or the content of an earlier version, as the next version. Unchanged content is not published again.
create function publish_message_template(template uuid, seen_version integer, from_number integer default null) returns message_templates
language plpgsql security definer set search_path = '' as $$
declare
  found public.message_templates;
  wanted jsonb;
  fault text;
begin
  perform private.require_role('owner', 'admin');
  select * into found from public.message_templates t where t.id = template for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'template_not_found'; end if;
  if found.version <> seen_version then raise sqlstate 'PT409' using message = 'template_changed'; end if;
  if found.archived_at is not null then raise sqlstate 'PT409' using message = 'template_archived'; end if;
  wanted := case when from_number is null then found.draft
    else (select v.content from public.message_template_versions v where v.template_id = template and v.number = from_number) end;
  if wanted is null then raise sqlstate 'PT404' using message = 'template_version_unknown'; end if;
  if not private.is_template_content(found.channel, wanted) then raise sqlstate 'PT422' using message = 'template_incomplete'; end if;
  fault := private.template_content_fault(wanted, private.merge_field_names(found.context_type));
  if fault is not null then raise sqlstate 'PT422' using message = 'template_field_unknown', detail = fault; end if;
  if wanted is distinct from (
    select v.content from public.message_template_versions v where v.template_id = template and v.number = found.published_number) then
    insert into public.message_template_versions (template_id, number, content)
    select template, coalesce(max(v.number), 0) + 1, wanted from public.message_template_versions v where v.template_id = template
    returning number into found.published_number;
  end if;
  update public.message_templates t set draft = wanted, published_number = found.published_number
  where t.id = template returning * into found;
  return found;
end
$$;
comment on function publish_message_template is 'takes null: from_number';
grant execute on function publish_message_template(uuid, integer, integer) to authenticated;

-- Archives a template, or restores it. Already scheduled messages are still sent.
create function archive_message_template(template uuid, is_archived boolean) returns message_templates
language plpgsql security definer set search_path = '' as $$
declare
  found public.message_templates;
begin
  perform private.require_role('owner', 'admin');
  update public.message_templates t set archived_at = case when is_archived then coalesce(t.archived_at, now()) end
  where t.id = template returning * into found;
  if found.id is null then raise sqlstate 'PT404' using message = 'template_not_found'; end if;
  return found;
end
$$;
grant execute on function archive_message_template(uuid, boolean) to authenticated;

-- Texts that are sent to contacts, by name: each module that sends adds a branch.
create view private.sent_texts_via_templates as
  select t.name, v.content::text as content
  from message_templates t join message_template_versions v on v.template_id = t.id and v.number = t.published_number
  where t.archived_at is null;

-- Published templates and unfinished campaigns that use the custom field.
create function texts_using_field(field_id uuid) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select s.name from private.sent_texts s join public.custom_field_defs d on d.id = field_id
    where s.content ~ (case d.entity when 'household' then 'שדה_בית\.' else 'שדה\.' end || d.key || '(?![a-z0-9_])') order by 1;
end
$$;
comment on function texts_using_field is 'never null';
grant execute on function texts_using_field(uuid) to service_role;

-- Refuses to remove a custom field in use, because the next message would have a gap.
create function refuse_removal_of_used_field() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users constant text := (select string_agg(name, ', ') from public.texts_using_field(new.id) name);
begin
  if users is not null then raise sqlstate 'PT409' using message = 'field_in_templates', detail = users; end if;
  return new;
end
$$;
create trigger refuse_removal_of_used before update of deleted_at on custom_field_defs
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_removal_of_used_field();

-- Whether the caller may send manual messages to a contact.
create function may_write_to(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())
$$;
grant execute on function may_write_to(uuid) to service_role;

-- Includes published versions: messages sent from them load the image.
create function private.picture_uses_of_message_templates(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'תבנית הודעה', t.name, '/crm/email/templates/' || t.id from public.message_templates t
  where private.names_picture(t.draft, ids)
    or exists (select from public.message_template_versions v where v.template_id = t.id and private.names_picture(v.content, ids))
$$;
