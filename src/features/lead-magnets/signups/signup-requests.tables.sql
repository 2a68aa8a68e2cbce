-- Signups of landing pages become requests of their lead magnets. They have no delivery, so nothing is mailed.
insert into lead_magnet_requests (magnet_id, contact_id, name, email, phone, privacy_text_id, utm, source_url, ip_trunc, user_agent, created_at)
select distinct on (m.id, lower(btrim(s.email))) m.id, s.contact_id, s.name, lower(btrim(s.email)), s.phone, s.privacy_text_id, s.utm,
  s.source_url, s.ip_trunc, s.user_agent, s.created_at
from signups s join lead_magnets m on m.landing_path = '/' || s.offer
order by m.id, lower(btrim(s.email)), s.created_at
on conflict on constraint lead_magnet_already_requested do nothing;
drop table signups;
delete from message_rules where key = 'staff.signup';
