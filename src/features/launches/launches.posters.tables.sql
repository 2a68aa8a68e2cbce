-- The picture of a content, shown in the rail of the personal page, on the landing page, and before its video plays. Public, as the title is.
alter table launch_contents add column poster_id uuid references pictures (id) on delete set null;
create index launch_contents_of_poster on launch_contents (poster_id);
