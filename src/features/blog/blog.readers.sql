-- As with pages: visitors read posts without signing in, and who wrote a revision is the business of those who look after the site.
alter policy "everybody sees published posts" on posts to anon;
alter policy "everybody sees published posts" on posts rename to "visitors see published posts";
alter policy "everybody reads what a published post shows" on post_revisions to anon;
alter policy "everybody reads what a published post shows" on post_revisions rename to "visitors read what a published post shows";
