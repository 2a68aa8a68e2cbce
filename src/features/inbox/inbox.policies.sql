alter table threads enable row level security;
alter table thread_messages enable row level security;
alter table thread_reads enable row level security;
grant select on thread_messages, thread_reads to authenticated;
-- All columns except settled_until: clients cannot see that staff marked their message as needing no reply.
revoke select on threads from authenticated;
grant select (id, contact_id, household_id, last_message_at, last_author, created_at, is_demo) on threads to authenticated;
grant insert (id, thread_id, body) on thread_messages to authenticated;

create policy "clients read their threads and the household's, staff those of their contacts" on threads for select to authenticated
  using (may_read_thread(contact_id, household_id));
create policy "who reads a thread reads its messages" on thread_messages for select to authenticated
  using (thread_id in (select id from threads));
create policy "who reads a thread writes in it" on thread_messages for insert to authenticated
  with check (author_id = (select auth.uid()) and thread_id in (select id from threads));
create policy "each person sees how far they have read" on thread_reads for select to authenticated
  using (user_id = (select auth.uid()));
