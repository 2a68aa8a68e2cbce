grant select, delete on realtime.nodes to supabase_realtime_admin;
