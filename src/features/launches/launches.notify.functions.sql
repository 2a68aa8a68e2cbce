-- Leaving a launch deletes its notification requests, and rejoining does not restore them: the participant may no
-- longer expect these mails.
create function withdraw_launch_asks() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.launch_progress g set notify_asked_at = null where g.participant_id = new.id and g.notify_asked_at is not null;
  return null;
end
$$;
create trigger withdraw_asks after update of status on launch_participants
  for each row when (old.status <> 'opted_out' and new.status = 'opted_out') execute function withdraw_launch_asks();

-- Requests a mail when a content opens. Returns false if the content is already open or expired, or is a sales page,
-- whose mail is an advertisement.
create function ask_for_launch_content(participant uuid, content uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.launch_progress g set notify_asked_at = coalesce(g.notify_asked_at, now())
  from public.launch_participants p, public.launches l, public.launch_contents n, private.launch_contents_at(participant) s
  where g.participant_id = participant and g.content_id = content and p.id = participant and p.status <> 'opted_out'
    and l.id = p.launch_id and n.id = content and s.content_id = content and s.state = 'locked' and g.first_open_at is null
    and (n.kind <> 'sales' or l.price_id is null);
  return found;
end
$$;
grant execute on function ask_for_launch_content(uuid, uuid) to service_role;
