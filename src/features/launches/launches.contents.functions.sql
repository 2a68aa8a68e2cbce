-- Staff functions for the contents of a launch: their order and worksheets.

-- Sets all positions in one statement, because the unique constraint is checked at its end. Ids of other launches are
-- ignored.
create function order_launch_contents(launch uuid, ids uuid[]) returns void
language sql volatile security invoker set search_path = '' as $$
  update public.launch_contents c set position = o.n
  from unnest(ids) with ordinality o (id, n) where o.id = c.id and c.launch_id = launch and c.position <> o.n
$$;
comment on function order_launch_contents is 'never null';

-- Refusals: not_allowed, content_not_found.
create function remove_launch_worksheet(content uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  update public.launch_contents c set worksheet_key = null, worksheet_name = null where c.id = content;
  if not found then raise sqlstate 'PT404' using message = 'content_not_found'; end if;
end
$$;
comment on function remove_launch_worksheet is 'never null';

grant execute on function order_launch_contents(uuid, uuid[]), remove_launch_worksheet(uuid) to authenticated;

-- Clones share files: bytes are deleted with the last content that references them.
create function forget_launch_files() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former constant text[] := array_remove(array[old.worksheet_key::text, case when old.video ->> 'source' = 'file' then old.video ->> 'ref' end], null);
begin
  delete from storage.objects o where o.bucket_id = 'launches' and o.name = any (former)
    and not exists (select from public.launch_contents c where o.name in (c.worksheet_key::text, c.video ->> 'ref'));
  return null;
end
$$;
create trigger forget_files after delete on launch_contents for each row execute function forget_launch_files();
create trigger forget_replaced_files after update of worksheet_key, video on launch_contents
  for each row when ((old.worksheet_key, old.video) is distinct from (new.worksheet_key, new.video)) execute function forget_launch_files();

create function private.picture_uses_of_launches(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'השקה', l.title || ': ' || c.title, '/crm/launches/' || l.id
  from public.launch_contents c join public.launches l on l.id = c.launch_id where c.poster_id = any (ids)
$$;

-- The image data that a page needs; null without a poster.
create function private.launch_poster(content launch_contents) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', s.file_id, 'format', s.format, 'width', s.width, 'height', s.height)
  from public.shown_pictures s where s.id = content.poster_id
$$;
grant execute on function private.launch_poster(launch_contents) to service_role;
