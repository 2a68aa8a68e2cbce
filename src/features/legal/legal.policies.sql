alter table legal_settings enable row level security;
alter table legal_claims enable row level security;
alter table legal_texts enable row level security;
alter table legal_versions enable row level security;
grant select on legal_settings, legal_texts, legal_versions to authenticated;
grant insert (dpo_contact, tested_with, retention_process_months, retention_lead_months, physical_accessibility,
  accessibility_updated_on, accessibility_audited_on),
  update (dpo_contact, tested_with, retention_process_months, retention_lead_months, physical_accessibility,
  accessibility_updated_on, accessibility_audited_on) on legal_settings to authenticated;
grant select (claim) on legal_claims to anon;
grant select, insert (claim), delete on legal_claims to authenticated;
grant update (updated_line, body) on legal_texts to authenticated;
grant select (text_key, number, updated_line, body, facts, note, published_at) on legal_versions to anon;

create policy "staff see what the legal pages rest on" on legal_settings for select to authenticated
  using ((select is_staff()));
create policy "owners and admins fill in what the legal pages rest on" on legal_settings for all to authenticated
  using ((select has_role('owner', 'admin')));
create policy "everyone sees the confirmed claims" on legal_claims for select to anon, authenticated
  using (true);
create policy "owners and admins confirm what the legal pages claim" on legal_claims for insert to authenticated
  with check ((select has_role('owner', 'admin')) and confirmed_by = (select auth.uid()));
create policy "owners and admins take a confirmation back" on legal_claims for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and content staff see legal texts in the making" on legal_texts for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content staff write legal texts" on legal_texts for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "everyone reads every published legal text" on legal_versions for select to anon, authenticated
  using (true);
