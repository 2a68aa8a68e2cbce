-- Statistics of all forms for staff, and the encrypted answers that a caller may read.

-- Views are requests of the page; starts are saved submissions, including partial ones.
create function form_figures() returns table (form_id uuid, views bigint, starts bigint, submissions bigint, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with viewed as (
    select v.path, count(*) as many from public.page_views v where v.path like '/form/%' group by v.path),
  filled as (
    select s.form_id, count(*) as starts, count(s.completed_at) as submissions, max(s.completed_at) as last_at
    from public.form_submissions s where s.status <> 'spam' group by s.form_id)
  select f.id, coalesce(v.many, 0), coalesce(s.starts, 0), coalesce(s.submissions, 0), s.last_at
  from public.forms f left join viewed v on v.path = '/form/' || f.public_id left join filled s on s.form_id = f.id
  where f.deleted_at is null and (select public.has_role('owner', 'admin', 'coach', 'sales'))
$$;
comment on function form_figures is 'never null: form_id, views, starts, submissions';

-- The encrypted answers of a submission (number 0) and those replaced by its changes. Readable by owners, admins and
-- the coach of the contact. Each read is logged in the audit log. Only the server has the decryption key.
create function open_form_answers(submission uuid) returns table (number integer, sealed bytea)
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.form_submissions;
begin
  select s.* into own from public.form_submissions s
  where s.id = submission and s.status = 'complete'
    and (public.has_role('owner', 'admin') or s.contact_id in (select public.my_contact_ids()));
  return query
    select 0, a.sealed from public.form_sealed_answers a where a.submission_id = own.id
    union all
    select f.number, f.sealed from public.form_former_answers f where f.submission_id = own.id and f.sealed is not null;
  if found then
    perform private.audit_read('form_submissions', own.id, own.contact_id, (select f.title from public.forms f where f.id = own.form_id));
  end if;
end
$$;
comment on function open_form_answers is 'never null: number, sealed';

-- Encrypted answers for an export, which is logged separately.
create function sealed_form_answers(submissions uuid[]) returns table (submission_id uuid, sealed bytea)
language sql stable security definer set search_path = '' as $$
  select a.submission_id, a.sealed
  from public.form_sealed_answers a join public.form_submissions s on s.id = a.submission_id
  where a.submission_id = any (submissions) and s.status = 'complete' and (select public.has_role('owner', 'admin'))
$$;
comment on function sealed_form_answers is 'never null: submission_id, sealed';
grant execute on function form_figures(), open_form_answers(uuid), sealed_form_answers(uuid[]) to authenticated;
