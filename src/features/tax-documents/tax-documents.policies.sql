alter table allocation_thresholds enable row level security;
alter table tax_document_settings enable row level security;
alter table tax_documents enable row level security;
alter table gateway_secrets.document_keys enable row level security;
grant select on allocation_thresholds, tax_document_settings, tax_documents to authenticated;
grant update (tax_status, issues_recorded) on tax_document_settings to authenticated;
create policy "staff see the sums that need an allocation number" on allocation_thresholds for select to authenticated
  using ((select is_staff()));
create policy "owners and admins see the settings of documents" on tax_document_settings for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins change the settings of documents" on tax_document_settings for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see every document" on tax_documents for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the documents of their contacts" on tax_documents for select to authenticated
  using (contact_id in (select my_contact_ids()));

-- Documents are changed only by functions.
revoke insert, update, delete, truncate on tax_documents from service_role;
grant select, update on tax_document_settings to service_role;
grant execute on function gateway_secrets.keep_document_keys(bytea), gateway_secrets.document_keys_of(text) to service_role;
