grant insert (form_id), update (form_id) on appointment_types to authenticated;
grant select (appointment_id) on form_links to authenticated;
