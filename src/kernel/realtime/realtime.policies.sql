alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;
