-- Read only by functions, because the indexed words come from all contacts.
alter table name_words enable row level security;
