-- Deleted records stay in the bin for thirty days. Opportunities and tasks of a contact are moved to the bin and restored together with it,
-- with the same deleted_at.
create function bin_with_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null then
    update public.opportunities o set deleted_at = null where o.contact_id = new.id and o.deleted_at = old.deleted_at;
    update public.tasks t set deleted_at = null where t.contact_id = new.id and t.deleted_at = old.deleted_at;
  elsif old.deleted_at is null and new.merged_into_id is null then
    update public.opportunities o set deleted_at = new.deleted_at where o.contact_id = new.id and o.deleted_at is null;
    update public.tasks t set deleted_at = new.deleted_at where t.contact_id = new.id and t.deleted_at is null;
  end if;
  return null;
end
$$;

create trigger follow_into_bin after update of deleted_at on contacts
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function bin_with_contact();

-- An opportunity or a task cannot be restored before its contact.
create function refuse_without_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.contacts c where c.id = new.contact_id and c.deleted_at is not null and c.merged_into_id is null) then
    raise sqlstate 'PT409' using message = 'contact_in_bin';
  end if;
  return new;
end
$$;

create trigger refuse_without_contact before update of deleted_at on opportunities
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function refuse_without_contact();
create trigger refuse_without_contact before update of deleted_at on tasks
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function refuse_without_contact();

-- Everything in the bin that the caller can see. Records deleted with their contact are counted on its row and not
-- listed. Files whose upload failed are omitted.
create view bin with (security_invoker = true) as
  select 'contacts' as entity, c.id, c.full_name as name, c.id as contact_id, c.deleted_at,
    (select count(*) from opportunities o where o.contact_id = c.id and o.deleted_at = c.deleted_at)
      + (select count(*) from tasks t where t.contact_id = c.id and t.deleted_at = c.deleted_at) as along
  from contacts c where c.deleted_at is not null and c.merged_into_id is null and c.anonymised_at is null
  union all
  select 'households', h.id, h.name, null, h.deleted_at, 0 from households h where h.deleted_at is not null
  union all
  select 'opportunities', o.id, o.name, o.contact_id, o.deleted_at, 0 from opportunities o
  where o.deleted_at is not null
    and not exists (select from contacts c where c.id = o.contact_id and c.deleted_at = o.deleted_at and c.merged_into_id is null)
  union all
  select 'tasks', t.id, t.name, t.contact_id, t.deleted_at, 0 from tasks t
  where t.deleted_at is not null
    and not exists (select from contacts c where c.id = t.contact_id and c.deleted_at = t.deleted_at and c.merged_into_id is null)
  union all
  select 'activities', a.id, left(coalesce(a.payload ->> 'text', a.title_cache), 200), a.contact_id, a.deleted_at, 0
  from activities a where a.deleted_at is not null
  union all
  select 'files', f.id, f.name, f.contact_id, f.deleted_at, 0 from files f
  where f.deleted_at is not null and f.stored_at is not null;

-- A page of the bin, the latest deletion first, with the deleting user and the contact. The caller's policies apply.
create function read_bin(kind text default null, before timestamptz default null, before_id uuid default null, page_size integer default 50)
returns table (entity text, id uuid, name text, contact_id uuid, contact_name text, deleted_at timestamptz, deleted_by uuid, along bigint)
language sql stable set search_path = public as $$
  select b.entity, b.id, b.name, b.contact_id, c.full_name, b.deleted_at,
    (select l.actor_id from audit_log l
     where l.entity = b.entity and l.entity_id = b.id::text and l.after ? 'deleted_at' order by l.id desc limit 1),
    b.along
  from bin b left join contacts c on c.id = b.contact_id
  where (kind is null or b.entity = kind)
    and (read_bin.before is null or (b.deleted_at, b.id) < (read_bin.before, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
  order by b.deleted_at desc, b.id desc
  limit least(greatest(page_size, 1), 200)
$$;
comment on function read_bin is 'never null: entity, id, name, deleted_at, along';

-- Moves records into the bin or restores them: [{"entity", "id"}]. Runs with the caller's rights, all or nothing; returns the number.
-- Refusals: unknown_bin_kind, not_in_reach (missing, or not permitted), contact_in_bin.
create function move_between_bin(things jsonb, at timestamptz) returns integer
language plpgsql volatile set search_path = public as $$
declare
  thing record;
  moved bigint;
  is_there boolean;
  total integer := 0;
begin
  -- Contacts first, because their records may be restored only after them; then by id, to avoid deadlocks.
  for thing in
    select t.entity, t.id from jsonb_to_recordset(things) t (entity text, id uuid)
    order by array_position(array['households', 'contacts'], t.entity), t.entity, t.id limit 1000
  loop
    if thing.entity = 'activities' then
      perform put_activity_away(thing.id, at is not null);
      moved := 1;
    elsif thing.entity in ('contacts', 'households', 'opportunities', 'tasks', 'files') then
      execute format('update %I set deleted_at = $1 where id = $2 and (deleted_at is null) <> ($1 is null)', thing.entity) using at, thing.id;
      get diagnostics moved = row_count;
    else
      raise sqlstate 'PT422' using message = 'unknown_bin_kind';
    end if;
    -- Not an error if the record was already moved with its contact.
    if moved = 0 then
      execute format('select exists (select from %I where id = $1 and (deleted_at is null) = ($2 is null))', thing.entity)
        using thing.id, at into is_there;
      if not is_there then raise sqlstate 'PT404' using message = 'not_in_reach'; end if;
    end if;
    total := total + moved;
  end loop;
  return total;
end
$$;

create function put_in_bin(things jsonb) returns integer
language sql volatile set search_path = public as $$ select move_between_bin(things, now()) $$;

create function restore_from_bin(things jsonb) returns integer
language sql volatile set search_path = public as $$ select move_between_bin(things, null) $$;

grant execute on function read_bin(text, timestamptz, uuid, integer), put_in_bin(jsonb), restore_from_bin(jsonb), move_between_bin(jsonb, timestamptz)
  to authenticated;

-- Deletes a contact with its records, with the contacts merged into it and their audit entries. Evidence required by law (consents,
-- purchases, payments, cancellations) is retained without a name; foreign keys without cascade mark those tables. False: an opportunity was
-- created since the contact was deleted.
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
  -- Reviews remain without an author, and a portal account without a contact has no access: both are anonymised here. So are the contact's
  -- messages in a household thread, which remains with those of the other members.
  if exists (select from public.review_authors a where a.contact_id = person)
    or exists (select from public.contacts c where c.id = person and c.client_user_id is not null)
    or exists (select from public.threads t where t.contact_id = person and t.household_id is not null)
    or exists (select from public.thread_messages m where m.contact_id = person) then
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

-- [{"entity", "id"}], all or nothing. Refusals: not_allowed, not_in_reach, unknown_bin_kind.
create function delete_for_good(things jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  thing record;
  gone integer := 0;
begin
  perform private.require_role('owner', 'admin');
  -- Contacts last: their deletion also deletes their records, which may be selected too.
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

-- One batch of the daily job. Returns the number of deleted records, so that the job repeats until the number is zero.
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

grant execute on function delete_for_good(jsonb) to authenticated;
grant execute on function empty_bin(integer) to service_role;
