-- Statistics of all attempts for staff, and the encrypted answers that a caller may read. Statistics include all
-- attempts even for a coach, whose rows are limited to their contacts, because they identify no contact.

-- Views are requests of the first page.
create function quiz_figures()
returns table (quiz_id uuid, views bigint, starts bigint, results bigint, with_details bigint, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with viewed as (
    select v.path, count(*) as many from public.page_views v group by v.path),
  counted as (
    select a.quiz_id, count(*) as starts, count(a.completed_at) as results, count(a.contact_id) as with_details,
      max(a.completed_at) as last_at
    from public.quiz_attempts a group by a.quiz_id)
  select q.id, coalesce(v.many, 0), coalesce(c.starts, 0), coalesce(c.results, 0), coalesce(c.with_details, 0), c.last_at
  from public.quizzes q left join viewed v on v.path = '/' || q.slug left join counted c on c.quiz_id = q.id
  where (select public.has_role('owner', 'admin', 'coach', 'sales'))
$$;
comment on function quiz_figures is 'never null: quiz_id, views, starts, results, with_details';

-- Results of the period grouped by score, stage and rules, for the distribution and the cutoff preview.
create function quiz_scores(quiz uuid, from_day date, to_day date)
returns table (score integer, stage integer, answered integer, rules text[], many bigint)
language sql stable security definer set search_path = '' as $$
  select a.score, a.stage, a.answered, a.rules, count(*)
  from public.quiz_attempts a
  where a.quiz_id = quiz and (select public.has_role('owner', 'admin', 'coach', 'sales'))
    and a.completed_at >= from_day::timestamp at time zone 'Asia/Jerusalem'
    and a.completed_at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'
  group by a.score, a.stage, a.answered, a.rules
$$;
comment on function quiz_scores is 'never null: answered, rules, many';

-- Attempts started in the period: how many have a result, the median duration, and the question at which the others
-- stopped. Questions are identified by keys that are stable across versions. `details` is the page after the last
-- question.
create function quiz_progress(quiz uuid, from_day date, to_day date)
returns table (starts bigint, results bigint, with_details bigint, median_seconds double precision, stopped jsonb)
language sql stable security definer set search_path = '' as $$
  with begun as (
    select a.completed_at, a.contact_id, a.completed_at - a.started_at as took,
      coalesce(v.definition -> 'questions' -> a.reached ->> 'key', 'details') as question
    from public.quiz_attempts a
    join public.quiz_versions v on v.quiz_id = a.quiz_id and v.number = a.quiz_version
    where a.quiz_id = quiz and (select public.has_role('owner', 'admin', 'coach', 'sales'))
      and a.started_at >= from_day::timestamp at time zone 'Asia/Jerusalem'
      and a.started_at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'),
  stops as (
    select b.question, count(*) as many from begun b where b.completed_at is null group by b.question)
  select count(*), count(b.completed_at), count(b.contact_id),
    percentile_cont(0.5) within group (order by extract(epoch from b.took)) filter (where b.took > interval '0'),
    coalesce((select jsonb_object_agg(s.question, s.many) from stops s), '{}')
  from begun b
$$;
comment on function quiz_progress is 'never null: starts, results, with_details, stopped';

-- The encrypted answers of one attempt. Readable by owners, admins and the coach of the contact. Each read is logged in
-- the audit log. Only the server has the decryption key.
create function open_quiz_answers(attempt uuid) returns table (sealed bytea)
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.quiz_attempts;
begin
  select a.* into own from public.quiz_attempts a
  where a.id = attempt and a.result is not null
    and (public.has_role('owner', 'admin') or a.contact_id in (select public.my_contact_ids()));
  return query select s.sealed from public.quiz_sealed_answers s where s.attempt_id = own.id;
  if found then
    perform private.audit_read('quiz_attempts', own.id, own.contact_id, own.result #>> '{stage,name}');
  end if;
end
$$;
comment on function open_quiz_answers is 'never null: sealed';

-- Encrypted answers for an export, which is logged separately.
create function sealed_quiz_answers(attempt uuid) returns table (sealed bytea)
language sql stable security definer set search_path = '' as $$
  select s.sealed
  from public.quiz_sealed_answers s join public.quiz_attempts a on a.id = s.attempt_id
  where a.id = attempt and a.result is not null and (select public.has_role('owner', 'admin'))
$$;
comment on function sealed_quiz_answers is 'never null: sealed';

-- Revokes or restores all links to a result, including mailed and shared ones. The browser that answered can still open
-- its result.
create function set_quiz_links_revoked(attempt uuid, is_revoked boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select from public.quiz_attempts a where a.id = attempt and a.result is not null
      and (public.has_role('owner', 'admin') or a.contact_id in (select public.my_contact_ids()))) then
    raise sqlstate 'PT404' using message = 'result_not_found';
  end if;
  update public.quiz_result_links l set revoked_at = case when is_revoked then coalesce(l.revoked_at, now()) end
  where l.attempt_id = attempt;
end
$$;
grant execute on function set_quiz_links_revoked(uuid, boolean) to authenticated;
grant execute on function quiz_figures(), quiz_scores(uuid, date, date), quiz_progress(uuid, date, date), open_quiz_answers(uuid),
  sealed_quiz_answers(uuid) to authenticated;
