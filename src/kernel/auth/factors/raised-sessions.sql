-- The number of the first refresh token that was given after a code was shown. Older ones were given for a password alone: none of them continues.
alter table auth.sessions add column raised_at_counter bigint;
