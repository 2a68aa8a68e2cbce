-- What readers say of the answers on the page of questions: how many each has helped and how many not. Of whom, nobody is told.
create table answer_ratings (
  -- As it is written on the page: asked in other words it is another question, and is counted anew.
  question text primary key constraint rated_question_length check (char_length(question) between 1 and 200),
  helped integer not null default 0,
  missed integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
