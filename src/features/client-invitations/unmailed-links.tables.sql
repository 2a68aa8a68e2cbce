-- Hashes of `token_hashes` whose link was handed to staff and not mailed: it does not prove the mailbox, so its page sets no password.
-- Links issued by 1.0.0 count as mailed; they expire after 14 days.
alter table client_invitations add column unmailed_hashes text[] not null default '{}';
