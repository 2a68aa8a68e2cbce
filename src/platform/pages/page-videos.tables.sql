-- Videos of the site's pages and their captions, as own files. Public, as the pages are.
-- Versions of pages name them and can be restored; files that nothing names are pruned.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('page-videos', 'page-videos', true, 500 * 1024 * 1024, array['video/mp4', 'video/webm', 'text/vtt']);
