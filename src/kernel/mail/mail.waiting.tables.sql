-- Unsent rows of a channel, oldest first: the backlog is counted on a table of sent rows.
create index outbox_unsent on mail.outbox (channel, created_at) where sent_at is null;
