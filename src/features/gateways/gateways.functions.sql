create trigger next_version before update on gateway_settings for each row execute function next_version();

create trigger announce_page_change after update on gateway_settings
  for each statement execute function announce_page_change();

create function gateway_secrets.keep_keys(of_provider text, sealed_keys bytea) returns void
language sql security definer set search_path = '' as $$
  insert into gateway_secrets.keys (provider, sealed) values (of_provider, sealed_keys)
  on conflict (provider) do update set sealed = excluded.sealed
$$;
create function gateway_secrets.keys_of(of_provider text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sealed from gateway_secrets.keys where provider = of_provider
$$;

-- Selects the provider that takes payments, and deselects all others. Null deselects all providers.
create function choose_gateway(chosen text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.gateway_settings g set is_chosen = false where g.is_chosen and g.provider is distinct from chosen;
  update public.gateway_settings g set is_chosen = true where g.provider = chosen and not g.is_chosen;
end
$$;
grant execute on function choose_gateway(text) to authenticated;
