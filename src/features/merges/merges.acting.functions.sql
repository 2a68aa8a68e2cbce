-- Merges two contacts in one transaction. Only owners and admins. Refusals: not_allowed, merge_with_itself, choice_invalid,
-- contact_not_found, contact_merged_already, stale_version.
create function merge_contacts(
  winner_id uuid, loser_id uuid, winner_version integer, loser_version integer, choices jsonb default '{}'
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  winner public.contacts;
  loser public.contacts;
  merged public.contacts;
  merge constant uuid := gen_random_uuid();
  details jsonb;
  demoted jsonb;
  moved jsonb := '[]';
  rows jsonb;
  target record;
begin
  perform private.require_role('owner', 'admin');
  if winner_id = loser_id then raise sqlstate 'PT422' using message = 'merge_with_itself'; end if;
  if exists (select from jsonb_each_text(choices) c where c.value is null or c.value not in ('winner', 'loser')) then
    raise sqlstate 'PT422' using message = 'choice_invalid';
  end if;
  -- Locked in the order of ids, so that concurrent merges of a pair do not deadlock.
  perform from public.contacts c where c.id in (winner_id, loser_id) order by c.id for update;
  select c.* into winner from public.contacts c where c.id = winner_id;
  select c.* into loser from public.contacts c where c.id = loser_id;
  if winner.merged_into_id is not null or loser.merged_into_id is not null then
    raise sqlstate 'PT409' using message = 'contact_merged_already';
  end if;
  if winner.id is null or loser.id is null or coalesce(winner.deleted_at, loser.deleted_at) is not null then
    raise sqlstate 'PT404' using message = 'contact_not_found';
  end if;
  if (winner.version, loser.version) is distinct from (winner_version, loser_version) then
    raise sqlstate 'PT409' using message = 'stale_version';
  end if;

  merged := public.merged_fields(winner, loser, choices);
  -- The membership that was not chosen ends before the records are joined: what was shared in that household becomes
  -- private, also for a partner who stays. An undo does not restore the sharing.
  update public.contacts c set household_id = null, household_role = null
  where c.id in (winner.id, loser.id) and c.household_id is not null and c.household_id is distinct from merged.household_id;

  perform public.suppress_triggers(true);
  -- One primary contact point per kind: the winner's, if the winner has one.
  with lowered as (
    update public.contact_points p set is_primary = false
    where p.contact_id = loser.id and p.is_primary and exists (
      select from public.contact_points w where w.contact_id = winner.id and w.kind = p.kind and w.is_primary)
    returning p.id
  )
  select coalesce(jsonb_agg(l.id), '[]') into demoted from lowered l;
  for target in select * from public.contact_references() loop
    rows := public.reassign_rows(target.rel, target.col, target.key, loser.id, winner.id);
    if rows <> '[]' then
      moved := moved || jsonb_build_array(jsonb_build_object('rel', target.rel::text, 'col', target.col, 'rows', rows));
    end if;
  end loop;
  perform public.suppress_triggers(false);

  -- Last: deleting the loser moves its remaining records into the bin.
  update public.contacts c set
    deleted_at = now(), merged_into_id = winner.id,
    -- A user account can belong to one contact only: the loser's moves to the winner if chosen.
    client_user_id = case when c.client_user_id is distinct from merged.client_user_id then c.client_user_id end
  where c.id = loser.id;
  merged := public.write_contact_fields(merged);
  details := public.merge_staff_details(winner, loser, choices);
  perform public.log_merge('contact.merged', merged, merge, loser);

  insert into public.merges (id, winner_id, loser_id, field_choices, snapshot)
  values (merge, winner.id, loser.id, choices, jsonb_build_object(
    'winner', to_jsonb(winner), 'loser', to_jsonb(loser), 'merged', to_jsonb(merged), 'staff_details', details,
    'moved', moved, 'demoted', demoted));
  perform public.refresh_duplicates(array[winner.id, loser.id]);
  return merge;
end
$$;
comment on function merge_contacts is 'never null';

-- Moves reassigned rows back, unless they were reassigned again. Returns the number of rows that were restored, of
-- those that changed since (they retain the change), and of deleted ones.
create function restore_rows(led jsonb, winner uuid, loser uuid) returns table (back integer, changed integer, gone integer)
language plpgsql volatile set search_path = '' as $$
declare
  home constant regclass := led ->> 'rel';
  key constant name[] := (select r.key from public.contact_references() r where r.rel = home and r.col = led ->> 'col');
begin
  -- Rows are compared before they move back, while they refer to the winner.
  execute format(
    'with led as (select r -> ''key'' as key, r ->> ''seen'' as seen from jsonb_array_elements($1) r),
     here as (select jsonb_build_array(%1$s) as key, coalesce(to_jsonb(t) ->> ''version'', md5(to_jsonb(t)::text)) as seen from %2$s t where t.%3$I = $2),
     moved as (
       update %2$s t set %3$I = $3 where t.%3$I = $2 and jsonb_build_array(%1$s) in (select led.key from led) returning 1)
     select (select count(*) from moved)::integer, count(here.key) filter (where here.seen <> led.seen)::integer,
       count(*) filter (where here.key is null)::integer
     from led left join here on here.key = led.key',
    (select string_agg(format('t.%I', k), ', ') from unnest(key) k), home, led ->> 'col')
  into back, changed, gone using led -> 'rows', winner, loser;
  return next;
end
$$;

-- Copies a withdrawal of consent to the loser, if it is the latest entry since the merge and its address moves back.
create function preserve_opt_outs(winner uuid, loser uuid, since timestamptz) returns void
language sql volatile set search_path = '' as $$
  insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type, source_id,
    source_url, ip_trunc, user_agent, at, proof, recorded_by, is_demo)
  select loser, k.value_norm, k.channel, k.purpose, k.action, k.text_version_id, k.text_snapshot_hash, k.source_type, k.source_id,
    k.source_url, k.ip_trunc, k.user_agent, k.at, k.proof, k.recorded_by, k.is_demo
  from (
    select distinct on (c.value_norm, c.channel, c.purpose) c.*
    from public.consents c where c.contact_id = winner and c.at >= since
    order by c.value_norm, c.channel, c.purpose, c.at desc, c.id) k
  where k.action = 'withdraw'
    and exists (select from public.contact_points p where p.contact_id = loser and p.value_norm = k.value_norm)
