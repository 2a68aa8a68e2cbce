-- Whether the links into the site are labelled, so that its page views count those who followed one. The message says so.
alter table campaigns add column counts_clicks boolean not null default false;
