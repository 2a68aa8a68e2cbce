-- An invitation to repeat the quiz, for contacts who agreed to advertisements: since 90 days the result can be compared.
insert into message_contexts (type, label) values ('quiz_attempt', 'מילוי של שאלון');
insert into message_anchors (context_type, anchor, label) values ('quiz_attempt', 'completed', 'קבלת התוצאה');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('quiz.repeat', 'הזמנה למילוי חוזר של השאלון, אחרי 90 יום', 'quiz_attempt', 'completed', 129600, 'marketing', 'quiz_repeat', 56);
