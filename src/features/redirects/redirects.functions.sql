-- Refuses loops and long chains of redirects.
create function forbid_redirect_loops() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  here text := public.path_of_address(new.to_address);
  leaps integer := 1;
begin
  -- Serializes writers whose rows would close a loop together.
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  while here is not null loop
    if here = new.from_path then raise sqlstate 'PT409' using message = 'redirect_loop'; end if;
    select public.path_of_address(to_address) into here from public.redirects where from_path = here;
    exit when not found;
    leaps := leaps + 1;
    if leaps > 5 then raise sqlstate 'PT409' using message = 'redirect_chain_too_long'; end if;
  end loop;
  if (select count(*) from public.redirects) > 5000 then
    raise sqlstate 'PT409' using message = 'too_many_redirects';
  end if;
  return null;
end
$$;

-- The path of an address on this site, or null for other sites. Percent-encoding is decoded, so that /%D7%90 equals /א; an invalid encoding
-- stays as it is.
create function path_of_address(address text) returns text language plpgsql immutable set search_path = '' as $$
declare
  path text := regexp_replace(address, '[?#].*$', '');
begin
  if address not like '/%' then return null; end if;
  begin
    if path ~ '%(?![0-9A-Fa-f]{2})' then raise sqlstate '22021'; end if;
    select convert_from(string_agg(case when part[1] ~ '^%' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, ''::bytea order by at), 'UTF8')
      into path from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+', 'g') with ordinality as found (part, at);
  exception when character_not_in_repertoire then null;
  end;
  return lower(coalesce(nullif(rtrim(regexp_replace(path, '/{2,}', '/', 'g'), '/'), ''), '/'));
end
$$;

create constraint trigger forbid_redirect_loops after insert or update of from_path, to_address on redirects
  for each row execute function forbid_redirect_loops();

create function stamp_redirect() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

-- Counting hits changes neither the version nor any page.
create trigger stamp_update before update of from_path, to_address, code on redirects
  for each row execute function stamp_redirect();
create trigger announce_page_change after insert or delete or update of from_path, to_address, code on redirects
  for each statement execute function announce_page_change();

-- Visitors can flood this log: it keeps the thousand most frequent addresses.
create function count_not_found(seen jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.not_found_log as log (path, count, reports, last_ref, last_at)
  select row.path, row.count, row.reports, row.ref, row.at
  from jsonb_to_recordset(seen) as row (path text, count bigint, reports integer, ref text, at timestamptz)
  on conflict (path) do update set count = log.count + excluded.count, reports = log.reports + excluded.reports,
    last_ref = coalesce(excluded.last_ref, log.last_ref), last_at = greatest(log.last_at, excluded.last_at);
  delete from public.not_found_log where path in (
    select path from public.not_found_log order by reports desc, count desc, last_at desc offset 1000);
$$;

create function count_redirect_hits(seen jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.redirects set hits = redirects.hits + row.count, last_hit_at = greatest(last_hit_at, row.at)
  from jsonb_to_recordset(seen) as row (path text, count bigint, at timestamptz)
  where from_path = row.path
$$;
grant execute on function count_not_found(jsonb), count_redirect_hits(jsonb) to service_role;
