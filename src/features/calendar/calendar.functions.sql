create trigger next_version before update on calendar_connections for each row execute function next_version();

create function calendar_secrets.keep_tokens(owner_id uuid, sealed_tokens bytea) returns void
language sql security definer set search_path = '' as $$
  insert into calendar_secrets.tokens (user_id, provider, sealed) values (owner_id, 'google', sealed_tokens)
  on conflict (user_id, provider) do update set sealed = excluded.sealed
$$;
create function calendar_secrets.tokens_of(owner_id uuid) returns bytea
language sql stable security definer set search_path = '' as $$
  select sealed from calendar_secrets.tokens where user_id = owner_id and provider = 'google'
$$;
create function calendar_secrets.begin(owner_id uuid, sealed_beginning bytea) returns void
language sql security definer set search_path = '' as $$
  insert into calendar_secrets.beginnings (user_id, sealed) values (owner_id, sealed_beginning)
  on conflict (user_id) do update set sealed = excluded.sealed, begun_at = now()
$$;
create function calendar_secrets.finish(owner_id uuid) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  begun calendar_secrets.beginnings;
begin
  delete from calendar_secrets.beginnings where user_id = owner_id returning * into begun;
  return case when begun.begun_at > now() - interval '10 minutes' then begun.sealed end;
end
$$;
