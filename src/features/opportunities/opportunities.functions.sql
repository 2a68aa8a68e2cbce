-- Derives status, dates and rank of an opportunity from its stage.
create function opportunities_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  target public.pipeline_stages;
  is_new constant boolean := tg_op = 'INSERT';
begin
  if is_new then
    new.pipeline_id := coalesce(
      new.pipeline_id,
      (select s.pipeline_id from public.pipeline_stages s where s.id = new.stage_id),
      (select p.id from public.pipelines p where p.is_default));
  elsif new.stage_id = old.stage_id and new.stage is distinct from old.stage then
    new.stage_id := null; -- the stage was given by its slug
  end if;

  -- The stage with the given id, else with the given slug, else the first stage of the pipeline.
  select s.* into target from public.pipeline_stages s
  where case
    when new.stage_id is not null then s.id = new.stage_id
    when new.stage is not null then s.pipeline_id = new.pipeline_id and s.slug = new.stage
    else s.pipeline_id = new.pipeline_id
  end
  order by s.position limit 1;
  if target.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;

  new.stage_id := target.id;
  new.stage := target.slug;
  new.status := target.kind;
  if new.status <> 'lost' then
    new.lost_reason_id := null;
    new.lost_note := null;
  end if;

  if is_new then
    new.stage_entered_at := coalesce(new.stage_entered_at, now());
    new.closed_at := case when new.status <> 'open' then coalesce(new.closed_at, now()) end;
    new.rank := coalesce(new.rank, public.free_rank(new.stage_id, new.id, on_top => true));
    new.household_id := coalesce(new.household_id, (select c.household_id from public.contacts c where c.id = new.contact_id));
  elsif new.stage_id <> old.stage_id then
    new.stage_entered_at := now();
    new.closed_at := case when new.status <> 'open' then coalesce(case when old.status = new.status then old.closed_at end, now()) end;
  end if;
  if new.rank like 'before %' then
    -- The position is set by private.place_opportunity.
    new.rank := public.free_rank(new.stage_id, new.id, nullif(substr(new.rank, 8), 'end')::uuid);
  elsif not is_new and new.stage_id <> old.stage_id then
    new.rank := public.free_rank(new.stage_id, new.id, on_top => true);
  end if;
  return new;
end
$$;

create trigger set_derived before insert or update of pipeline_id, stage_id, stage, status, lost_reason_id, lost_note, stage_entered_at, closed_at
  on opportunities for each row execute function opportunities_before_write();
comment on trigger set_derived on opportunities is 'sets: pipeline_id, stage_id, stage, status, rank, stage_entered_at';

-- Changes of the next step, which tasks maintain, do not increment the version.
create trigger next_version before update of name, contact_id, household_id, pipeline_id, stage_id, stage, amount_agorot,
  probability_override, expected_close_on, owner_id, source, product_id, lost_reason_id, lost_note, reopened_because, rank, custom, deleted_at
  on opportunities for each row execute function next_version();
create trigger next_version before update on pipelines for each row execute function next_version();
create trigger next_version before update on pipeline_stages for each row execute function next_version();
create trigger next_version before update on lost_reasons for each row execute function next_version();

create function log_stage_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.opportunity_stage_history (opportunity_id, to_stage, at, actor_id, is_demo)
    values (new.id, new.stage, new.stage_entered_at, auth.uid(), new.is_demo);
  else
    insert into public.opportunity_stage_history (opportunity_id, from_stage, to_stage, actor_id, seconds_in_from, is_demo)
    values (new.id, old.stage, new.stage, auth.uid(), extract(epoch from now() - old.stage_entered_at), new.is_demo);
  end if;
  return null;
end
$$;

create trigger write_stage_history_on_insert after insert on opportunities
  for each row execute function log_stage_change();
create trigger write_stage_history_on_move after update on opportunities
  for each row when (old.stage_id <> new.stage_id) execute function log_stage_change();

-- Writes a move. The rank encodes the position, 'before <id>' or 'before end'; the trigger replaces this value with a
-- free rank. Callers cannot write a rank themselves, because an invalid rank would block its column.
create function private.place_opportunity(
  card_id uuid, to_stage_id uuid, before_id uuid, new_lost_reason_id uuid, new_lost_note text, new_reopened_because text
) returns public.opportunities
language plpgsql volatile security definer set search_path = '' as $$
declare
  was public.opportunities;
  card public.opportunities;
begin
  perform private.require_opportunities(array[card_id]);
  select o.* into was from public.opportunities o where o.id = card_id;
  update public.opportunities o set
    stage_id = to_stage_id,
    rank = 'before ' || coalesce(before_id::text, 'end'),
    lost_reason_id = new_lost_reason_id,
    lost_note = new_lost_note,
    reopened_because = new_reopened_because
  where o.id = card_id
  returning o.* into card;
  perform private.note_move(card, jsonb_build_object('opportunity', to_jsonb(was),
    'lifecycle', (select c.lifecycle from public.contacts c where c.id = was.contact_id)));
  return card;
end
$$;
grant execute on function private.place_opportunity(uuid, uuid, uuid, uuid, text, text) to authenticated, service_role;

-- Moves an opportunity before another one, or to the end of the column if before_id is null. Runs with the caller's rights. Refusals:
-- opportunity_not_found, stale_version, lost_reason_required, reopen_reason_required, unknown_stage, stage_of_another_pipeline,
-- unknown_lost_reason.
create function move_opportunity(
  opportunity_id uuid,
  to_stage_id uuid,
  expected_version integer,
  before_id uuid default null,
  lost_reason_id uuid default null,
  lost_note text default null,
  reopened_because text default null
) returns opportunities
language plpgsql volatile set search_path = public as $$
declare
  card opportunities;
  target pipeline_stages;
  reason uuid;
begin
  -- Lock order of every move: the stage, the opportunity, the column.
  select s.* into target from lock_stage(to_stage_id) s;
  select o.* into card from opportunities o
  where o.id = move_opportunity.opportunity_id and o.deleted_at is null for update;
  if card.id is null then raise sqlstate 'PT404' using message = 'opportunity_not_found'; end if;
  if target.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;
  if card.version is distinct from expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;

  reason := coalesce(move_opportunity.lost_reason_id, card.lost_reason_id);
  if target.kind = 'lost' and reason is null then raise sqlstate 'PT422' using message = 'lost_reason_required'; end if;

  return private.place_opportunity(card.id, to_stage_id, before_id, reason, coalesce(move_opportunity.lost_note, card.lost_note), case
    when card.status <> 'open' and target.kind = 'open' then nullif(btrim(move_opportunity.reopened_because), '')
    else card.reopened_because
  end);
end
$$;

grant execute on function move_opportunity(uuid, uuid, integer, uuid, uuid, text, text) to authenticated, service_role;

create view private.contact_access_via_opportunities as
  select owner_id as user_id, contact_id from public.opportunities;
