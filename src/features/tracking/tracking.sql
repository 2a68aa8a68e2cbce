-- To which pixel of a social network page views are told, once a visitor has allowed it. One row or none: none tells nobody.
create table tracking_settings (
  is_only boolean primary key default true check (is_only),
  pixel_id text not null constraint pixel_id_form check (pixel_id ~ '^[0-9]{5,20}$'),
  updated_at timestamptz not null default now()
);
create function note_tracking_edited() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger note_edited before update on tracking_settings for each row execute function note_tracking_edited();
-- Every page names the pixel.
create trigger announce_page_change after insert or update or delete on tracking_settings
  for each statement execute function announce_page_change();

alter table tracking_settings enable row level security;
create policy "everybody may know to whom page views are told" on tracking_settings for select to anon, authenticated using (true);
create policy "owners and admins choose to whom page views are told" on tracking_settings for all to authenticated
  using ((select has_role('owner', 'admin')));
grant select on tracking_settings to anon, authenticated, service_role;
grant insert (pixel_id), update (pixel_id), delete on tracking_settings to authenticated;
