-- The mail that takes the place of a WhatsApp message that was written and not delivered: a row of its own, one per message.
alter table scheduled_messages add column replaces_id uuid constraint message_already_replaced unique references scheduled_messages (id)
  on delete set null;
-- Written for WhatsApp in place of a mail, and not accepted by its provider yet.
create index scheduled_messages_by_whatsapp on scheduled_messages (id) where status = 'sending' and phone is not null;
