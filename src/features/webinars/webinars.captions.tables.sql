-- Captions of webinars, public under a random name: the address is given only to the bearer of a key.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('webinar-captions', 'webinar-captions', true, 1024 * 1024, array['text/vtt']);
