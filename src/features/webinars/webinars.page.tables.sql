-- A page of blocks that is shown below the registration, in place of the parts that are written from the details. Not a foreign key: a page
-- that moves is a new row, see move_own_page.
alter table webinars add column page_path text constraint webinar_page_form check (page_path ~ '^/[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$');
