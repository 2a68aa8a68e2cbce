-- Versions are immutable: every save inserts a new one.
create function forbid_template_version_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.kind <> old.kind then raise sqlstate 'PT422' using message = 'template_kind_fixed'; end if;
  insert into public.component_template_versions (template_id, number, name, content, created_by)
  values (new.id, new.version, new.name, new.content, coalesce(auth.uid(), new.created_by));
  return null;
end
$$;

create function next_template_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger next_version before update of name, kind, content on component_templates
  for each row execute function next_template_version();
create trigger set_version_of_new after insert on component_templates for each row execute function forbid_template_version_change();
create trigger forbid_change after update of name, kind, content on component_templates
  for each row execute function forbid_template_version_change();
create trigger only_added_to before update of id, template_id, number, name, content, created_at on component_template_versions
  for each row execute function forbid_page_version_change();

select audit_table('component_templates');

create function private.picture_uses_of_component_templates(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'ספריית המקטעים', t.name, '/admin/component-templates' from public.component_templates t
  where t.deleted_at is null and private.names_picture(t.content, ids)
$$;

create function private.page_videos_of_component_templates() returns setof text
language sql stable security definer set search_path = '' as $$
  select k from public.component_template_versions v, private.page_videos_in(v.content) k
$$;
