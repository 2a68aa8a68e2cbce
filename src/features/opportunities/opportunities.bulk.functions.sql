-- Bulk changes of opportunities, in one transaction and with undo. `change` is one of {"owner_id"}, {"stage_id", "lost_reason_id",
-- "lost_note", "reopened_because"}, {"task": {"name", "due_date"}}, {"bin": true}. Refusals: bulk_too_many, unknown_bulk_change,
-- unknown_stage, lost_reason_required, reopen_reason_required, stage_of_another_pipeline.
create function bulk_change_opportunities(ids uuid[], change jsonb) returns jsonb
language plpgsql volatile set search_path = '' set statement_timeout = '60s' as $$
declare
  stage public.pipeline_stages;
  columns jsonb;
  rows jsonb := '[]';
  tasks uuid[] := '{}';
  batch uuid;
begin
  if cardinality(ids) > 20000 then raise sqlstate 'PT422' using message = 'bulk_too_many'; end if;
  if change ? 'task' then
    with made as (
      insert into public.tasks (name, due_date, opportunity_id, contact_id, user_id)
      select change #>> '{task,name}', (change #>> '{task,due_date}')::date, o.id, o.contact_id, coalesce(o.owner_id, auth.uid())
      from public.opportunities o where o.id = any (ids) and o.deleted_at is null
      returning id)
    select coalesce(array_agg(id), '{}') into tasks from made;
  else
    if change ? 'stage_id' then
      select s.* into stage from public.lock_stage((change ->> 'stage_id')::uuid) s;
      if stage.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;
      if stage.kind = 'lost' and change ->> 'lost_reason_id' is null then
        raise sqlstate 'PT422' using message = 'lost_reason_required';
      end if;
      columns := jsonb_build_object('stage_id', stage.id,
        'lost_reason_id', case when stage.kind = 'lost' then change -> 'lost_reason_id' else 'null' end,
        'lost_note', case when stage.kind = 'lost' then coalesce(change -> 'lost_note', 'null') else 'null' end);
      if stage.kind = 'open' and change ->> 'reopened_because' is not null then
        columns := columns || jsonb_build_object('reopened_because', change -> 'reopened_because');
      end if;
      -- The note and loss reason of opportunities already in the stage do not change.
      ids := array(select o.id from public.opportunities o where o.id = any (ids) and o.stage_id <> stage.id);
    elsif change ? 'owner_id' then
      columns := jsonb_build_object('owner_id', change -> 'owner_id');
    elsif change ? 'bin' then
      columns := jsonb_build_object('deleted_at', now());
    else
      raise sqlstate 'PT422' using message = 'unknown_bulk_change';
    end if;
    rows := public.bulk_set('opportunities', ids, columns);
  end if;

  if rows <> '[]' or tasks <> '{}' then
    batch := bulk.note('opportunities', change, jsonb_build_object('rows', rows, 'tasks', to_jsonb(tasks)));
  end if;
  return jsonb_build_object('batch', batch, 'changed', jsonb_array_length(rows) + cardinality(tasks), 'asked', cardinality(ids));
end
$$;

grant execute on function bulk_change_opportunities(uuid[], jsonb) to authenticated, service_role;
