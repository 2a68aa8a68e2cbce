-- Events of forms, and their activities on the contact's timeline.
create function emit_form_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := jsonb_build_object('form_id', new.form_id, 'version', new.form_version, 'ending', new.ending_key);
begin
  if tg_op = 'INSERT' and new.status <> 'spam' then
    perform private.emit_event('form.started', new.contact_id, 'form_submission', new.id, facts, new.is_demo);
  end if;
  if new.status = 'complete' and (tg_op = 'INSERT' or old.status <> 'complete') then
    perform private.emit_event('form.submitted', new.contact_id, 'form_submission', new.id, facts, new.is_demo);
  elsif tg_op = 'UPDATE' and new.abandoned_at is not null and old.abandoned_at is null then
    perform private.emit_event('form.abandoned', new.contact_id, 'form_submission', new.id, facts, new.is_demo);
  end if;
  return null;
end
$$;
create trigger emit_started after insert on form_submissions for each row execute function emit_form_event();
create trigger emit_changed after update on form_submissions for each row execute function emit_form_event();
