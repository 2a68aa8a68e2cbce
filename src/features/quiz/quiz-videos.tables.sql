-- Videos of the stages and their captions. Public: they have nothing of a person, and each visitor with that stage sees them.
-- Published versions and results name them, so they are not deleted.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('quiz-videos', 'quiz-videos', true, 500 * 1024 * 1024, array['video/mp4', 'video/webm', 'text/vtt']);
