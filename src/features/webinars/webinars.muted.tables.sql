-- Rows of the message plan that are switched off for one webinar. All other rows apply to it as the plan says.
create table webinar_muted_messages (
  webinar_id uuid not null references webinars (id) on delete cascade,
  rule_key text not null references message_rules (key) on update cascade on delete cascade,
  created_at timestamptz not null default now(),
  constraint webinar_message_already_muted primary key (webinar_id, rule_key)
);
create index webinar_muted_messages_of_rule on webinar_muted_messages (rule_key);
