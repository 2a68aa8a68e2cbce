-- Merge fields of submitted forms for message templates.
create function private.merge_fields_of_form_submission() returns text[]
language sql immutable set search_path = '' as $$ select array['שם_טופס'] $$;

-- Returns merge values of a submission only for its contact. Uses the title of the submitted version.
create function private.merge_values_of_form_submission(submission uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', v.definition ->> 'title')
  from public.form_submissions s join public.form_versions v on v.form_id = s.form_id and v.number = s.form_version
  where s.id = submission and s.contact_id = contact
$$;

-- The contact's newest submission, for a preview.
create function private.newest_form_submission_of(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.form_submissions s where s.contact_id = contact order by s.started_at desc, s.id limit 1
$$;

-- Whether a started form has been completed.
create function private.has_ended_form_submission(submission uuid, trigger text) returns boolean
language sql stable security definer set search_path = '' as $$
  select trigger in ('form.started', 'form.abandoned') and exists (
    select from public.form_submissions s where s.id = submission and s.status = 'complete')
$$;
