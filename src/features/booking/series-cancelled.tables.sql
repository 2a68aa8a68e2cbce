insert into message_anchors (context_type, anchor, label) values ('appointment', 'series_cancelled', 'ביטול סדרת פגישות');
insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, purpose, template_key, repeats_when_moved, is_active, position) values
  ('appointment.series_cancelled', 'סדרת פגישות בוטלה', 'appointment', 'series_cancelled', 0, 'household', 'transactional', 'appointment_series_cancelled', false, true, 41);
insert into email_kinds (kind, tokens, has_link) values
  ('appointment_series_cancelled', '{businessName,firstName,appointmentType,meetingDates}', true);
