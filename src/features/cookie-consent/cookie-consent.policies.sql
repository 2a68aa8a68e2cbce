alter table cookie_choices enable row level security;
create policy "a person sees their own cookie choices" on cookie_choices for select to authenticated
  using (user_id = (select auth.uid()));
create policy "the owner and admins see the proof of consent" on cookie_choices for select to authenticated
  using ((select has_role('owner', 'admin')));
grant select on cookie_choices to authenticated;
grant select, insert on cookie_choices to service_role;
grant update (user_id) on cookie_choices to service_role;
