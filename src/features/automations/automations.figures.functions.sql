-- Runs per automation by status and reason.
create function automation_figures() returns table (automation_id uuid, status text, exit_reason text, runs bigint, last_error text)
language sql stable set search_path = public as $$
  select r.automation_id, r.status, r.exit_reason, count(*),
    (array_agg(r.error order by r.ended_at desc) filter (where r.error is not null))[1]
  from automation_runs r where not r.is_dry_run group by 1, 2, 3
$$;
comment on function automation_figures is 'never null: automation_id, status, runs';
grant execute on function automation_figures() to authenticated;

-- Runs per step and outcome.
create function automation_step_figures(automation uuid) returns table (step_id text, outcome text, reason text, runs bigint)
language sql stable set search_path = public as $$
  select s.step_id, s.status, s.output ->> 'reason', count(*)
  from automation_runs r join automation_run_steps s on s.run_id = r.id
  where r.automation_id = automation and not r.is_dry_run group by 1, 2, 3
$$;
comment on function automation_step_figures is 'never null: step_id, outcome, runs';
grant execute on function automation_step_figures(uuid) to authenticated;

-- The first reaction of a contact within a week, as an exit reason. Security definer, because only owners and admins
-- can read events. message_step_figures() counts only runs that its caller can see.
create function private.reaction_after(contact uuid, since timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case when e.type in ('message.received', 'lead.captured') then 'replied' when e.type = 'appointment.confirmed' then 'booked'
    when e.type in ('consent.withdrawn', 'message.complained') then 'refused' else 'bought' end
  from public.domain_events e
  where (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids()))
    and e.contact_id = contact and e.occurred_at > since and e.occurred_at <= since + interval '7 days'
    and e.type in ('message.received', 'lead.captured', 'appointment.confirmed', 'consent.withdrawn', 'message.complained',
      'payment.received', 'order.paid', 'opportunity.won')
  order by e.occurred_at, e.id limit 1
$$;
grant execute on function private.reaction_after(uuid, timestamptz) to authenticated;

-- Outcomes of each message of a sequence: the delivery status, the skip reason, and the exits after the last message.
-- For completed runs, the contact's first reaction within a week counts as the exit.
create function message_step_figures(automation uuid) returns table (step_id text, figure text, reason text, contacts bigint)
language sql stable set search_path = public as $$
  with performed as (
    select r.id as run_id, r.contact_id, r.status as run_status, r.exit_reason, s.step_id, s.seq, s.finished_at, m.status, m.skip_reason
    from automation_runs r join automation_run_steps s on s.run_id = r.id
    join scheduled_messages m on m.id = (s.output ->> 'message')::uuid
    where r.automation_id = automation and not r.is_dry_run),
  latest as (select distinct on (p.run_id) p.* from performed p order by p.run_id, p.seq desc),
  followed as (
    select l.step_id, l.exit_reason as reason from latest l where l.exit_reason in ('replied', 'booked', 'bought', 'refused')
    union all
    select l.step_id, n.reason from latest l cross join lateral (select private.reaction_after(l.contact_id, l.finished_at) as reason offset 0) n
    where l.run_status = 'completed' and l.status in ('sending', 'sent') and n.reason is not null)
  select p.step_id, p.status, p.skip_reason, count(*) from performed p group by 1, 2, 3
  union all
  select f.step_id, 'exited', f.reason, count(*) from followed f group by 1, 3
$$;
comment on function message_step_figures is 'never null: step_id, figure, contacts';
grant execute on function message_step_figures(uuid) to authenticated;

-- Steps with failed runs of the last seven days that were not retried, the most frequent first.
create function failing_steps() returns table (automation_id uuid, name text, kind text, step_id text, failures bigint, last_error text)
language sql stable set search_path = public as $$
  select a.id, a.name, a.kind, s.step_id, count(distinct r.id), (array_agg(s.error order by s.finished_at desc) filter (where s.error is not null))[1]
  from automation_runs r join automations a on a.id = r.automation_id
  join automation_run_steps s on s.run_id = r.id and s.step_id = r.current_step and s.status = 'failed'
  where r.status = 'failed' and r.ended_at > now() - interval '7 days' and not r.is_dry_run
  group by 1, 2, 3, 4 order by 5 desc, 2 limit 20
$$;
comment on function failing_steps is 'never null: automation_id, name, kind, step_id, failures';
grant execute on function failing_steps() to authenticated;
