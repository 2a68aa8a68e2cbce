alter table reviews enable row level security;
alter table review_authors enable row level security;
grant select, delete on reviews to authenticated;
grant insert (shown_name, about, rating, body, tags, source, consent_scope, permission, permitted_on, status),
  update (shown_name, about, body, edit_agreed_on, tags, permission, permitted_on, status, rejected_because, is_featured, verified_at, reply)
  on reviews to authenticated;
grant select on review_authors to authenticated;

create policy "who cares for the site sees every review" on reviews for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site adds reviews that were given elsewhere" on reviews for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')) and source <> 'form');
create policy "who cares for the site decides on reviews" on reviews for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins delete reviews" on reviews for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins see who wrote a review" on review_authors for select to authenticated
  using ((select has_role('owner', 'admin')));

alter table review_edits enable row level security;
alter table review_links enable row level security;
grant select, update (decision) on review_edits to authenticated;
create policy "who cares for the site sees words proposed to authors" on review_edits for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "site editors withdraw wordings that were not accepted" on review_edits for update to authenticated
  using (decision is null and (select has_role('owner', 'admin', 'content'))) with check (coalesce(decision, 'withdrawn') = 'withdrawn');
create policy "only the server sees the links of authors" on review_links for select to authenticated using (false);

alter table review_requests enable row level security;
grant select (id, contact_id, email, asked_by, created_at, expires_at, closed_at, review_id) on review_requests to authenticated;
create policy "owners, admins and sales see who was asked for a review" on review_requests for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees whom of their contacts was asked for a review" on review_requests for select to authenticated
  using (contact_id in (select my_contact_ids()));

alter table review_photos enable row level security;
grant select, delete on review_photos to authenticated;
create policy "who cares for the site sees the photos of authors" on review_photos for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site takes a photo away" on review_photos for delete to authenticated
  using ((select has_role('owner', 'admin', 'content')));
