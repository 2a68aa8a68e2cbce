-- Pictures, articles and further parts after the body, as in campaigns and templates. No conditions: these mails know no field of a contact.
alter table email_texts add column blocks jsonb not null default '[]'
  constraint email_blocks_shape check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 20)
  constraint email_blocks_length check (octet_length(blocks::text) <= 30000);
