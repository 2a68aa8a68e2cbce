-- A personal link that staff closed. Its hash stays, so that the page can say so and an undo opens the same address again.
alter table form_links add column revoked_at timestamptz;
