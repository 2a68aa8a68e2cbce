-- Who may see a change. The change feed reads everything that is published; these functions decide, per caller, what of it goes out.
-- They run as the login supabase_realtime_admin, which owns no table and may become anon, authenticated or service_role, nobody else.
-- A published table in another schema than public needs: grant usage on schema … to supabase_realtime_admin.

-- Private channels are opened by policies on this table; no row is ever kept in it.
-- SELECT: who may listen. INSERT: who may send. `extension` is 'broadcast' or 'presence'.
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false,
  inserted_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  updated_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  binary_payload bytea,
  -- Set when the message had been sent before it was kept.
  broadcasted_at timestamp,
  expires_at timestamp,
  primary key (id, inserted_at)
);

-- From 18 on a publication can carry stored generated columns; before, they are missing from changes.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    alter publication supabase_realtime set (publish_generated_columns = 'stored');
  end if;
end $$;
