-- Up to when the words of the client need no reply, as a colleague decided. A later message of the client waits for one again.
alter table threads add column settled_until timestamptz;
