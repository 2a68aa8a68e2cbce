-- A job replaces a pending one with the same key: derived work (a reminder, a summary) is enqueued on each change.
-- Due jobs run in ascending order of priority, those of one queue one at a time.
create function jobs.enqueue(
  task text, payload json default '{}', job_key text default null, run_at timestamptz default null, priority int default 0,
  queue text default null
)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    identifier => enqueue.task,
    payload => enqueue.payload,
    job_key => enqueue.job_key,
    job_key_mode => case when enqueue.job_key is not null then 'replace' end,
    run_at => enqueue.run_at,
    priority => enqueue.priority,
    queue_name => enqueue.queue
  );
end
$$;
grant create on schema jobs to worker; -- required of a function's new owner, only while the owner changes
alter function jobs.enqueue owner to worker;
revoke create on schema jobs from worker;

grant execute on function jobs.enqueue to service_role, supabase_auth_admin, worker;
