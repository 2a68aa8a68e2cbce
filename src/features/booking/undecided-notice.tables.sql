insert into message_rules (key, name, context_type, anchor, offset_minutes, recipients, channel, purpose, template_key, position) values
  ('appointment.undecided', 'בקשה לפגישה שמחכה לאישור כבר יממה', 'appointment', 'requested', 1440, 'staff', 'in_app', 'service', 'appointment.undecided', 40);
