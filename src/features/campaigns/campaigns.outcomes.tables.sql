-- What the report of a campaign reads, stored per recipient: counting and sorting 100,000 recipients over their messages and contacts took
-- 0.4 and 1.3 seconds. Written by the triggers of campaigns.outcomes.functions.sql alone.
alter table campaign_recipients
  -- The contact's current name: the order of the list.
  add column full_name text not null default '',
  add column outcome text not null default 'excluded' constraint unknown_outcome check (outcome in (
    'scheduled', 'held_quiet', 'postponed', 'sending', 'sent', 'delivered', 'bounced', 'skipped', 'failed', 'canceled', 'excluded')),
  add column reason text;

update campaign_recipients r set full_name = c.full_name from contacts c where c.id = r.contact_id;
update campaign_recipients r set
  outcome = case
    when m.bounced_at is not null then 'bounced'
    when m.delivered_at is not null then 'delivered'
    when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
    when s.id is not null then s.status
    when r.excluded is not null then 'excluded'
    else 'skipped' end,
  reason = case
    when s.status = 'scheduled' then s.waits_because
    when s.status = 'skipped' then s.skip_reason
    when s.id is null then coalesce(r.excluded, 'gone') end
from campaign_recipients same
  left join scheduled_messages s on s.context_type = 'campaign' and s.context_id = same.campaign_id and s.contact_id = same.contact_id
  left join messages m on m.scheduled_id = s.id
where same.campaign_id = r.campaign_id and same.contact_id = r.contact_id;

create index campaign_recipients_by_name on campaign_recipients (campaign_id, full_name, contact_id);
create index campaign_recipients_by_outcome on campaign_recipients (campaign_id, outcome, full_name, contact_id);
create index campaign_recipients_counted on campaign_recipients (campaign_id, outcome, reason);

-- What happened since a campaign: its results read these instead of all that was done by every recipient.
create index activities_talked on activities (happened_at)
  where type in ('call', 'whatsapp', 'email', 'meeting') and deleted_at is null;
create index consents_withdrawn on consents (at) where channel = 'email' and purpose = 'marketing' and action = 'withdraw';
create index payments_captured on payments (recorded_at) where kind = 'payment' and status = 'captured' and voided_at is null;
