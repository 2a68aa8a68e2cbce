alter table client_invitations enable row level security;

-- All columns except the token hashes.
grant select (id, contact_id, email_norm, status, sent_at, opened_at, expires_at, resent_count, requested_at, accepted_at,
  accepted_user_id, revoked_at, created_by, created_at, version) on client_invitations to authenticated;
create policy "owners, admins and sales see every invitation to the portal" on client_invitations for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the invitations of their contacts" on client_invitations for select to authenticated
  using (contact_id in (select my_contact_ids()));
