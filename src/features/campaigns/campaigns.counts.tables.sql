-- Recipients of each campaign by outcome: grouping 100,000 recipients took up to 83 ms. Written by the triggers of
-- campaigns.counts.functions.sql alone. No foreign key: it would wait for the batch that locks the campaign;
-- a deleted campaign leaves zeros.
create table private.campaign_outcome_counts (
  campaign_id uuid not null,
  outcome text not null,
  reason text,
  people integer not null constraint people_counted check (people >= 0),
  constraint outcome_counted_once unique nulls not distinct (campaign_id, outcome, reason)
);

-- Changes of the counts by the running transactions. Each transaction adds its own to the counts at its commit and deletes them, so that no
-- committed row is left to lose.
create unlogged table private.campaign_outcome_changes (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  campaign_id uuid not null,
  outcome text not null,
  reason text,
  people integer not null
);
create index campaign_outcome_changes_of on private.campaign_outcome_changes (transaction);

-- Until the triggers exist, no outcome changes.
lock table campaign_recipients in share row exclusive mode;
insert into private.campaign_outcome_counts (campaign_id, outcome, reason, people)
select campaign_id, outcome, reason, count(*) from campaign_recipients group by 1, 2, 3;
drop index campaign_recipients_counted;
