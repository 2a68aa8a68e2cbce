-- The first schedule of a host is the usual one: types without a schedule of their own are booked by it.
alter table schedules add column created_at timestamptz not null default now();
