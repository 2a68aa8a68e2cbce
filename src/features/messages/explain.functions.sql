-- Every scheduled message with the reasons for its outcome, under the caller's policies.
create view message_log with (security_invoker = true) as
  select s.id, s.contact_id, c.full_name, s.channel, s.purpose, s.context_type, x.label as context_label, s.context_id,
    r.name as rule_name, r.key as rule_key, s.run_id, s.planned_at, s.send_at, s.expires_at, s.status, s.skip_reason, s.waits_because,
    s.waits, s.created_at, coalesce(m.to_value, s.to_value) as address, m.subject, m.created_at as written_at, m.sent_at, m.delivered_at, m.bounced_at,
    m.complained_at, m.error,
    case when m.bounced_at is not null then 'bounced' when m.complained_at is not null then 'complained'
      when m.delivered_at is not null then 'delivered'
      when s.status = 'scheduled' and s.waits_because is not null then 'postponed' else s.status end as outcome,
    s.mailed_because, exists (select from scheduled_messages i where i.replaces_id = s.id) as is_replaced,
    lower(concat_ws(' ', c.full_name, m.to_value, s.to_value, m.subject, r.name)) as search_text
  from scheduled_messages s
  left join contacts c on c.id = s.contact_id
  left join messages m on m.scheduled_id = s.id
  left join message_rules r on r.id = s.rule_id
  left join message_contexts x on x.type = s.context_type;
comment on view message_log is 'never null: id, channel, purpose, context_type, context_id, planned_at, send_at, status, waits, created_at, outcome, is_replaced, search_text';
