-- What there is to read and watch in a stage. A table of its own, because a client sees the stages ahead, but not yet their materials.
create table stage_materials (
  id uuid primary key default gen_random_uuid(),
  stage_id uuid not null references process_stages (id) on delete cascade,
  position integer not null,
  title text not null constraint material_title_length check (char_length(btrim(title)) between 1 and 120),
  -- A page of the site, or one elsewhere.
  url text not null constraint material_url_malformed check (url ~ '^(https://[^\s/]+(/\S*)?|/[^\s/\\]\S*)$' and char_length(url) <= 1000)
);
create index stage_materials_of_stage on stage_materials (stage_id, position);
