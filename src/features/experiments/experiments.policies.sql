alter table page_comparisons enable row level security;
alter table page_variants enable row level security;
alter table page_outcomes enable row level security;

-- All columns but the secret. Written only by functions.
grant select (id, path, label, started_at, started_by, ended_at, ended_by, winner) on page_comparisons to authenticated;
grant select on page_variants, page_outcomes to authenticated;
create policy "owners, admins and content editors see what is compared" on page_comparisons for select to authenticated
  using ((select is_site_editor()));
create policy "owners, admins and content editors see the shares" on page_variants for select to authenticated
  using ((select is_site_editor()));
create policy "owners, admins and content editors see what came of it" on page_outcomes for select to authenticated
  using ((select is_site_editor()));
