-- Authorization of changes. The change feed reads all published rows; these functions decide per caller what is sent. They run as
-- supabase_realtime_admin, which owns no table and may become anon, authenticated or service_role. A published table in another schema than
-- public needs: grant usage on schema … to supabase_realtime_admin.

-- Policies on this table authorize private channels. SELECT: receive. INSERT: send. `extension` is 'broadcast' or 'presence'.
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
  -- Set if the message was sent before it was stored.
  broadcasted_at timestamp,
  expires_at timestamp,
  primary key (id, inserted_at)
);

-- Since PostgreSQL 18 a publication can include stored generated columns.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    alter publication supabase_realtime set (publish_generated_columns = 'stored');
  end if;
end $$;
