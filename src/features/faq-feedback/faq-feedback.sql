-- What readers say of the answers on the page of questions: how many each has helped and how many not. Of whom, nobody is told.
create table answer_ratings (
  -- As it is written on the page: asked in other words it is another question, and is counted anew.
  question text primary key constraint rated_question_length check (char_length(question) between 1 and 200),
  helped integer not null default 0,
  missed integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);

-- One more word about an answer that stands there now. `asked` is the question as it was shown: what a fact of the business
-- stood for in it may be anything. False: no such question stands there.
create function rate_answer(asked text, has_helped boolean) returns boolean
language sql volatile security definer set search_path = '' as $$
  with counted as (
    insert into public.answer_ratings as r (question, helped, missed)
    select question, has_helped::int, (not has_helped)::int
    from public.pages p
    join public.page_versions v on v.path = p.path and v.id = p.published_version_id
    cross join jsonb_array_elements(v.blocks) block
    cross join jsonb_array_elements(block -> 'content' -> 'list') entry
    cross join lateral (select entry ->> 'question' as question) written
    where p.path = '/faq' and block ->> 'kind' = 'questions'
      and asked like regexp_replace(regexp_replace(question, '([\\%_])', '\\\1', 'g'), '\{\{\w+\}\}', '%', 'g')
    limit 1
    on conflict (question) do update
      set helped = r.helped + excluded.helped, missed = r.missed + excluded.missed, last_at = now()
    returning 1)
  select exists (select from counted)
$$;
grant execute on function rate_answer(text, boolean) to service_role;
revoke execute on function rate_answer(text, boolean) from public, anon, authenticated;

alter table answer_ratings enable row level security;
grant select, delete on answer_ratings to authenticated;
create policy "owners, admins and content editors see which answers help" on answer_ratings for select to authenticated
  using ((select edits_site()));
create policy "owners, admins and content editors count an answer anew" on answer_ratings for delete to authenticated
  using ((select edits_site()));
