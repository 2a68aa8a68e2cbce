-- Statistics of one form by days in Israel time, without sensitive answers. The caller's row-level security applies.

-- Submissions started on these days: completed ones, median duration, and the step at which partial ones stopped.
create function form_progress(form uuid, from_day date, to_day date)
returns table (starts bigint, submissions bigint, median_seconds double precision, stopped jsonb)
language sql stable set search_path = '' as $$
  with begun as (
    select s.status, s.page_key, (select sum(q.value::double precision) from jsonb_each(s.question_seconds) q) as took
    from public.form_submissions s
    where s.form_id = form and s.status <> 'spam'
      and s.started_at >= from_day::timestamp at time zone 'Asia/Jerusalem'
      and s.started_at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'),
  steps as (
    select b.page_key, count(*) as many from begun b where b.status = 'partial' and b.page_key is not null group by b.page_key)
  select count(*), count(*) filter (where b.status = 'complete'),
    percentile_cont(0.5) within group (order by b.took) filter (where b.status = 'complete' and b.took > 0),
    coalesce((select jsonb_object_agg(s.page_key, s.many) from steps s), '{}')
  from begun b
$$;
comment on function form_progress is 'never null: starts, submissions, stopped';

-- Number of answers per question on these days, and for `counted` questions the number per value. Matrix cells are
-- row:option. `ranked` questions are counted too, as option:rank.
create function form_answer_counts(form uuid, from_day date, to_day date, counted text[], ranked text[])
returns table (field_key text, answered bigint, amounts jsonb)
language sql stable set search_path = '' as $$
  with given as (
    select a.key, a.value
    from public.form_submissions s, jsonb_each(s.answers) a
    where s.form_id = form and s.status = 'complete'
      and s.started_at >= from_day::timestamp at time zone 'Asia/Jerusalem'
      and s.started_at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'),
  parts as (
    select g.key, case when jsonb_typeof(e.value) = 'object' then 'other' else e.value #>> '{}' end
      || case when g.key = any (ranked) then ':' || e.place else '' end as amount
    from given g, jsonb_array_elements(g.value) with ordinality e (value, place)
    where jsonb_typeof(g.value) = 'array' and g.key = any (counted)
    union all
    select g.key, case when r.key = 'other' then 'other' else r.key || ':' || (r.value #>> '{}') end
    from given g, jsonb_each(g.value) r
    where jsonb_typeof(g.value) = 'object' and g.key = any (counted)
    union all
    select g.key, g.value #>> '{}' from given g
    where jsonb_typeof(g.value) not in ('array', 'object') and g.key = any (counted)),
  counts as (
    select p.key, p.amount, count(*) as many from parts p group by p.key, p.amount)
  select g.key, count(*), coalesce((select jsonb_object_agg(c.amount, c.many) from counts c where c.key = g.key), '{}')
  from given g group by g.key
$$;
comment on function form_answer_counts is 'never null: field_key, answered, amounts';

-- Median time per question in submissions of these days, as measured by the browser. Sensitive questions have times, but no values.
create function form_question_times(form uuid, from_day date, to_day date)
returns table (field_key text, measured bigint, median_seconds double precision)
language sql stable set search_path = '' as $$
  select t.key, count(*), percentile_cont(0.5) within group (order by t.value::double precision)
  from public.form_submissions s, jsonb_each(s.question_seconds) t
  where s.form_id = form and s.status = 'complete'
    and s.started_at >= from_day::timestamp at time zone 'Asia/Jerusalem'
    and s.started_at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'
  group by t.key
$$;
comment on function form_question_times is 'never null: field_key, measured, median_seconds';
grant execute on function form_progress(uuid, date, date), form_question_times(uuid, date, date), form_answer_counts(uuid, date, date, text[], text[]) to authenticated;
