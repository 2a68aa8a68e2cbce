-- Reloads the schema cache of the REST API after DDL. Without event triggers, NOTIFY pgrst and requests with unknown names reload it.
do $$
begin
  create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $watch$
  begin
    if tg_event = 'sql_drop' then
      if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
        notify pgrst, 'reload schema';
      end if;
    elsif exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
      notify pgrst, 'reload schema';
    end if;
  end
  $watch$;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
exception when insufficient_privilege then
  raise notice 'no event trigger: %', sqlerrm;
end
$$;
