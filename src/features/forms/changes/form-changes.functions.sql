-- Records the current answers of a submission as previous answers, before a change replaces them.
create function record_former_answers(submission uuid) returns void
language sql volatile set search_path = '' as $$
  insert into public.form_former_answers (submission_id, number, answers, given_at, sealed)
  select s.id, s.change_count + 1, s.answers, coalesce(s.changed_at, s.completed_at), a.sealed
  from public.form_submissions s left join public.form_sealed_answers a on a.submission_id = s.id
  where s.id = submission and s.status = 'complete'
$$;
grant execute on function record_former_answers(uuid) to service_role;

