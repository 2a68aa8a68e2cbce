-- Bulk changes of selected contacts, or of all rows of a list. Undo: undo_bulk.

-- The ids of a selection: {"ids": […]} or {"filter": {…}, "but": [excluded ids]}. Refused above the limit.
create function selected_contacts(selection jsonb) returns uuid[]
language plpgsql stable set search_path = public, extensions as $$
declare
  at_most constant integer := 20000;
  ids uuid[];
begin
  if selection ? 'ids' then
    ids := array(select distinct value::uuid from jsonb_array_elements_text(selection -> 'ids'));
  elsif selection ? 'filter' then
    execute format('select array(select c.id from contacts c where %s and c.id <> all ($1) limit %s)', contact_filter(selection -> 'filter'), at_most + 1)
      into ids using array(select value::uuid from jsonb_array_elements_text(coalesce(selection -> 'but', '[]')));
  end if;
  if ids is null then perform refuse_filter(); end if;
  if cardinality(ids) > at_most then raise sqlstate 'PT422' using message = 'bulk_too_many'; end if;
  return ids;
end
$$;

-- The size of a selection and its first names, for confirmation.
create function preview_bulk_contacts(selection jsonb) returns jsonb
language sql stable set search_path = public, extensions set statement_timeout = '30s' as $$
  with chosen as materialized (select c.full_name, c.search_name from contacts c where c.id = any (selected_contacts(selection)) and c.deleted_at is null)
  select jsonb_build_object(
    'count', (select count(*) from chosen),
    'names', coalesce((select jsonb_agg(full_name) from (select full_name from chosen order by search_name collate "C" limit 5) first), '[]'))
$$;

-- The change is one of: columns of the contact ({"owner_id"}, {"lifecycle"}, {"source"}, {"do_not_contact"}, {"deleted_at": "now"}),
-- {"add_tag": id}, {"remove_tag": id}, {"task": {"name", "due_date", "type", "user_id"}}. Returns {"batch", "changed", "asked"}.
create function bulk_change_contacts(selection jsonb, change jsonb) returns jsonb
language plpgsql volatile set search_path = public, extensions set statement_timeout = '60s' as $$
declare
  ids constant uuid[] := selected_contacts(selection);
  before jsonb := '{}';
  touched uuid[] := '{}';
  batch uuid;
begin
  if change - array['owner_id', 'lifecycle', 'source', 'do_not_contact', 'deleted_at'] = '{}' and change <> '{}' then
    before := jsonb_build_object('rows', bulk_set('contacts', ids, change));
    touched := array(select (r ->> 'id')::uuid from jsonb_array_elements(before -> 'rows') r);
  elsif change ? 'add_tag' then
    with tagged as (
      insert into contact_tags (contact_id, tag_id)
      select c.id, (change ->> 'add_tag')::uuid from contacts c where c.id = any (ids) and c.deleted_at is null order by c.id
      on conflict do nothing returning contact_id)
    select coalesce(array_agg(contact_id), '{}') into touched from tagged;
    before := jsonb_build_object('tagged', touched);
  elsif change ? 'remove_tag' then
    with untagged as (
      delete from contact_tags t where t.tag_id = (change ->> 'remove_tag')::uuid and t.contact_id = any (ids) returning t.contact_id)
    select coalesce(array_agg(contact_id), '{}') into touched from untagged;
    before := jsonb_build_object('untagged', touched);
  elsif change ? 'task' then
    with made as (
      insert into tasks (name, due_date, type, user_id, contact_id)
      select change #>> '{task,name}', (change #>> '{task,due_date}')::date, coalesce(change #>> '{task,type}', 'todo'),
        coalesce((change #>> '{task,user_id}')::uuid, auth.uid()), c.id
      from contacts c where c.id = any (ids) and c.deleted_at is null order by c.id
      returning id)
    select coalesce(array_agg(id), '{}') into touched from made;
    before := jsonb_build_object('tasks', touched);
  else
    raise sqlstate 'PT422' using message = 'unknown_bulk_change';
  end if;

  if touched <> '{}' then
    batch := bulk.note('contacts', change, before);
  end if;
  return jsonb_build_object('batch', batch, 'changed', cardinality(touched), 'asked', cardinality(ids));
end
$$;

grant execute on function selected_contacts(jsonb), preview_bulk_contacts(jsonb), bulk_change_contacts(jsonb, jsonb) to authenticated, service_role;
