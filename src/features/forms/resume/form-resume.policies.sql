alter table form_resume_keys enable row level security;
create policy "only the server sees the keys that continue a form" on form_resume_keys for select to authenticated using (false);
grant select, insert on form_resume_keys to service_role;
grant insert (reminds_unfinished), update (reminds_unfinished) on forms to authenticated;
