-- Pages of blocks in webinar templates: a copy in the template, and a separate page for each webinar created from it.

-- The newest blocks of a webinar's page; null without one. Links to this webinar become /webinar/_, so that a copy links to its own
-- webinar.
create function private.webinar_page_blocks(webinar uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select replace(regexp_replace(v.blocks::text, '/webinar/' || w.slug || '(?![-/a-z0-9א-ת])', '/webinar/_', 'g'),
    '"webinar": "' || w.slug || '"', '"webinar": "_"')::jsonb
  from public.webinars w join public.pages p on p.path = w.page_path join public.page_versions v on v.path = p.path and v.number = p.version
  where w.id = webinar
$$;

-- Writes blocks of a template to the page of a webinar: its next version, published if the previous one was; without a page a new
-- one, as a draft. JSON null detaches the page from the webinar without deleting it.
create function private.apply_webinar_page(webinar uuid, given jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  target public.webinars;
  blocks jsonb;
  page public.pages;
  newest public.page_versions;
  made uuid;
  address text;
  attempt integer := 1;
begin
  select w.* into target from public.webinars w where w.id = webinar;
  if jsonb_typeof(given) = 'null' then
    update public.webinars w set page_path = null where w.id = webinar;
    return;
  end if;
  blocks := replace(regexp_replace(given::text, '/webinar/_(?![-/a-z0-9א-ת])', '/webinar/' || target.slug, 'g'),
    '"webinar": "_"', '"webinar": "' || target.slug || '"');
  select p.* into page from public.pages p where p.path = target.page_path and p.is_own for update;
  if found then
    select v.* into newest from public.page_versions v where v.path = page.path and v.number = page.version;
    if newest.blocks = blocks then return; end if;
    update public.pages p set version = p.version + 1, updated_at = now() where p.path = page.path;
    insert into public.page_versions (path, number, blocks, created_by) values (page.path, page.version + 1, blocks, auth.uid())
    returning id into made;
    update public.pages p set published_version_id = made, published_at = now(), published_by = auth.uid()
    where p.path = page.path and p.published_version_id = newest.id;
    return;
  end if;
  loop
    address := rtrim(left('webinar-' || target.slug, 56), '-') || case when attempt > 1 then '-' || attempt else '' end;
    exit when not exists (select from public.site_addresses a where a.slug = address)
      and not exists (select from public.pages p where p.path = '/' || address);
    attempt := attempt + 1;
  end loop;
  insert into public.pages (path, label, position, is_own, layout, version)
  select '/' || address, btrim(left(target.title, 80)), coalesce(max(p.position), 0) + 1, true, 'landing', 1 from public.pages p;
  insert into public.page_versions (path, number, blocks, created_by) values ('/' || address, 1, blocks, auth.uid());
  update public.webinars w set page_path = '/' || address where w.id = webinar;
end
$$;

create function private.picture_uses_of_webinar_templates(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'תבנית של הדרכה', t.name, '/admin/webinar-templates/' || t.id from public.webinar_templates t
  where private.names_picture(t.definition, ids)
$$;

create function private.page_videos_of_webinar_templates() returns setof text
language sql stable security definer set search_path = '' as $$
  select k from public.webinar_templates t, private.page_videos_in(t.definition) k
  union all
  select k from public.webinar_template_versions v, private.page_videos_in(v.definition) k
$$;
