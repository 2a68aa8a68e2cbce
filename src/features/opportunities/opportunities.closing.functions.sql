-- Wins an opportunity: the move and its side effects (client lifecycle, process, task), in one transaction. Runs with the caller's rights.
-- Refusals: those of move_opportunity, not_a_won_stage, already_on_this_way.
create function win_opportunity(
  opportunity_id uuid,
  to_stage_id uuid,
  expected_version integer,
  before_id uuid default null,
  becomes_client boolean default false,
  process_template_id uuid default null,
  task_name text default null
) returns opportunities
language plpgsql volatile set search_path = public as $$
declare
  card opportunities;
  process uuid;
  task uuid;
begin
  card := move_opportunity(opportunity_id, to_stage_id, expected_version, before_id);
  if card.status <> 'won' then raise sqlstate 'PT422' using message = 'not_a_won_stage'; end if;
  if becomes_client then
    update contacts c set lifecycle = 'client' where c.id = card.contact_id and c.lifecycle <> 'client';
  end if;
  if win_opportunity.process_template_id is not null then
    insert into client_processes (contact_id, household_id, process_template_id, coach_id)
    values (card.contact_id, card.household_id, win_opportunity.process_template_id, private.as_coach(card.owner_id))
    returning id into process;
    perform private.begin_process(process);
  end if;
  if task_name is not null then
    insert into tasks (name, due_date, opportunity_id, contact_id, user_id)
    values (task_name, (now() at time zone 'Asia/Jerusalem')::date + 1, card.id, card.contact_id, coalesce(card.owner_id, auth.uid()))
    returning id into task;
  end if;
  -- Re-read, because triggers change the row.
  select o.* into card from opportunities o where o.id = card.id;
  perform private.note_follow_ups(card, jsonb_build_object(
    'task', task, 'process', process, 'lifecycle', case when becomes_client then 'client' end));
  return card;
end
$$;

grant execute on function win_opportunity(uuid, uuid, integer, uuid, boolean, uuid, text) to authenticated, service_role;

-- Reopens an opportunity and, in one transaction, reverts what winning had started: the contact's lifecycle and running processes. Runs
-- with the caller's rights. Refusals: those of move_opportunity, not_an_open_stage.
create function reopen_opportunity(
  opportunity_id uuid,
  to_stage_id uuid,
  expected_version integer,
  before_id uuid default null,
  reopened_because text default null,
  lifecycle text default null,
  stops_processes boolean default false
) returns opportunities
language plpgsql volatile set search_path = public as $$
declare
  card opportunities;
  stopped uuid[] := '{}';
  stopped_tasks jsonb;
begin
  card := move_opportunity(opportunity_id, to_stage_id, expected_version, before_id, reopened_because => reopened_because);
  if card.status <> 'open' then raise sqlstate 'PT422' using message = 'not_an_open_stage'; end if;
  if stops_processes then
    stopped_tasks := private.open_process_tasks(card.contact_id);
    with done as (
      update client_processes p set status = 'cancelled' where p.contact_id = card.contact_id and p.status = 'active' returning p.id
    ) select coalesce(array_agg(id), '{}') into stopped from done;
    -- Re-read, because a cancelled task may have been the next step of the opportunity.
    select o.* into card from opportunities o where o.id = card.id;
  end if;
  -- After the tasks: completing a task locks the task before its contact.
  if reopen_opportunity.lifecycle is not null then
    update contacts c set lifecycle = reopen_opportunity.lifecycle where c.id = card.contact_id;
  end if;
  perform private.note_follow_ups(card, jsonb_build_object(
    'stopped', to_jsonb(stopped), 'stopped_tasks', stopped_tasks, 'lifecycle', reopen_opportunity.lifecycle));
  return card;
end
$$;

grant execute on function reopen_opportunity(uuid, uuid, integer, uuid, text, text, boolean) to authenticated, service_role;
