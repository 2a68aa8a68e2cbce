-- Who agreed to what, in which words, when and from where. Only ever added to: it is the proof the sender of a message must have.
create table consent_texts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('marketing', 'privacy_notice')),
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
  -- SHA-256 of the words, so that nobody can later say they were others.
  text_snapshot_hash text not null,
  source_type text not null,
  source_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  at timestamptz not null default now(),
  is_demo boolean not null default false
);
create index consents_of_contact on consents (contact_id, channel, purpose, at desc);
create index consents_of_value on consents (value_norm, channel, purpose, at desc);

create function only_added_to() returns trigger language plpgsql as $$
begin
  -- What an invented person agreed to proves nothing and leaves with the demo.
  if tg_op = 'DELETE' and tg_table_name = 'consents'
    and exists (select from public.contacts c where c.id = (to_jsonb(old) ->> 'contact_id')::uuid and c.is_demo) then
    return old;
  end if;
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;

create trigger only_added_to before update or delete on consents for each row execute function only_added_to();
create trigger only_added_to before update or delete on consent_texts for each row execute function only_added_to();
revoke update, delete, truncate on consents, consent_texts from service_role;

create function hash_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select encode(sha256(convert_to(t.he_text, 'UTF8')), 'hex') into new.text_snapshot_hash
  from public.consent_texts t where t.id = new.text_version_id;
  return new;
end
$$;

create trigger hash_text before insert on consents for each row execute function hash_text();

-- The words in force now, one row per kind.
create view current_consent_texts with (security_invoker = true) as
  select distinct on (kind) id, kind, version, he_text, valid_from
  from consent_texts where valid_from <= now()
  order by kind, version desc;

-- What holds now: the last word of a person per address, channel and purpose.
create view current_consents with (security_invoker = true) as
  select distinct on (contact_id, value_norm, channel, purpose)
    contact_id, value_norm, channel, purpose, action, text_version_id, at
  from consents
  order by contact_id, value_norm, channel, purpose, at desc, id;

alter table consent_texts enable row level security;
alter table consents enable row level security;
grant select on consent_texts, current_consent_texts to anon, authenticated;
grant insert (id, kind, version, he_text, valid_from) on consent_texts to authenticated;
grant select on consents, current_consents to authenticated;

create policy "everybody reads the words they are asked to agree to" on consent_texts for select to anon, authenticated
  using (true);
create policy "owners and admins add new words" on consent_texts for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see every consent" on consents for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the consents of their contacts" on consents for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a client sees their own consents" on consents for select to authenticated
  using (contact_id in (select id from contacts where client_user_id = (select auth.uid())));

insert into consent_texts (kind, version, he_text) values
  ('marketing', 1, 'אשמח לקבל תכנים ועדכונים שיווקיים בדוא״ל, ב־SMS או בוואטסאפ. אפשר להסיר בכל עת'),
  ('privacy_notice', 1, 'אין חובה חוקית למסור את הפרטים, והמסירה תלויה ברצונכם ובהסכמתכם. בלי פרטי קשר לא נוכל לחזור אליכם. הפרטים יישמרו אצל {{legalName}}, {{address}}, שהיא בעלת השליטה במאגר המידע, וישמשו לטיפול בפנייה. הם יימסרו רק לספקים שמפעילים עבורנו את האתר, הדיוור והיומן, ולרשויות כשהדין מחייב. אפשר לבקש עיון במידע ותיקון שלו, ומחיקה מרשימות דיוור: {{privacyEmail}}, {{phone}}.');
