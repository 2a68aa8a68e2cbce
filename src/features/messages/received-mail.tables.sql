-- Mails are received too: an answer to a message, or a mail of a known address.
alter table received_messages
  drop constraint unknown_channel,
  add constraint unknown_channel check (channel in ('whatsapp', 'sms', 'email')),
  drop constraint received_from_phone,
  add constraint received_from_address check (case channel when 'email' then from_value = lower(btrim(from_value)) and from_value ~ '^[^@\s]+@[^@\s]+$'
    else from_value ~ '^\+[1-9]\d{6,14}$' end),
  drop constraint provider_id_length,
  -- The Message-ID of a mail has up to 998 characters.
  add constraint provider_id_length check (char_length(provider_id) between 1 and 998);
