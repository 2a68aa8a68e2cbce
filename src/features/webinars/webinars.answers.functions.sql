-- Questions outside of live broadcasts: automated, replay or on demand. The team answers them later, in the CRM and by mail.

-- Whether a question was asked during a recording: its answer is mailed to the author.
create function private.is_recorded_question(question webinar_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select question.kind = 'question' and (question.session_id is null or exists (
    select from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id
    where s.id = question.session_id and (w.kind = 'automated' or s.ended_at <= question.created_at)))
$$;

grant execute on function private.is_recorded_question(webinar_messages) to service_role;

-- The video position at which a registrant writes: by the server's clock during a broadcast, otherwise as reported by the player.
create function webinar_position(session uuid, played integer) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.webinar_second(s, now()) from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id
    where s.id = session and private.webinar_status_at(s, w, now()) = 'live'), played)
$$;
comment on function webinar_position is 'never null';
grant execute on function webinar_position(uuid, integer) to service_role;

-- Answers a question of a recording privately. Refusals: not_allowed, webinar_question_not_found.
create function answer_webinar_question(question uuid, body text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  line uuid;
begin
  perform private.require_webinar_team((select q.webinar_id from public.webinar_messages q where q.id = question));
  insert into public.webinar_messages (webinar_id, session_id, user_id, author, kind, visibility, body, reply_to, position_s)
  select q.webinar_id, q.session_id, auth.uid(), coalesce(nullif(private.host_name(auth.uid()), ''), 'הצוות'), 'answer', 'private',
    btrim(answer_webinar_question.body), q.id, q.position_s
  from public.webinar_messages q where q.id = question and private.is_recorded_question(q)
  returning id into line;
  if line is null then raise sqlstate 'PT404' using message = 'webinar_question_not_found'; end if;
  update public.webinar_messages q set answered_at = clock_timestamp() where q.id = question;
  return line;
end
$$;
comment on function answer_webinar_question is 'never null';

-- Unanswered questions of recordings, oldest first.
create function waiting_webinar_questions(webinar uuid) returns table (
  id uuid, author text, body text, position_s integer, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select q.id, q.author, q.body, q.position_s, q.created_at from public.webinar_messages q
  where q.webinar_id = webinar and q.kind = 'question' and q.status = 'visible' and q.answered_at is null
    and private.is_recorded_question(q) and private.is_in_webinar_team(waiting_webinar_questions.webinar)
  order by q.created_at, q.id limit 100
$$;
comment on function waiting_webinar_questions is 'never null: id, author, body, position_s, created_at';
grant execute on function answer_webinar_question(uuid, text), waiting_webinar_questions(uuid) to authenticated;

-- Unanswered questions of all webinars whose team the caller belongs to, for the inbox.
create function inbox_webinar_questions() returns table (
  id uuid, webinar_id uuid, webinar_title text, author text, body text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select q.id, q.webinar_id, w.title, q.author, q.body, q.created_at
  from public.webinar_messages q join public.webinars w on w.id = q.webinar_id
  where q.kind = 'question' and q.status = 'visible' and q.answered_at is null
    and private.is_recorded_question(q) and private.is_in_webinar_team(q.webinar_id)
  order by q.created_at desc, q.id limit 100
$$;
comment on function inbox_webinar_questions is 'never null: id, webinar_id, webinar_title, author, body, created_at';
revoke execute on function inbox_webinar_questions() from public;
grant execute on function inbox_webinar_questions() to authenticated;

create function derive_answer_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('webinar_registration', new.registration_id);
  return null;
end
$$;
create trigger derive_messages after update on webinar_messages
  for each row when (new.kind = 'question' and new.registration_id is not null and old.answered_at is distinct from new.answered_at)
  execute function derive_answer_messages();

-- The latest answer to a registrant's question about a recording.
create function webinar_answer_facts(registration uuid) returns table (question text, answer text)
language sql stable security definer set search_path = '' as $$
  select q.body, a.body from public.webinar_messages q join public.webinar_messages a on a.reply_to = q.id and a.status = 'visible'
  where q.registration_id = registration and q.answered_at is not null and private.is_recorded_question(q)
  order by q.answered_at desc, a.created_at desc limit 1
$$;
comment on function webinar_answer_facts is 'never null: question, answer';
grant execute on function webinar_answer_facts(uuid) to service_role;
