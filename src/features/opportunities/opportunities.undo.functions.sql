-- Undo removes a move from the row, the timeline, the stage history and today's list, but not from the audit log.

-- Refuses with not_allowed unless the signed-in caller can change each of the opportunities. For security definer functions.
create function private.require_opportunities(cards uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' and not (select public.has_role('owner', 'admin', 'sales')) and exists (
    select from public.opportunities o
    where o.id = any (cards) and o.contact_id not in (select public.my_contact_ids())
  ) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
end
$$;

-- Deletes the traces of stage changes that this user made between two instants. Timeline entries are deleted because a user's entry counts
-- as a response to a lead. History is deleted because the time in the stage is computed from it.
create function private.forget_moves(cards uuid[], by_whom uuid, since timestamptz, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_opportunities(cards);
  delete from public.activities a
  where a.opportunity_id = any (cards) and a.actor_id is not distinct from by_whom and a.happened_at between since and until
    and a.type in ('opportunity.stage_changed', 'opportunity.won', 'opportunity.lost', 'opportunity.reopened');
  delete from public.opportunity_stage_history h
  where h.opportunity_id = any (cards) and h.actor_id is not distinct from by_whom and h.at between since and until;
  update public.opportunities o set
    stage_entered_at = last.at, closed_at = case when o.status <> 'open' then last.at end
  from (select h.opportunity_id, max(h.at) as at from public.opportunity_stage_history h where h.opportunity_id = any (cards) group by 1) last
  where o.id = last.opportunity_id and o.stage_entered_at <> last.at;
  update public.contacts c set last_activity_at = (
    select max(least(a.happened_at, clock_timestamp())) from public.activities a where a.contact_id = c.id and a.deleted_at is null)
  where c.id in (select o.contact_id from public.opportunities o where o.id = any (cards));
end
$$;
grant execute on function private.forget_moves(uuid[], uuid, timestamptz, timestamptz) to authenticated, service_role;

-- Stores the values that the last move of an opportunity replaced. Its side effects are added later.
create function private.note_move(card public.opportunities, was jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.opportunity_moves as m (opportunity_id, moved_by, began_at, ended_at, version, was)
  values (card.id, auth.uid(), now(), clock_timestamp(), card.version, was)
  on conflict (opportunity_id) do update set moved_by = excluded.moved_by, began_at = excluded.began_at, ended_at = excluded.ended_at,
    version = excluded.version, was = excluded.was, made = '{}'
$$;

create function private.note_follow_ups(card public.opportunities, made jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_opportunities(array[card.id]);
  update private.opportunity_moves m set ended_at = clock_timestamp(), version = card.version, made = jsonb_strip_nulls(note_follow_ups.made)
  where m.opportunity_id = card.id;
end
$$;
grant execute on function private.note_follow_ups(public.opportunities, jsonb) to authenticated, service_role;

-- The caller's last move of this opportunity, unless it has changed since; no row otherwise.
create function private.move_to_undo(card_id uuid, expected_version integer) returns setof private.opportunity_moves
language sql stable security definer set search_path = '' as $$
  select m.* from private.opportunity_moves m
  where m.opportunity_id = card_id and m.version = expected_version and m.moved_by is not distinct from auth.uid()
$$;
grant execute on function private.move_to_undo(uuid, integer) to authenticated, service_role;

-- Restores what the caller's last move of an opportunity changed. Reads the move from the table, because a caller could pass a forged one.
create function private.take_back_move(card_id uuid, expected_version integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  move constant private.opportunity_moves := (select m from private.move_to_undo(card_id, expected_version) m);
  was constant public.opportunities := jsonb_populate_record(null::public.opportunities, move.was -> 'opportunity');
  task constant uuid := move.made ->> 'task';
  process constant uuid := move.made ->> 'process';
begin
  perform private.require_opportunities(array[card_id]);
  -- Undoing a closing move does not count as reopening, so no reason is required.
  update public.opportunities o set stage_id = was.stage_id, lost_reason_id = was.lost_reason_id, lost_note = was.lost_note,
    reopened_because = coalesce(was.reopened_because, '-')
  where o.id = move.opportunity_id;
  perform private.forget_moves(array[move.opportunity_id], move.moved_by, move.began_at, clock_timestamp());
  update public.opportunities o set stage_entered_at = was.stage_entered_at, closed_at = was.closed_at,
    reopened_because = was.reopened_because,
    rank = case when exists (select from public.opportunities other
      where other.stage_id = was.stage_id and other.rank = was.rank and other.id <> was.id) then o.rank else was.rank end
  where o.id = move.opportunity_id;
  if move.made ? 'lifecycle' then
    update public.contacts c set lifecycle = move.was ->> 'lifecycle'
    where c.id = was.contact_id and c.lifecycle = move.made ->> 'lifecycle';
  end if;
  -- An edited task or process is not deleted.
  delete from public.activities a where a.related_id = task and a.type = 'task.created'
    and exists (select from public.tasks t where t.id = task and t.version = 1 and t.status = 'To Do');
  delete from public.tasks t where t.id = task and t.version = 1 and t.status = 'To Do';
  if exists (select from public.client_processes p where p.id = process and p.version = 1)
    and not exists (select from public.process_stage_instances i left join public.tasks t on t.stage_instance_id = i.id
      where i.client_process_id = process and (i.version > 1 or t.version > 1)) then
    delete from public.activities a using public.tasks t, public.process_stage_instances i
    where i.client_process_id = process and t.stage_instance_id = i.id and a.related_id = t.id and a.type = 'task.created';
    delete from public.tasks t using public.process_stage_instances i where i.client_process_id = process and t.stage_instance_id = i.id;
    delete from public.client_processes p where p.id = process;
  end if;
  with resumed as (
    update public.client_processes p set status = 'active'
    where p.id in (select jsonb_array_elements_text(move.made -> 'stopped')::uuid) and p.status = 'cancelled' returning p.id)
  update public.tasks t set status = move.made -> 'stopped_tasks' ->> t.id::text
  from resumed join public.process_stage_instances i on i.client_process_id = resumed.id
  where t.stage_instance_id = i.id and t.status = 'Cancelled' and move.made -> 'stopped_tasks' ? t.id::text;
  delete from private.opportunity_moves m where m.opportunity_id = move.opportunity_id;
end
$$;
grant execute on function private.take_back_move(uuid, integer) to authenticated, service_role;

-- Undoes the caller's last move of an opportunity that has not changed since. Its side effects are reverted, too: the
-- lifecycle, the created task and process, and the cancelled processes. Refusals: opportunity_not_found, unknown_stage,
-- stale_version.
create function undo_opportunity_move(opportunity_id uuid, expected_version integer) returns opportunities
language plpgsql volatile set search_path = public as $$
declare
  move private.opportunity_moves;
  card opportunities;
begin
  select m.* into move from private.move_to_undo(opportunity_id, expected_version) m;
  -- The lock order of every move.
  if move.opportunity_id is not null and not exists (select from lock_stage((move.was #>> '{opportunity,stage_id}')::uuid)) then
    raise sqlstate 'PT422' using message = 'unknown_stage';
  end if;
  select o.* into card from opportunities o
  where o.id = undo_opportunity_move.opportunity_id and o.deleted_at is null for update;
  if card.id is null then raise sqlstate 'PT404' using message = 'opportunity_not_found'; end if;
  if move.opportunity_id is null or card.version <> expected_version then
    raise sqlstate 'PT409' using message = 'stale_version';
  end if;
  perform private.take_back_move(card.id, expected_version);
  select o.* into card from opportunities o where o.id = card.id;
  return card;
end
$$;

grant execute on function undo_opportunity_move(uuid, integer) to authenticated, service_role;
