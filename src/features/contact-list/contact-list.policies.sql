-- Read only by functions, because the words come from all contacts.
alter table name_words enable row level security;
