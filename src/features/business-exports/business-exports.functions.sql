-- Enqueues an export of the whole business. Refusals: not_allowed, export_already_running.
create function request_business_export() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_role('owner');
  insert into public.business_exports default values on conflict do nothing returning id into made;
  if made is null then raise sqlstate 'PT409' using message = 'export_already_running'; end if;
  perform jobs.enqueue('make_business_export', json_build_object('export', made), 'business_export', queue => 'long');
  return made;
end
$$;
comment on function request_business_export is 'never null';
revoke execute on function request_business_export() from public;
grant execute on function request_business_export() to authenticated;
