create trigger next_version before update on tags for each row execute function next_version();

-- Deletes a tag and removes it from all contacts; undo_bulk restores both. Returns {"batch", "changed"}. Refusals: not_allowed,
-- tag_not_found.
create function delete_tag(tag uuid) returns jsonb
language plpgsql volatile set search_path = public set statement_timeout = '60s' as $$
declare
  gone tags;
  carried uuid[];
begin
  perform private.require_role('owner', 'admin');
  -- Locked against concurrent assignment.
  select * into gone from tags t where t.id = tag for update;
  if not found then raise sqlstate 'PT404' using message = 'tag_not_found'; end if;
  carried := array(select t.contact_id from contact_tags t where t.tag_id = tag);
  delete from tags t where t.id = tag;
  return jsonb_build_object('changed', cardinality(carried), 'batch', bulk.note('contacts',
    jsonb_build_object('delete_tag', jsonb_build_object('id', gone.id, 'name', gone.name, 'color', gone.color)),
    jsonb_build_object('untagged', carried)));
end
$$;

grant execute on function delete_tag(uuid) to authenticated;
