-- Staff notices that follow from what was not done in time: each once per row of the plan, entity and anchor.
create table due_notices (
  rule_id uuid not null references message_rules (id) on delete cascade,
  entity_id uuid not null,
  -- The instant that the rule counts from.
  at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (rule_id, entity_id, at)
);
create index due_notices_created_at on due_notices (created_at);
