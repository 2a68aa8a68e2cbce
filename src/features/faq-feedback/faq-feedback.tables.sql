-- Ratings of the answers on the FAQ page, as counts only, without any reference to visitors.
create table answer_ratings (
  -- The question as written on the page. A reworded question is counted anew.
  question text primary key constraint rated_question_length check (char_length(question) between 1 and 200),
  helped integer not null default 0,
  missed integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
