-- Creates private.`name` as the union of every view private.`name`_via_…: an extension point to which each module adds a branch. Called
-- from a policies file, when the functions files of all modules have been applied.
create function private.create_union_view(name text) returns void language plpgsql set search_path = '' as $$
declare
  branches constant text := (
    select string_agg(format('select * from private.%I', relname), ' union all ' order by relname collate "C")
    from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'v' and starts_with(relname, name || '_via_')
  );
begin
  execute format('create view private.%I as %s', name, branches);
end
$$;
