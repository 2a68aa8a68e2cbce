grant select, insert on realtime.outbox to supabase_realtime_admin;
