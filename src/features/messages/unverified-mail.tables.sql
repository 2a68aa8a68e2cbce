-- Whether the sender is proved: by the id of a mail that only its recipient knows, or by the provider. The From of a mail can be forged.
alter table received_messages add column is_verified boolean not null default true;
