select private.create_union_view('deletable_consents');

revoke update, delete, truncate on consents, consent_texts from service_role;

alter table consent_texts enable row level security;
alter table consents enable row level security;
grant select on consent_texts, current_consent_texts to anon, authenticated;
grant insert (id, kind, version, he_text, valid_from) on consent_texts to authenticated;
grant select on consents, current_consents to authenticated;

create policy "everyone reads the texts they are asked to agree to" on consent_texts for select to anon, authenticated
  using (true);
create policy "owners and admins add new words" on consent_texts for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see every consent" on consents for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the consents of their contacts" on consents for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a client sees their own consents" on consents for select to authenticated
  using (contact_id in (select id from contacts where client_user_id = (select auth.uid())));
