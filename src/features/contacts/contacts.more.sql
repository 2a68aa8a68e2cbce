-- Whether somebody may be called with an offer, and under which name another system knows them.
-- A marketing call needs a reason that can be shown, or a look into the registry of those who want none, fifteen days old at most.
alter table contacts
  add column call_basis text constraint unknown_call_basis check (call_basis in ('callback', 'consent', 'customer')),
  add column call_basis_at timestamptz,
  add column call_basis_note text constraint call_basis_note_length check (char_length(call_basis_note) <= 300),
  add column dnc_checked_at timestamptz constraint dnc_checked_ahead check (dnc_checked_at <= now() + interval '1 day'),
  add column external_id text constraint external_id_length check (char_length(external_id) between 1 and 120),
  -- Somebody who was forgotten on request. The row stays for what the law keeps, and never comes back from the bin.
  add column anonymised_at timestamptz,
  add constraint anonymised_comes_back check (anonymised_at is null or deleted_at is not null),
  add constraint call_basis_without_day check ((call_basis is null) = (call_basis_at is null));
create index contacts_external_id on contacts (external_id) where external_id is not null;

grant insert (call_basis, call_basis_at, call_basis_note, dnc_checked_at, external_id),
  update (call_basis, call_basis_at, call_basis_note, dnc_checked_at, external_id) on contacts to authenticated;

drop trigger next_version on contacts;
create trigger next_version before update of household_id, household_role, first_name, last_name, gender_form, birth_date,
  lifecycle, do_not_contact, owner_id, client_user_id, source, custom, merged_into_id, deleted_at,
  external_id on contacts
  for each row execute function next_version();

-- Who leaves a number on the site has asked to be called.
create function note_call_basis() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.contacts c set call_basis = 'callback', call_basis_at = new.created_at, call_basis_note = 'פנייה מהאתר'
  where c.id = new.contact_id and (c.call_basis is null or c.call_basis = 'callback');
  return null;
end
$$;

create trigger note_call_basis after insert on contact_requests
  for each row when (new.phone is not null) execute function note_call_basis();

-- Keeps a record from being merged or erased until the transaction ends. False where it is gone already.
create function hold_contact(contact uuid) returns boolean
language sql volatile set search_path = '' as $$
  select exists (select from public.contacts c
    where c.id = contact and c.deleted_at is null and c.merged_into_id is null for key share)
$$;
grant execute on function hold_contact(uuid) to service_role;
