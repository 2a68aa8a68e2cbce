-- The "today" screen: everything that waits for a user, as one list by priority.

-- Snoozed entries. A snoozed task changes its due date instead.
create table snoozes (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  entity text not null constraint unknown_entity check (entity in ('contact_request', 'opportunity', 'process_stage_instance', 'contact')),
  entity_id uuid not null,
  until timestamptz not null,
  primary key (user_id, entity_id)
);

create index opportunities_without_next_step on opportunities (stage_entered_at)
  where status = 'open' and deleted_at is null and next_step_task_id is null;
create index opportunities_open_by_stage on opportunities (stage_id, stage_entered_at)
  where status = 'open' and deleted_at is null;
create index charges_due on charges (due_on) where voided_at is null;
create index opportunities_won_at on opportunities (closed_at) where status = 'won' and deleted_at is null;
