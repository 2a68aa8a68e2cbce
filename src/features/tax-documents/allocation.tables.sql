-- Invoices that were issued without the allocation number they need. Held until it is known: not mailed, and not shown to the client.
alter table tax_documents
  -- When the document was issued with all that it needs. Null for one that is missing or held.
  add completed_at timestamptz,
  add allocation_tries integer not null default 0,
  add allocation_entered_by uuid references auth.users (id) on delete set null;

alter table tax_documents drop constraint unknown_document_fault;
alter table tax_documents add constraint unknown_document_fault check (last_fault in
  ('timeout', 'unreachable', 'redirected', 'server_error', 'busy', 'malformed', 'unauthorized', 'refused', 'gateway', 'original_missing', 'not_found'));

update tax_documents set completed_at = issued_at
where status = 'issued' and (not needs_allocation or allocation_number is not null);
-- Their number may have come since: the service is asked by the next sweep.
update tax_documents set next_try_at = now() - interval '1 hour'
where status = 'issued' and completed_at is null and provider = 'morning' and not is_demo;

alter table tax_documents add constraint complete_document_has_its_allocation check (
  (completed_at is not null) = (status = 'issued' and (not needs_allocation or allocation_number is not null)));
create index tax_documents_held on tax_documents (created_at) where status = 'issued' and completed_at is null;
