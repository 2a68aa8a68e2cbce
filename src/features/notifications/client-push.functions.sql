-- Queues a browser push to the client for each sent message of the plan. The sender has already checked preferences,
-- quiet hours and the reason of the message. The job decides which kinds are pushed.
create function push_sent_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.contacts c join public.push_subscriptions s on s.user_id = c.client_user_id and s.surface = 'portal'
    where c.id = new.contact_id
  ) then
    perform jobs.enqueue('push_to_client', json_build_object('message', new.id), 'push_to_client:' || new.id);
  end if;
  return null;
end
$$;
create trigger push_sent after update of sent_at on messages
  for each row when (
    old.sent_at is null and new.sent_at is not null and new.contact_id is not null and new.purpose <> 'marketing' and not new.is_demo)
  execute function push_sent_message();
