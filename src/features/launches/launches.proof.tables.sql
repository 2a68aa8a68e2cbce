-- Whether the link goes to the participant's address alone. A link in a message template may go to another address of the contact, or by SMS.
alter table launch_tokens add column proves_address boolean not null default true;
