-- Read only by functions: words belong to all contacts.
alter table name_words enable row level security;
