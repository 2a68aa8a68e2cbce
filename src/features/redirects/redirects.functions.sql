-- Refuses loops and long chains of redirects.
create function forbid_redirect_loops() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  here text := public.path_of_address(new.to_address);
  leaps integer := 1;
begin
  -- Serializes concurrent inserts that together would form a loop.
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

-- The path of a URL on this site, or null for other sites. Percent-encoding is decoded, so that /%D7%90 equals /א; an invalid encoding is
-- not changed.
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

-- Visitors can flood this log, so it retains only the thousand most frequent paths.
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

-- Moves a page of the owner. A path that was already published redirects to the new one.
create function private.move_own_page(from_path text, to_path text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was_public constant boolean := (select p.published_version_id is not null from public.pages p where p.path = from_path);
begin
  perform public.move_page(from_path, to_path);
  update public.webinars w set page_path = move_own_page.to_path where w.page_path = move_own_page.from_path;
  delete from public.redirects r where r.from_path = move_own_page.to_path;
  update public.redirects r set to_address = move_own_page.to_path where r.to_address = move_own_page.from_path;
  if was_public then
    -- A redirect from this path may exist, because another page had the path before.
    insert into public.redirects (from_path, to_address) values (move_own_page.from_path, move_own_page.to_path)
    on conflict on constraint redirect_from_taken do update set to_address = excluded.to_address;
  end if;
end
$$;

-- Deletes a page of the owner with its versions; its path redirects to `to_address`, unless that is empty.
create function private.delete_own_page(from_path text, to_address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.pages p set published_version_id = null, published_at = null, publish_at = null, scheduled_version_id = null
  where p.path = from_path;
  delete from public.pages p where p.path = from_path;
  update public.webinars w set page_path = null where w.page_path = from_path;
  delete from public.seo_overrides o where o.path = from_path;
  if delete_own_page.to_address <> '' then
    insert into public.redirects (from_path, to_address) values (delete_own_page.from_path, delete_own_page.to_address)
    on conflict on constraint redirect_from_taken do update set to_address = excluded.to_address;
  end if;
end
$$;
grant execute on function private.move_own_page(text, text), private.delete_own_page(text, text) to service_role;
