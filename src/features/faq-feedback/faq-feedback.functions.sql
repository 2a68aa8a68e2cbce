-- Counts a rating of a published answer. `asked` is the question as shown; a placeholder for a business detail matches
-- any text. Returns false if no such question is published.
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
