-- Events of lead magnets, and their activities on the contact's timeline.
create function emit_lead_magnet_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  magnet public.lead_magnets;
  happened constant text := case tg_op when 'INSERT' then 'requested' else 'downloaded' end;
begin
  select m.* into magnet from public.lead_magnets m where m.id = new.magnet_id;
  perform private.emit_event('lead.' || happened, new.contact_id, 'lead_magnet', magnet.id,
    jsonb_build_object('lead_magnet_id', magnet.id, 'slug', magnet.slug), new.is_demo);
  if not new.is_demo then
    insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
    values ('lead_magnet.' || happened, clock_timestamp(), 'contact', new.contact_id, new.contact_id, 'lead_magnet', magnet.id, magnet.title,
      case when tg_op = 'INSERT' then jsonb_strip_nulls(jsonb_build_object('name', new.name, 'email', new.email, 'phone', new.phone))
        else '{}' end);
  end if;
  return null;
end
$$;
create trigger emit_requested after insert on lead_magnet_requests for each row execute function emit_lead_magnet_event();
create trigger emit_downloaded after update of opened_at on lead_magnet_requests
  for each row when (old.opened_at is null and new.opened_at is not null) execute function emit_lead_magnet_event();
