-- Counts unsent rows by channel, with the address and last error of the oldest. Rows without a further attempt are not counted.
create function mail.waiting_mails() returns table (channel text, waiting integer, oldest_at timestamptz, oldest_to text, oldest_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select o.channel, count(*)::integer, min(o.created_at), (array_agg(o.to_address order by o.created_at))[1],
    (array_agg(o.last_error order by o.created_at))[1]
  from mail.outbox o
  where o.sent_at is null and (o.attempts = 0 or exists (
    select from graphile_worker.jobs j where j.key = 'mail:' || o.id and j.attempts < j.max_attempts))
  group by o.channel;
end
$$;
grant create on schema mail to worker; -- an owner needs it at the moment of the change
alter function mail.waiting_mails owner to worker;
revoke create on schema mail from worker;

grant execute on function mail.waiting_mails to service_role, worker;
