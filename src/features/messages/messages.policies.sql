alter table message_settings enable row level security;
alter table suppressions enable row level security;
alter table scheduled_messages enable row level security;
alter table messages enable row level security;
grant select on message_settings, scheduled_messages, messages to authenticated;
grant update (quiet_nights, night_from, night_until, quiet_shabbat, quiet_holidays, quiet_memorial, rest_from, rest_until, daily_cap, weekly_cap)
  on message_settings to authenticated;
grant select, delete on suppressions to authenticated;
grant insert (value_norm, channel, reason, note) on suppressions to authenticated;

create policy "owners, admins and content see when nothing is advertised" on message_settings for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins set when nothing is advertised" on message_settings for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see to whom nothing is advertised" on suppressions for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins add suppressions" on suppressions for insert to authenticated
  with check ((select has_role('owner', 'admin')) and reason in ('manual', 'legal'));

-- Only the recipient can lift a suppression that the recipient requested.
create policy "owners and admins undo what they or a mail server decided" on suppressions for delete to authenticated
  using ((select has_role('owner', 'admin')) and reason in ('manual', 'bounce'));
create policy "owners, admins and sales see what is to go out" on scheduled_messages for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what is to go out to their contacts" on scheduled_messages for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales see what went out" on messages for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what went out to their contacts" on messages for select to authenticated
  using (contact_id in (select my_contact_ids()));

alter table received_messages enable row level security;
grant select on received_messages to authenticated;
create policy "owners, admins and sales see what arrived" on received_messages for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what arrived from their contacts" on received_messages for select to authenticated
  using (contact_id in (select my_contact_ids()));

alter table mail_preferences enable row level security;
grant select on mail_preferences to authenticated;
create policy "owners and admins see what people chose for their mailbox" on mail_preferences for select to authenticated
  using ((select has_role('owner', 'admin')));

grant select on message_log to authenticated;

-- Written only by the check of the sender's domain.
alter table sender_domains enable row level security;
grant select on sender_domains to authenticated;
create policy "owners and admins see the selector of the sender's domain" on sender_domains for select to authenticated
  using ((select has_role('owner', 'admin')));

alter table closed_days enable row level security;
alter table message_contexts enable row level security;
alter table message_anchors enable row level security;
alter table message_rules enable row level security;
grant select, delete on closed_days to authenticated;
grant insert (name, from_on, until_on), update (name, from_on, until_on) on closed_days to authenticated;
grant select on message_contexts, message_anchors, message_rules to authenticated;
grant update (name, offset_minutes, expires_after_minutes, is_active, whatsapp_template_id) on message_rules to authenticated;

create policy "staff see the closed days of the business" on closed_days for select to authenticated
  using ((select is_staff()));
create policy "owners and admins add closed days" on closed_days for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change closed days" on closed_days for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete closed days" on closed_days for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff see what messages can follow from" on message_contexts for select to authenticated
  using ((select is_staff()));
create policy "staff see from when the messages of the plan count" on message_anchors for select to authenticated
  using ((select is_staff()));
create policy "staff see the message plan" on message_rules for select to authenticated
  using ((select is_staff()));
create policy "owners and admins change the message plan" on message_rules for update to authenticated
  using ((select has_role('owner', 'admin')));
