-- Records the present answers of a sent form as former ones, before a change replaces them.
create function record_former_answers(submission uuid) returns void
language sql volatile set search_path = '' as $$
  insert into public.form_former_answers (submission_id, number, answers, given_at, sealed)
  select s.id, s.change_count + 1, s.answers, coalesce(s.changed_at, s.completed_at), a.sealed
  from public.form_submissions s left join public.form_sealed_answers a on a.submission_id = s.id
  where s.id = submission and s.status = 'complete'
$$;
grant execute on function record_former_answers(uuid) to service_role;

-- The same callers as those of sensitive answers.
create function sealed_former_answers(submission uuid) returns table (number integer, sealed bytea)
language sql stable security definer set search_path = '' as $$
  select f.number, f.sealed
  from public.form_former_answers f join public.form_submissions s on s.id = f.submission_id
  where f.submission_id = submission and f.sealed is not null and s.status = 'complete'
    and ((select public.has_role('owner', 'admin')) or s.contact_id in (select public.my_contact_ids()))
$$;
comment on function sealed_former_answers is 'never null: number, sealed';
grant execute on function sealed_former_answers(uuid) to authenticated;
