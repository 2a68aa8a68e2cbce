alter table mail.outbox enable row level security;
create policy "the kernel queues mail" on mail.outbox for insert to supabase_auth_admin with check (true);
create policy "the worker queues, sends and notes what became of it" on mail.outbox for all to worker using (true) with check (true);
grant insert on mail.outbox to supabase_auth_admin;
grant select, insert, update, delete on mail.outbox to worker, service_role;
