-- Counts unsent rows by channel, with the address and last error of the oldest. Excludes rows without a further
-- attempt, and rows postponed before their first attempt.
create function mail.waiting_mails() returns table (channel text, waiting integer, oldest_at timestamptz, oldest_to text, oldest_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select o.channel, count(*)::integer, min(o.created_at), (array_agg(o.to_address order by o.created_at))[1],
    (array_agg(o.last_error order by o.created_at))[1]
  from mail.outbox o
  where o.sent_at is null and case
    when o.attempts = 0 then not exists (select from graphile_worker.jobs j where j.key = 'mail:' || o.id and j.run_at > now())
    else exists (select from graphile_worker.jobs j where j.key = 'mail:' || o.id and j.attempts < j.max_attempts) end
  group by o.channel;
end
$$;
grant create on schema mail to worker; -- required of a function's new owner, only while the owner changes
alter function mail.waiting_mails owner to worker;
revoke create on schema mail from worker;

grant execute on function mail.waiting_mails to service_role, worker;
