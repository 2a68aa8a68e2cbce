-- Only the functions below read it: it tells of everybody.
alter table name_words enable row level security;
