-- Every pipeline has a first, a won and a lost stage. The kind of a stage with opportunities is immutable, because it determines their
-- status.
create function require_stage_kinds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if exists (select from public.opportunities o where o.stage_id = old.id) then
      raise sqlstate 'PT422' using message = 'stage_holds_deals';
    end if;
  end if;
  -- Serializes concurrent deletions of the last two stages.
  perform pg_advisory_xact_lock(hashtextextended('pipeline_stages.kinds ' || old.pipeline_id, 0));
  if exists (select from public.pipelines p where p.id = old.pipeline_id)
    and not exists (select from public.pipeline_stages s where s.pipeline_id = old.pipeline_id and s.kind = old.kind) then
    raise sqlstate 'PT422' using message = 'last_stage_of_its_kind';
  end if;
  return null;
end
$$;

create trigger require_kinds after delete on pipeline_stages for each row execute function require_stage_kinds();
create trigger require_kinds_after_change after update of kind on pipeline_stages
  for each row when (old.kind <> new.kind) execute function require_stage_kinds();

create function require_default_pipeline() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then raise sqlstate 'PT422' using message = 'default_pipeline'; end if;
  return null;
end
$$;

create trigger require_default after delete on pipelines
  for each row when (old.is_default) execute function require_default_pipeline();

-- A new pipeline copies the stages of the default one. Returns its id.
create function add_pipeline(name text) returns uuid
language plpgsql volatile set search_path = public as $$
declare
  made uuid := gen_random_uuid();
begin
  insert into pipelines (id, name) values (made, btrim(add_pipeline.name));
  insert into pipeline_stages (pipeline_id, slug, name, position, probability, kind, rot_days, color)
  select made, s.slug, s.name, s.position, s.probability, s.kind, s.rot_days, s.color
  from pipeline_stages s join pipelines p on p.id = s.pipeline_id where p.is_default;
  return made;
end
$$;
comment on function add_pipeline is 'never null';

-- The pipeline of new opportunities. Refusal: pipeline_not_found.
create function set_default_pipeline(pipeline uuid) returns void
language plpgsql volatile set search_path = public as $$
begin
  perform from pipelines p order by p.id for update;
  update pipelines p set is_default = false where p.is_default and p.id <> pipeline;
  update pipelines p set is_default = true where p.id = pipeline;
  if not found then raise sqlstate 'PT404' using message = 'pipeline_not_found'; end if;
end
$$;

-- Orders the stages of a pipeline as given; stages missing from the list come last.
create function order_stages(pipeline uuid, stages uuid[]) returns void
language sql volatile set search_path = public as $$
  update pipeline_stages s set position = wanted.position
  from unnest(stages) with ordinality as wanted (id, position)
  where s.id = wanted.id and s.pipeline_id = pipeline and s.position <> wanted.position
$$;

-- Deletes a stage. Its opportunities, also deleted ones, move in their order to the top of another stage of its kind. Returns their number.
-- Refusals: stage_not_found, stale_version, stage_destination_missing, last_stage_of_its_kind.
create function delete_stage(stage uuid, destination uuid, expected_version integer) returns integer
language plpgsql volatile set search_path = public set statement_timeout = '60s' as $$
declare
  gone pipeline_stages;
  target pipeline_stages;
  card uuid;
  moved integer := 0;
begin
  -- Locks out concurrent moves into the stage, which then fail with unknown_stage.
  select s.* into gone from pipeline_stages s where s.id = stage for update;
  if gone.id is null then raise sqlstate 'PT404' using message = 'stage_not_found'; end if;
  if gone.version is distinct from expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if exists (select from opportunities o where o.stage_id = gone.id) then
    select s.* into target from lock_stage(destination) s where s.pipeline_id = gone.pipeline_id and s.kind = gone.kind and s.id <> gone.id;
    if target.id is null then raise sqlstate 'PT422' using message = 'stage_destination_missing'; end if;
  end if;
  -- Lowest rank first, because each is moved to the top of the target.
  for card in select o.id from opportunities o where o.stage_id = gone.id order by o.rank desc for update loop
    update opportunities o set stage_id = target.id where o.id = card;
    moved := moved + 1;
  end loop;
  delete from pipeline_stages s where s.id = gone.id;
  return moved;
end
$$;
comment on function delete_stage is 'never null; takes null: destination';

grant execute on function add_pipeline(text), set_default_pipeline(uuid), order_stages(uuid, uuid[]), delete_stage(uuid, uuid, integer)
  to authenticated, service_role;
