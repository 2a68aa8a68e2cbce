-- What is published is read by whoever visits, without signing in: the site itself reads so. Columns are granted to a role, and whoever is
-- signed in shares theirs with those who write the pages, so a client saw who wrote what and with which note.
alter policy "everybody sees which pages are published" on pages to anon;
alter policy "everybody sees which pages are published" on pages rename to "visitors see which pages are published";
alter policy "everybody reads what is published" on page_versions to anon;
alter policy "everybody reads what is published" on page_versions rename to "visitors read what is published";
