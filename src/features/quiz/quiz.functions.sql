create trigger next_version before update on quizzes for each row execute function next_version();
create trigger next_version before update on quiz_stage_actions for each row execute function next_version();
-- The first page of a quiz shows its status and the texts of its current version.
create trigger announce_page_change after insert or update or delete on quizzes
  for each statement execute function announce_page_change();

-- Published versions are immutable.
create function keep_quiz_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.quizzes q where q.id = old.quiz_id) then
    return old;
  end if;
  -- Deleting the account of the publisher clears the reference.
  if tg_op = 'UPDATE' and new.published_by is null and to_jsonb(new) - 'published_by' = to_jsonb(old) - 'published_by' then
    return new;
  end if;
  raise sqlstate 'PT403' using message = 'quiz_version_is_final';
end
$$;
create trigger keep_version before update or delete on quiz_versions for each row execute function keep_quiz_version();

-- Results are immutable under any later change of the quiz.
create function keep_quiz_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.result is not null
    and (new.result, new.score, new.stage, new.dimensions, new.rules, new.answered, new.completed_at, new.quiz_version)
      is distinct from (old.result, old.score, old.stage, old.dimensions, old.rules, old.answered, old.completed_at, old.quiz_version) then
    raise sqlstate 'PT403' using message = 'quiz_result_is_final';
  end if;
  return new;
end
$$;
create trigger keep_result before update on quiz_attempts for each row execute function keep_quiz_result();

-- Publishes a validated definition as the next version. `expected` is the number of the edited version, so that pausing
-- the quiz causes no conflict.
create function publish_quiz(quiz uuid, definition jsonb, expected integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  seen public.quizzes;
  number integer;
  former jsonb;
  moved jsonb;
begin
  select q.* into seen from public.quizzes q where q.id = quiz for update;
  if seen.id is null then raise sqlstate 'PT404' using message = 'quiz_not_found'; end if;
  if seen.current_version is distinct from expected then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  number := coalesce(seen.current_version, 0) + 1;
  insert into public.quiz_versions (quiz_id, number, definition, published_by) values (quiz, number, definition, auth.uid());
  update public.quizzes q set current_version = number where q.id = quiz;
  -- Actions of a stage are renumbered when an earlier stage was removed, and deleted with their stage.
  select v.definition -> 'stages' into former from public.quiz_versions v where v.quiz_id = quiz and v.number = seen.current_version;
  if exists (select from jsonb_array_elements(former) f where not exists (
    select from jsonb_array_elements(definition -> 'stages') s where s ->> 'slug' = f ->> 'slug' and s -> 'id' = f -> 'id')) then
    select coalesce(jsonb_agg(to_jsonb(a) || jsonb_build_object('stage', s -> 'id', 'version', a.version + 1)), '[]') into moved
    from public.quiz_stage_actions a
    join jsonb_array_elements(former) f on (f ->> 'id')::integer = a.stage
    join jsonb_array_elements(definition -> 'stages') s on s ->> 'slug' = f ->> 'slug'
    where a.quiz_id = quiz;
    delete from public.quiz_stage_actions a where a.quiz_id = quiz;
    insert into public.quiz_stage_actions select a.* from jsonb_populate_recordset(null::public.quiz_stage_actions, moved) a;
  end if;
  -- New stages get a row without actions.
  insert into public.quiz_stage_actions (quiz_id, stage)
  select quiz, (s ->> 'id')::integer from jsonb_array_elements(definition -> 'stages') s on conflict do nothing;
  return number;
end
$$;
grant execute on function publish_quiz(uuid, jsonb, integer) to service_role;

-- An attempt without a result is abandoned after a day, and deleted with its answers after 90 days.
create function tidy_quiz_attempts() returns void
language sql volatile set search_path = '' as $$
  update public.quiz_attempts a set status = 'abandoned'
  where a.result is null and a.status <> 'abandoned' and a.last_at < now() - interval '1 day';
  delete from public.quiz_attempts a where a.result is null and a.last_at < now() - interval '90 days';
$$;
grant execute on function tidy_quiz_attempts() to service_role;
