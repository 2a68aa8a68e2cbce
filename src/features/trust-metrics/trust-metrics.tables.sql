-- Trust metrics of the site, each with its source and date. Without rows the strip is hidden.
create table trust_figures (
  id uuid primary key default gen_random_uuid(),
  value text not null constraint figure_value_length check (char_length(value) between 1 and 16 and value ~ '\d' and value !~ '[\r\n]'),
  label text not null constraint figure_label_length check (char_length(label) between 2 and 60 and label ~ '\S' and label !~ '[\r\n]'),
  source text not null constraint figure_source_length check (char_length(source) between 2 and 200 and source ~ '\S'),
  measured_on date not null constraint figure_of_the_future check (measured_on <= (now() at time zone 'Asia/Jerusalem')::date + 1),
  position integer not null default 0,
  is_shown boolean not null default true,
  is_demo boolean not null default false,
  version integer not null default 1
);
