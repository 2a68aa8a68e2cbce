alter table signature_requests enable row level security;

-- Without the origin of a signature, which `signature_certificate` returns to the signer and staff, but not to the partner.
grant select (id, file_id, contact_id, file_name, sha256, requested_by, requested_at, withdrawn_at, signed_at, signed_name, version)
  on signature_requests to authenticated;
-- Written only by functions: no caller can change or delete a signature.
revoke insert, update, delete, truncate on signature_requests from service_role;

create policy "owners, admins and sales see every signature" on signature_requests for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the signatures of their contacts" on signature_requests for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "who sees a shared document sees whose signature it waits for" on signature_requests for select to authenticated
  using (exists (select from files f where f.id = signature_requests.file_id and f.shared_with is not null));
create policy "a client sees what they signed" on signature_requests for select to authenticated
  using (signed_at is not null and contact_id = (select my_client_contact_id()));
