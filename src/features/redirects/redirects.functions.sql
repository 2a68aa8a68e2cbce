-- Somebody following a loop would never arrive, and every further leap is a wait.
create function keep_redirects_arriving() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  here text := public.path_of_address(new.to_address);
  leaps integer := 1;
begin
  -- Two rows that would close a loop together go one after the other.
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

-- The path that the server would look for, or null where the address is on another site. Browsers hand out addresses percent-encoded,
-- so /%D7%90 is /א here as there; what is no whole encoding is taken as it stands.
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

create constraint trigger keep_redirects_arriving after insert or update of from_path, to_address on redirects
  for each row execute function keep_redirects_arriving();

create function note_redirect_edited() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

-- Being counted is not being edited: a count changes neither version nor any page.
create trigger note_edited before update of from_path, to_address, code on redirects
  for each row execute function note_redirect_edited();
create trigger announce_page_change after insert or delete or update of from_path, to_address, code on redirects
  for each statement execute function announce_page_change();

-- A log that anybody can write into by asking: it keeps the thousand addresses that matter most.
create function note_not_found(seen jsonb) returns void
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
grant execute on function note_not_found(jsonb), count_redirect_hits(jsonb) to service_role;
