-- Events and activities of attempts. Only for known contacts, because subscribers act on contacts.
create function emit_quiz_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  facts constant jsonb := jsonb_build_object('quiz_id', new.quiz_id, 'stage', new.stage);
begin
  if new.contact_id is not null and (tg_op = 'INSERT' or old.contact_id is null) then
    perform private.emit_event('quiz.completed', new.contact_id, 'quiz_attempt', new.id, facts, new.is_demo);
    if not new.is_demo then
      insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, payload)
      values ('quiz.completed', clock_timestamp(), 'contact', new.contact_id, new.contact_id, new.opportunity_id, 'quiz_attempt', new.id,
        coalesce(new.result -> 'stage' ->> 'name', ''), jsonb_strip_nulls(jsonb_build_object('name', new.name, 'email', new.email)));
    end if;
  end if;
  -- An event of the inviting partner.
  if new.partner_id is not null and new.result is not null and (tg_op = 'INSERT' or old.result is null) then
    perform private.emit_event('quiz.partner_completed', a.contact_id, 'quiz_attempt', a.id,
      jsonb_build_object('quiz_id', a.quiz_id, 'stage', a.stage), a.is_demo)
    from public.quiz_attempts a where a.id = new.partner_id;
  end if;
  return null;
end
$$;
create trigger emit_inserted after insert on quiz_attempts for each row execute function emit_quiz_event();
create trigger emit_changed after update on quiz_attempts
  for each row when ((old.contact_id is null) <> (new.contact_id is null) or (old.result is null) <> (new.result is null))
  execute function emit_quiz_event();
