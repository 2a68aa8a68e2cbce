-- How long the browser measured each question of a submission, by its key. Keys and numbers only.
alter table form_submissions add column question_seconds jsonb not null default '{}'
  constraint question_seconds_are_numbers check (
    jsonb_typeof(question_seconds) = 'object' and not jsonb_path_exists(question_seconds, '$.* ? (@.type() <> "number")'));
