create trigger next_version before update on forms for each row execute function next_version();

-- Published versions are immutable. They are deleted only with their form.
create function keep_form_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.forms f where f.id = old.form_id) then
    return old;
  end if;
  -- Deleting the account of the publisher clears the reference.
  if tg_op = 'UPDATE' and new.published_by is null and to_jsonb(new) - 'published_by' = to_jsonb(old) - 'published_by' then
    return new;
  end if;
  raise sqlstate 'PT403' using message = 'form_version_is_final';
end
$$;
create trigger keep_version before update or delete on form_versions for each row execute function keep_form_version();

-- Complete submissions are immutable, except for a change whose previous answers were recorded. Merges and deletions
-- update contact and opportunity.
create function keep_submission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  follows constant text[] := array['contact_id', 'opportunity_id', 'status', 'revision', 'link_id', 'is_demo'];
  answered constant text[] := array['answers', 'computed', 'score', 'dimensions', 'ending_key', 'change_count', 'changed_at', 'last_at'];
begin
  if old.status <> 'complete' then return new; end if;
  if new.status = 'partial' or to_jsonb(new) - follows - answered <> to_jsonb(old) - follows - answered then
    raise sqlstate 'PT403' using message = 'submission_is_final';
  end if;
  if to_jsonb(new) - follows <> to_jsonb(old) - follows and (new.change_count <> old.change_count + 1 or not exists (
    select from public.form_former_answers f
    where f.submission_id = old.id and f.number = new.change_count and f.answers = old.answers)) then
    raise sqlstate 'PT403' using message = 'submission_is_final';
  end if;
  return new;
end
$$;
create trigger keep_complete before update on form_submissions for each row execute function keep_submission();

-- Deletes the stored bytes with their row.
create function drop_form_file_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where bucket_id = 'form-files' and name = old.id::text;
  return null;
end
$$;
create trigger drop_bytes after delete on form_files for each row execute function drop_form_file_bytes();

-- Publishes a validated definition as the next version. `expected` is the row version from which the definition was read.
create function publish_form(form uuid, definition jsonb, expected integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  seen public.forms;
  number integer;
begin
  select f.* into seen from public.forms f where f.id = form and f.deleted_at is null for update;
  if seen.id is null then raise sqlstate 'PT404' using message = 'form_not_found'; end if;
  if seen.version <> expected then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  number := coalesce(seen.current_version, 0) + 1;
  insert into public.form_versions (form_id, number, definition, published_by) values (form, number, definition, auth.uid());
  update public.forms f set current_version = number, status = 'published' where f.id = form;
  return number;
end
$$;
grant execute on function publish_form(uuid, jsonb, integer) to service_role;

-- Deletes abandoned partial submissions, unsubmitted changes, and unused known networks.
create function prune_form_drafts() returns void
language sql volatile set search_path = '' as $$
  delete from public.form_submissions s where s.status = 'partial' and s.last_at < now() - interval '90 days';
  delete from public.form_change_drafts d where d.saved_at < now() - interval '90 days';
  delete from public.form_password_networks n where n.last_used_at < now() - interval '90 days'
$$;
grant execute on function prune_form_drafts() to service_role;