$$;

-- Undoes a merge. Each contact gets its records back; later changes stay with the winner. Returns the differences from the previous state:
-- {"changed", "gone": rows, "kept_columns": [column]}. Refusals: not_allowed, merge_not_found, merge_undone_already, later_merge_first,
-- winner_in_bin.
create function unmerge_contacts(merge uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Columns that the system maintains are not reported.
  noted constant text[] := array['id', 'version', 'full_name', 'search_name', 'last_activity_at', 'next_step_at'];
  undone public.merges;
  winner public.contacts;
  loser public.contacts;
  before public.contacts;
  kept_columns text[];
  is_untouched boolean;
  account uuid;
  changed integer := 0;
  gone integer := 0;
  led jsonb;
  counts record;
begin
  perform private.require_role('owner', 'admin');
  select m.* into undone from public.merges m where m.id = unmerge_contacts.merge for update;
  if undone.id is null then raise sqlstate 'PT404' using message = 'merge_not_found'; end if;
  if undone.undone_at is not null then raise sqlstate 'PT409' using message = 'merge_undone_already'; end if;
  perform from public.contacts c where c.id in (undone.winner_id, undone.loser_id) order by c.id for update;
  select c.* into winner from public.contacts c where c.id = undone.winner_id;
  if winner.merged_into_id is not null or exists (
    select from public.merges m where m.winner_id = winner.id and m.undone_at is null and m.merged_at > undone.merged_at) then
    raise sqlstate 'PT409' using message = 'later_merge_first';
  end if;
  if winner.deleted_at is not null then raise sqlstate 'PT409' using message = 'winner_in_bin'; end if;
  loser := jsonb_populate_record(null::public.contacts, undone.snapshot -> 'loser');
  before := jsonb_populate_record(null::public.contacts, undone.snapshot -> 'winner');
  -- The household, owner or account may have been deleted since, and the account may belong to another contact.
  loser.household_id := (select h.id from public.households h where h.id = loser.household_id);
  loser.owner_id := (select u.id from auth.users u where u.id = loser.owner_id);
  loser.client_user_id := (select u.id from auth.users u where u.id = loser.client_user_id and not exists (
    select from public.contacts c where c.client_user_id = u.id and c.id not in (winner.id, undone.loser_id)));
  before.household_id := (select h.id from public.households h where h.id = before.household_id);
  before.owner_id := (select u.id from auth.users u where u.id = before.owner_id);
  before.client_user_id := (select u.id from auth.users u where u.id = before.client_user_id and not exists (
    select from public.contacts c where c.client_user_id = u.id and c.id not in (winner.id, undone.loser_id)));
  -- A do-not-contact request during the merge may concern either contact.
  loser.do_not_contact := loser.do_not_contact
    or (winner.do_not_contact and not (undone.snapshot -> 'merged' ->> 'do_not_contact')::boolean);

  is_untouched := winner.version = (undone.snapshot -> 'merged' ->> 'version')::integer;
  kept_columns := array(
    select now.key from jsonb_each(to_jsonb(winner)) now
    where now.value is distinct from undone.snapshot -> 'merged' -> now.key
      and undone.snapshot -> 'merged' -> now.key is not null);
  -- The loser rejoins its household, with its records, before the winner leaves it, so that records shared there stay
  -- shared. Its account is restored last, because the winner may have it until then.
  account := loser.client_user_id;
  loser.client_user_id := case when account is distinct from winner.client_user_id then account end;
  loser := public.write_contact_fields(loser);
  perform public.suppress_triggers(true);
  for led in select * from jsonb_array_elements(undone.snapshot -> 'moved') loop
    select * into counts from public.restore_rows(led, winner.id, loser.id);
    changed := changed + counts.changed;
    gone := gone + counts.gone;
  end loop;
  perform public.suppress_triggers(false);
  winner := public.write_contact_fields(jsonb_populate_record(before, (
    select coalesce(jsonb_object_agg(now.key, now.value), '{}') from jsonb_each(to_jsonb(winner)) now where now.key = any (kept_columns))));
  update public.contacts c set client_user_id = account where c.id = loser.id and account is not null;
  kept_columns := kept_columns || public.unmerge_staff_details(winner.id, undone.snapshot -> 'staff_details');

  perform public.suppress_triggers(true);
  perform public.preserve_opt_outs(winner.id, loser.id, undone.merged_at);
  update public.contact_points p set is_primary = true
  where p.contact_id = loser.id and p.id in (select point::uuid from jsonb_array_elements_text(undone.snapshot -> 'demoted') point);
  -- Tasks may have been completed since.
  update public.contacts c set next_step_at = (
    select min(public.task_due(t.due_date, t.due_at)) from public.tasks t where t.contact_id = c.id and t.status in ('To Do', 'In Progress'))
  where c.id in (winner.id, loser.id);
  -- Restores the previous versions as well, because no user has edited the contacts.
  update public.contacts c set version = (undone.snapshot -> 'loser' ->> 'version')::integer where c.id = loser.id;
  if is_untouched then
    update public.contacts c set version = before.version where c.id = winner.id;
  end if;
  perform public.suppress_triggers(false);
  perform public.log_merge('contact.unmerged', winner, undone.id, loser);

  update public.merges m set undone_at = clock_timestamp(), undone_by = auth.uid() where m.id = undone.id;
  perform public.refresh_duplicates(array[winner.id, loser.id]);
  return jsonb_build_object('changed', changed, 'gone', gone,
    'kept', coalesce((select jsonb_agg(k order by k) from unnest(kept_columns) k where k <> all (noted)), '[]'));
end
$$;

-- The number of rows per table that a merge would reassign.
create function preview_merge(winner_id uuid, loser_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  target record;
  name text;
  found integer;
  answer jsonb := '{}';
begin
  perform private.require_role('owner', 'admin');
  for target in select * from public.contact_references() loop
    execute format('select count(*)::integer from %s t where t.%I = $1', target.rel, target.col) into found using loser_id;
    if found > 0 then
      name := (select c.relname from pg_catalog.pg_class c where c.oid = target.rel);
      answer := answer || jsonb_build_object(name, found + coalesce((answer ->> name)::integer, 0));
    end if;
  end loop;
  return answer;
end
$$;

grant execute on function merge_contacts(uuid, uuid, integer, integer, jsonb), unmerge_contacts(uuid), preview_merge(uuid, uuid)
  to authenticated;
