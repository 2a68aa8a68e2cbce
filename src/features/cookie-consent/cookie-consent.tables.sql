-- Cookie choices as proof of consent. A visitor is a random number; a signed-in user's choice applies in every browser. Written only by the
-- function record-cookie-choice.
create table cookie_choices (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete set null,
  functional boolean not null,
  performance boolean not null,
  marketing boolean not null,
  version text not null check (length(version) between 1 and 20),
  page text not null check (length(page) <= 300),
  chosen_at timestamptz not null,
  recorded_at timestamptz not null default now()
);
create index cookie_choices_of_user on cookie_choices (user_id, chosen_at desc) where user_id is not null;
