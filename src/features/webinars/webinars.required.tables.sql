-- Messages that carry the only link of a registrant, or answer a press, cannot be switched off.
delete from webinar_muted_messages where rule_key in (
  'webinar.confirmation', 'webinar.catch_up', 'webinar.waitlisted', 'webinar.seated', 'webinar.moved', 'webinar.answered');
alter table webinar_muted_messages add constraint webinar_message_required check (rule_key not in (
  'webinar.confirmation', 'webinar.catch_up', 'webinar.waitlisted', 'webinar.seated', 'webinar.moved', 'webinar.answered'));
