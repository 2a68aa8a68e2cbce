-- Files of messages. The row of a file names its thread from the upload on, and its message once that is sent.
alter table files
  add column thread_id uuid references threads (id) on delete cascade,
  add column thread_message_id uuid references thread_messages (id) on delete cascade,
  add constraint message_file_without_thread check (thread_message_id is null or thread_id is not null),
  -- Its readers are those of the thread.
  add constraint message_file_shared_twice check (thread_id is null or shared_with is null);
create index files_of_thread on files (thread_id);
create index files_of_thread_message on files (thread_message_id);

-- Never written by the product: a message has up to five files.
alter table thread_messages drop column file_id;
