-- Contact search for hundreds of thousands of contacts, tolerant of typos. Each distinct word of a name once: similar words are looked up
-- here instead of in all contacts.
create table name_words (
  word text primary key check (char_length(word) between 2 and 60)
);
create index name_words_alike on name_words using gin (word extensions.gin_trgm_ops);

create function words_of_name(search_name text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select distinct word from regexp_split_to_table(search_name, ' ') word where char_length(word) between 2 and 60)
$$;

-- The index evaluates it in every writing session.
grant execute on function words_of_name(text) to authenticated, service_role;
create index contacts_by_word on contacts using gin (words_of_name(search_name)) with (fastupdate = off);

-- Indexes of the contact list's keyset pagination.
create index contacts_by_activity on contacts ((case when last_activity_at is null then '-infinity' else last_activity_at end), id) where deleted_at is null;
create index contacts_by_creation on contacts (created_at, id) where deleted_at is null;
create index contacts_by_name on contacts (search_name collate "C", id) where deleted_at is null;
create index contacts_by_next_step on contacts ((case when next_step_at is null then 'infinity' else next_step_at end), id) where deleted_at is null;
create index opportunities_live_of_contact on opportunities (contact_id, status) where deleted_at is null;

-- Full-text search in notes.
create index activities_written_words on activities using gin (he_norm(payload ->> 'text') extensions.gin_trgm_ops)
  where payload ? 'text' and deleted_at is null;
