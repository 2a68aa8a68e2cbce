-- Consents: who agreed to which text, when and where. Insert-only: senders must be able to prove it.
create table consent_texts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('marketing', 'privacy_notice', 'newsletter')),
  version integer not null,
  he_text text not null,
  valid_from timestamptz not null default now(),
  constraint text_version_taken unique (kind, version)
);

create table consents (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  value_norm text not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp', 'phone')),
  purpose text not null check (purpose in ('marketing')),
  action text not null check (action in ('grant', 'withdraw')),
  text_version_id uuid not null references consent_texts (id),
  -- SHA-256 of the text, as proof of its wording.
  text_snapshot_hash text not null,
  source_type text not null,
  source_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  at timestamptz not null default now(),
  is_demo boolean not null default false,
  proof text constraint consent_proof_length check (char_length(proof) <= 500),
  recorded_by uuid references auth.users (id) on delete set null,
  constraint consent_of_staff_needs_proof check (source_type <> 'staff' or char_length(btrim(proof)) >= 4)
);
create index consents_of_contact on consents (contact_id, channel, purpose, at desc);
create index consents_of_value on consents (value_norm, channel, purpose, at desc);

insert into consent_texts (kind, version, he_text) values
  ('marketing', 1, 'אשמח לקבל תכנים ועדכונים שיווקיים בדוא״ל, ב־SMS או בוואטסאפ. אפשר להסיר בכל עת'),
  ('privacy_notice', 1, 'אין חובה חוקית למסור את הפרטים, והמסירה תלויה ברצונכם ובהסכמתכם. בלי פרטי קשר לא נוכל לחזור אליכם. הפרטים יישמרו אצל {{legalName}}, {{address}}, שהיא בעלת השליטה במאגר המידע, וישמשו לטיפול בפנייה. הם יימסרו רק לספקים שמפעילים עבורנו את האתר, הדיוור והיומן, ולרשויות כשהדין מחייב. אפשר לבקש עיון במידע ותיקון שלו, ומחיקה מרשימות דיוור: {{privacyEmail}}, {{phone}}.');

create index consents_recorded_by on consents (recorded_by) where recorded_by is not null;
