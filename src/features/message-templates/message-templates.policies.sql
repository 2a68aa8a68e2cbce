alter table message_templates enable row level security;
alter table message_template_versions enable row level security;
grant select on message_templates, message_template_versions to authenticated;
grant insert (id, name, channel, purpose, context_type, draft), update (name, purpose, context_type, draft) on message_templates to authenticated;
-- Published versions are written by publish_message_template only.
revoke update, delete, truncate on message_template_versions from service_role;

create policy "staff see message templates" on message_templates for select to authenticated using ((select is_staff()));
create policy "owners, admins and content write message templates" on message_templates for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content change drafts of message templates" on message_templates for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "staff see what message templates said before" on message_template_versions for select to authenticated
  using ((select is_staff()));

select private.create_union_view('sent_texts');
