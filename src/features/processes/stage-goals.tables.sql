-- A family's progress towards the goal of a stage: counted steps, such as weeks. Amounts of money are sealed, and stay in the budget.
alter table process_stage_instances
  add column goal_target integer constraint goal_target_range check (goal_target between 1 and 1000),
  add column goal_reached integer not null default 0
    constraint goal_reached_range check (goal_reached between 0 and coalesce(goal_target, 0)),
  add column goal_unit text not null default '' constraint goal_unit_length check (char_length(goal_unit) <= 30);
