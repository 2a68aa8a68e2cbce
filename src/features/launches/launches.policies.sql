alter table launches enable row level security;
alter table launch_contents enable row level security;
alter table launch_participants enable row level security;
alter table launch_progress enable row level security;
alter table launch_tokens enable row level security;
alter table launch_devices enable row level security;
alter table launch_requests enable row level security;
alter table launch_comments enable row level security;
alter table launch_waitlist enable row level security;
alter table launch_moves enable row level security;

-- Visitors cannot read these tables: the pages call server functions.
grant select, delete on launches, launch_contents to authenticated;
grant insert (id, title, mode, tz, prelaunch_at, cart_opens_at, cart_closes_at, cart_after_hours, cart_hours, cooldown_days, price_id, landing, offer,
  comments_mode), update (title, mode, tz, status, prelaunch_at, cart_opens_at, cart_closes_at, cart_after_hours, cart_hours, cooldown_days, price_id,
  landing, offer, comments_mode, next_time) on launches to authenticated;
grant insert (id, launch_id, position, kind, title, body, video, release_kind, release_at, release_hours, release_day, release_time, release_after,
  expires_at, expires_hours, required_for_next, poster_id), update (position, kind, title, body, video, release_kind, release_at, release_hours, release_day,
  release_time, release_after, expires_at, expires_hours, required_for_next, poster_id) on launch_contents to authenticated;
grant select on launch_participants, launch_progress, launch_tokens, launch_devices, launch_requests, launch_comments, launch_waitlist, launch_moves
  to authenticated;
grant update (status, pinned, settled_at) on launch_comments to authenticated;

create policy "owners, admins, content and sales see the launches" on launches for select to authenticated
  using ((select has_role('owner', 'admin', 'content', 'sales')));
create policy "owners, admins and content add launches" on launches for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content change launches" on launches for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins delete launches" on launches for delete to authenticated using ((select has_role('owner', 'admin')));

create policy "owners, admins, content and sales see the contents of launches" on launch_contents for select to authenticated
  using ((select has_role('owner', 'admin', 'content', 'sales')));
create policy "owners, admins and content add contents to launches" on launch_contents for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content change the contents of launches" on launch_contents for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content delete contents of launches" on launch_contents for delete to authenticated
  using ((select has_role('owner', 'admin', 'content')));

create policy "owners, admins and sales see the participants of launches" on launch_participants for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees their contacts in launches" on launch_participants for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales see what participants watched" on launch_progress for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales see the waiting lists of launches" on launch_waitlist for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins, content and sales see the comments on launches" on launch_comments for select to authenticated
  using ((select has_role('owner', 'admin', 'content', 'sales')));
create policy "owners, admins, content and sales moderate the comments on launches" on launch_comments for update to authenticated
  using ((select has_role('owner', 'admin', 'content', 'sales')));
create policy "owners, admins, content and sales see the moves of launches" on launch_moves for select to authenticated
  using ((select has_role('owner', 'admin', 'content', 'sales')));
create policy "only the server sees the keys of launches" on launch_tokens for select to authenticated using (false);
create policy "only the server sees the devices of launches" on launch_devices for select to authenticated using (false);
create policy "only the server sees the requests of participants" on launch_requests for select to authenticated using (false);

create policy "owners, admins and content add videos to launches" on storage.objects for insert to authenticated
  with check (bucket_id = 'launches' and name ~ '^[0-9a-f-]{36}$' and (select has_role('owner', 'admin', 'content')));
