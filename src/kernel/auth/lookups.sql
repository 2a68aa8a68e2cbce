-- Somebody comes from another party with an address: whose account holds it by an identity? And the list of users, newest first.
create index identities_email_idx on auth.identities (email);
create index users_aud_created_at_idx on auth.users (aud, created_at desc, id);
