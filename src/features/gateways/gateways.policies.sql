alter table gateway_settings enable row level security;
grant select on gateway_settings to authenticated;
grant update (is_chosen, issues_documents) on gateway_settings to authenticated;
grant select, update on gateway_settings to service_role;
create policy "owners and admins see the payment providers" on gateway_settings for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins choose the payment provider" on gateway_settings for update to authenticated
  using ((select has_role('owner', 'admin')));

alter table gateway_secrets.keys enable row level security;
grant execute on all functions in schema gateway_secrets to service_role;
