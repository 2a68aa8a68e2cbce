-- A message of the plan that goes by WhatsApp to recipients who agreed to it, in place of the mail: by a template that its provider approved.
alter table message_rules add column whatsapp_template_id uuid references message_templates (id) on delete set null;
create index message_rules_of_whatsapp_template on message_rules (whatsapp_template_id) where whatsapp_template_id is not null;
-- The number that takes the place of the address, chosen at the moment of sending; and why the mail is sent although there was one.
alter table scheduled_messages add column phone text, add column mailed_because text;
