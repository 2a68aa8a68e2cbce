-- Who hosts and moderates a webinar. Without rows its rooms are led by role; owners and admins lead every one.
create table webinar_team (
  webinar_id uuid not null references webinars (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- host: also opens, starts and ends, and opens polls and offers. moderator: chat, questions and registrants.
  role text not null constraint unknown_webinar_role check (role in ('host', 'moderator')),
  created_at timestamptz not null default now(),
  constraint webinar_member_taken primary key (webinar_id, user_id)
);
create index webinar_team_of_user on webinar_team (user_id);
