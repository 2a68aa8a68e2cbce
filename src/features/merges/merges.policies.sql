alter table merges enable row level security;

-- The snapshot contains whole rows and is read only by unmerge_contacts.
grant select (id, winner_id, loser_id, field_choices, merged_by, merged_at, undone_by, undone_at) on merges to authenticated;
create policy "owners and admins see what was merged" on merges for select to authenticated
  using ((select has_role('owner', 'admin')));
