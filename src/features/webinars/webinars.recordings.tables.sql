-- Recordings of webinars as own files, private: played by the bearer of a key, while the webinar shows its recording.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('webinar-recordings', 'webinar-recordings', false, 2::bigint * 1024 * 1024 * 1024, array['video/mp4', 'video/webm']);
