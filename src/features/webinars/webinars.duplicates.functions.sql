-- Copies a webinar as a draft: content, offer and team; of a recorded one also the external video, chapters and hours. Dates,
-- registrations, the broadcast URL and uploaded files are not copied. Refusals: not_allowed, webinar_not_found.
create function duplicate_webinar(webinar uuid, title text, slug text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_role('owner', 'admin', 'content');
  insert into public.webinars (slug, title, template_id, template_number, offer_product_id, thank_you_video, recording, chapters,
    just_in_time_from, just_in_time_until, just_in_time_seats)
  select duplicate_webinar.slug, duplicate_webinar.title, w.template_id, w.template_number, w.offer_product_id, w.thank_you_video,
    -- Not an uploaded recording, which is deleted with its own webinar.
    case when w.kind <> 'live' and w.recording ->> 'ref' not like '/webinar/watch/%' then w.recording end,
    case when w.kind <> 'live' then w.chapters else '[]' end, w.just_in_time_from, w.just_in_time_until, w.just_in_time_seats
  from public.webinars w where w.id = webinar returning id into made;
  if made is null then raise sqlstate 'PT404' using message = 'webinar_not_found'; end if;
  perform private.apply_webinar_definition(made, private.webinar_definition(webinar) - 'title');
  insert into public.webinar_team (webinar_id, user_id, role)
  select made, t.user_id, t.role from public.webinar_team t where t.webinar_id = webinar;
  return made;
end
$$;
comment on function duplicate_webinar is 'never null';

-- The revenue of each webinar, for the list. Refusal: not_allowed.
create function webinar_revenues() returns table (webinar_id uuid, revenue_agorot bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  return query
  select w.id, coalesce((select sum(o.agorot) from private.webinar_orders(w.id, null) o), 0)::bigint
  from public.webinars w where w.offer_product_id is not null;
end
$$;
comment on function webinar_revenues is 'never null: webinar_id, revenue_agorot';
grant execute on function duplicate_webinar(uuid, text, text), webinar_revenues() to authenticated;
