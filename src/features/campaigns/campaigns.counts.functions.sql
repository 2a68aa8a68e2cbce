-- Records how a statement changes the counts of its campaigns. The counts are updated at commit. An immediate update
-- would lock them until then, in an order that differs between transactions.
create function note_campaign_outcomes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.campaign_outcome_changes (campaign_id, outcome, reason, people)
    select w.campaign_id, w.outcome, w.reason, count(*) from written w group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into private.campaign_outcome_changes (campaign_id, outcome, reason, people)
    select b.campaign_id, b.outcome, b.reason, -count(*) from before b group by 1, 2, 3;
  else
    insert into private.campaign_outcome_changes (campaign_id, outcome, reason, people)
    select c.campaign_id, c.outcome, c.reason, sum(c.people) from (
      select w.campaign_id, w.outcome, w.reason, 1 as people from written w
      union all select b.campaign_id, b.outcome, b.reason, -1 from before b) c
    group by 1, 2, 3 having sum(c.people) <> 0;
  end if;
  return null;
end
$$;
create trigger note_entered_outcomes after insert on campaign_recipients
  referencing new table as written for each statement execute function note_campaign_outcomes();
create trigger note_changed_outcomes after update on campaign_recipients
  referencing old table as before new table as written for each statement execute function note_campaign_outcomes();
create trigger note_removed_outcomes after delete on campaign_recipients
  referencing old table as before for each statement execute function note_campaign_outcomes();

-- Adds all changes of the transaction to the counts at commit. Every transaction thus locks the counts last, briefly
-- and in the same order.
create function private.count_campaign_outcomes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  -- An earlier call in this transaction has already added the change.
  if not exists (select from private.campaign_outcome_changes c where c.id = new.id) then return null; end if;
  for change in
    with own as (
      delete from private.campaign_outcome_changes c where c.transaction = pg_current_xact_id()
      returning c.campaign_id, c.outcome, c.reason, c.people)
    select o.campaign_id, o.outcome, o.reason, sum(o.people)::integer as people from own o
    group by 1, 2, 3 having sum(o.people) <> 0 order by 1, 2, 3
  loop
    if change.people > 0 then
      insert into private.campaign_outcome_counts as c (campaign_id, outcome, reason, people)
      values (change.campaign_id, change.outcome, change.reason, change.people)
      on conflict on constraint outcome_counted_once do update set people = c.people + excluded.people;
    else
      -- Not an upsert: PostgreSQL checks the inserted row before the conflict, and a negative count violates its
      -- constraint.
      update private.campaign_outcome_counts c set people = c.people + change.people
      where c.campaign_id = change.campaign_id and c.outcome = change.outcome and c.reason is not distinct from change.reason;
      if not found then raise exception 'outcome % of campaign % was never counted', change.outcome, change.campaign_id; end if;
    end if;
  end loop;
  return null;
end
$$;
create constraint trigger count_outcomes after insert on private.campaign_outcome_changes deferrable initially deferred
  for each row execute function private.count_campaign_outcomes();

-- Recounts all recipients, for an operator after an error. The lock waits for transactions that change them.
create function private.recount_campaign_outcomes() returns void language plpgsql set search_path = '' as $$
begin
  lock table public.campaign_recipients in share row exclusive mode;
  delete from private.campaign_outcome_counts;
  insert into private.campaign_outcome_counts (campaign_id, outcome, reason, people)
  select r.campaign_id, r.outcome, r.reason, count(*) from public.campaign_recipients r group by 1, 2, 3;
end
$$;
