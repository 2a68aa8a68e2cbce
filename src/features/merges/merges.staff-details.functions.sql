-- Merges the staff details of two contacts. The loser's row does not change.

-- The details before and after, for the snapshot of the merge. Locked, so that a concurrent edit is not lost.
create function merge_staff_details(winner contacts, loser contacts, choices jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ours public.contact_staff_details;
  theirs public.contact_staff_details;
  merged public.contact_staff_details;
begin
  perform from public.contact_staff_details d where d.contact_id in (winner.id, loser.id) order by d.contact_id for update;
  select d.* into ours from public.contact_staff_details d where d.contact_id = winner.id;
  select d.* into theirs from public.contact_staff_details d where d.contact_id = loser.id;
  merged := jsonb_populate_record(ours, public.merged_columns(to_jsonb(ours), to_jsonb(theirs), choices,
    '{"call_basis_at": "call_basis", "call_basis_note": "call_basis"}', array['contact_id', 'version', 'custom']));
  merged.custom := theirs.custom || ours.custom || coalesce((
    select jsonb_object_agg(substr(c.key, 8), theirs.custom -> substr(c.key, 8))
    from jsonb_each_text(choices) c where c.key like 'custom.%' and c.value = 'loser'), '{}');
  merged.score := greatest(ours.score, theirs.score);
  if loser.created_at < winner.created_at then
    merged.first_touch := coalesce(theirs.first_touch, ours.first_touch);
  end if;
  merged := public.write_staff_details(merged);
  return jsonb_build_object('winner', to_jsonb(ours), 'loser', to_jsonb(theirs), 'merged', to_jsonb(merged));
end
$$;

-- Restores the winner's details from the snapshot, with their version. Columns changed since the merge are not restored; returns their
-- names.
create function unmerge_staff_details(winner uuid, snapshot jsonb) returns text[]
language plpgsql volatile set search_path = '' as $$
declare
  ours jsonb;
  kept_columns text[];
begin
  select to_jsonb(d) into ours from public.contact_staff_details d where d.contact_id = winner for update;
  kept_columns := array(select field.key from jsonb_each(ours) field where field.value is distinct from snapshot -> 'merged' -> field.key);
  perform public.write_staff_details(jsonb_populate_record(null::public.contact_staff_details, snapshot -> 'winner' || (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(ours) field where field.key = any (kept_columns))));
  if kept_columns = '{}' then
    -- A separate statement: in the statement above, the trigger would increment the version.
    update public.contact_staff_details d set version = (snapshot #>> '{winner,version}')::integer where d.contact_id = winner;
  end if;
  -- The score is maintained by the system, and not reported.
  return array_remove(array_remove(kept_columns, 'version'), 'score');
end
$$;

-- Updates the details in one statement, with their checks and version.
create function write_staff_details(facts contact_staff_details) returns contact_staff_details
language plpgsql volatile set search_path = '' as $$
declare
  written constant text := public.columns_except('public.contact_staff_details', array['contact_id', 'version']);
  saved public.contact_staff_details;
begin
  execute format('update public.contact_staff_details d set (%1$s) = (select %1$s from (select ($1).*) facts)
    where d.contact_id = ($1).contact_id returning d.*', written)
  into saved using facts;
  return saved;
end
$$;
