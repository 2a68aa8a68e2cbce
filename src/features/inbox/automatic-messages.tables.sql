-- A message that the product writes in the name of a colleague: no answer of the staff to what the client asked.
alter table thread_messages add column is_automatic boolean not null default false;
