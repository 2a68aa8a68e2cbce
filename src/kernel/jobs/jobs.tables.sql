-- The only access to the job queue. The queue's tables belong to the login `worker`; a change enqueues its job in its own transaction.
create schema jobs;
grant usage on schema jobs to service_role, supabase_auth_admin, worker;

-- The queue's own schema is created by its library, as `worker`.
do $$ begin execute format('grant create on database %I to worker', current_database()); end $$;
