-- Whether the link was mailed to the address of its attempt: that address was typed, and may be that of another person.
alter table quiz_result_links add column proves_address boolean not null default false;
