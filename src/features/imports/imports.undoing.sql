-- Whom something else leans on is asked once for all of a batch. Asked for each of them it looked through every table that names a contact
-- again, and a long list took hours to take back.
create or replace function undo_newcomers(import imports, most integer) returns integer
language plpgsql volatile set search_path = public as $$
declare
  untouched uuid[];
  used uuid[];
begin
  select array_agg(r.record_id) into untouched from (
    select * from import_rows l where l.import_id = import.id and l.result in ('created', 'updated') and l.undone is null
    order by l.n desc limit most
  ) r where r.result = 'created' and r.before is null and hash_as_found(contact_as_found(r.record_id)) = r.after_hash;
  used := used_since_import(untouched, import.id);
  select array_agg(id) into untouched from unnest(untouched) id where id <> all (used);
  if untouched is null then return 0; end if;
  perform take_back_consents(untouched, import.id);
  delete from contacts c where c.id = any (untouched);
  update import_rows r set undone = 'deleted' where r.import_id = import.id and r.record_id = any (untouched) and r.result = 'created';
  return cardinality(untouched);
end
$$;
