-- When the host opened the room ahead of its time. Null: it opens by `lobby_minutes` of the webinar.
alter table webinar_sessions add column lobby_opened_at timestamptz;
