-- What nobody took out of the bin in thirty days goes for good, and so does what an owner or an admin throws away by hand.

-- Deals were told of when they went into the bin; that they leave it is no news.
drop trigger tell_of_deletion on opportunities;
create trigger tell_of_deletion after delete on opportunities
  for each row when (old.deleted_at is null) execute function tell_of_opportunity();

-- A person goes with all that is only about them, with the records that were merged into theirs and with what the log knows of them.
-- Where the law asks for proof (an agreement, a purchase, money, a cancelled deal) the proof stays, about nobody by name; keys without a
-- cascade say which tables those are. False: somebody opened a deal meanwhile.
create function purge_person(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  merged uuid;
begin
  if exists (select from public.opportunities o where o.contact_id = person and o.deleted_at is null) then return false; end if;
  for merged in select c.id from public.contacts c where c.merged_into_id = person loop
    if not public.purge_person(merged) then return false; end if;
  end loop;
  perform public.forget_traces(person);
  -- The words of an author stand without them, and an account opens the personal area to nobody we know: neither may outlive the key to it.
  if exists (select from public.review_authors a where a.contact_id = person)
    or exists (select from public.contacts c where c.id = person and c.client_user_id is not null) then
    perform public.anonymise_person(person);
  else
    begin
      delete from public.opportunities o where o.contact_id = person;
      delete from public.contacts c where c.id = person;
    exception when foreign_key_violation then
      perform public.anonymise_person(person);
    end;
  end if;
  perform public.forget_in_audit_log(person);
  return true;
end
$$;

create function purge_thing(kind text, thing uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone bigint;
begin
  if kind = 'contacts' then
    perform from public.contacts c
    where c.id = thing and c.deleted_at is not null and c.merged_into_id is null and c.anonymised_at is null for update;
    return found and public.purge_person(thing);
  end if;
  if kind not in ('households', 'opportunities', 'tasks', 'activities', 'files') then
    raise sqlstate 'PT422' using message = 'unknown_bin_kind';
  end if;
  execute format('delete from public.%I where id = $1 and deleted_at is not null', kind) using thing;
  get diagnostics gone = row_count;
  return gone > 0;
end
$$;

-- [{"entity", "id"}], all of it or nothing. Refusals: not_allowed, not_in_reach, unknown_bin_kind.
create function delete_for_good(things jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  thing record;
  gone integer := 0;
begin
  if not public.has_role('owner', 'admin') then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  -- People last: with them goes what is theirs, and that may be chosen too.
  for thing in
    select t.entity, t.id from jsonb_to_recordset(things) t (entity text, id uuid)
    order by t.entity = 'contacts', t.entity, t.id limit 1000
  loop
    if not coalesce(public.purge_thing(thing.entity, thing.id), false) then raise sqlstate 'PT404' using message = 'not_in_reach'; end if;
    gone := gone + 1;
  end loop;
  return gone;
end
$$;

-- One round of the daily job; answers how many went, so that whoever calls comes again while there are more.
create function empty_bin(at_most integer default 200) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  thing record;
  gone integer := 0;
begin
  for thing in select b.entity, b.id from public.bin b where b.deleted_at < now() - interval '30 days' order by b.deleted_at limit at_most loop
    if public.purge_thing(thing.entity, thing.id) then gone := gone + 1; end if;
  end loop;
  return gone;
end
$$;

revoke execute on function purge_person(uuid), purge_thing(text, uuid), delete_for_good(jsonb), empty_bin(integer) from public;
grant execute on function delete_for_good(jsonb) to authenticated;
grant execute on function empty_bin(integer) to service_role;
