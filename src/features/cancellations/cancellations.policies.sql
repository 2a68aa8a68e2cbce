alter table cancellation_requests enable row level security;
grant select on cancellation_requests to authenticated;

create policy "owners, admins and sales see who cancels a deal" on cancellation_requests for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));

-- No policy: read only by cancellation_receipt().
alter table cancellation_receipts enable row level security;
