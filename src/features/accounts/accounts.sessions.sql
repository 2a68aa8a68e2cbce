-- Where a person is signed in: only they see it, and only what tells one place from another.
create function my_sessions() returns table (
  id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at, s.created_at), coalesce(s.user_agent, ''),
    s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc
  limit 50
$$;
revoke execute on function my_sessions() from public;
grant execute on function my_sessions() to authenticated;
