-- A copy of the answers for those who sent a form and left an address.
insert into message_contexts (type, label) values ('form_submission', 'טופס שנשלח');
insert into message_anchors (context_type, anchor, label) values ('form_submission', 'submitted', 'שליחת הטופס');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('form.receipt', 'העתק של התשובות בטופס', 'form_submission', 'submitted', 0, 'transactional', 'form_receipt', 45);
insert into email_kinds (kind, tokens, has_link) values ('form_receipt', '{businessName,firstName,formTitle,formAnswers}', false);
