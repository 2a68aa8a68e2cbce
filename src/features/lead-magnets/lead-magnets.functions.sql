-- Renaming a lead magnet redirects from its former path and moves its page with all versions.
create function lead_magnets_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant text := case when tg_op = 'UPDATE' then '/lead/' || old.slug end;
  path constant text := '/lead/' || new.slug;
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    if new.slug <> old.slug then
      perform public.move_page(former, path);
      delete from public.redirects r where r.from_path = path;
      insert into public.redirects (from_path, to_address) values (former, path)
      on conflict on constraint redirect_from_taken do update set to_address = excluded.to_address, code = 301;
    end if;
    if new.title <> old.title then
      update public.pages p set label = new.title where p.path = '/lead/' || new.slug;
    end if;
  end if;
  return new;
end
$$;
create trigger set_derived before insert or update on lead_magnets for each row execute function lead_magnets_before_write();

create function forget_lead_magnet() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then delete from public.pages p where p.path = '/lead/' || old.slug; end if;
  delete from storage.objects o where o.bucket_id = 'lead-magnets' and o.name = old.asset_key::text;
  return null;
end
$$;
create trigger forget_page_and_asset after delete on lead_magnets for each row execute function forget_lead_magnet();
create trigger forget_asset after update of asset_key on lead_magnets
  for each row when (old.asset_key is not null and old.asset_key is distinct from new.asset_key) execute function forget_lead_magnet();

create trigger announce_page_change after insert or update or delete on lead_magnets
  for each statement execute function announce_page_change();

-- Lead magnets that visitors can request, in the owner's order. A lead magnet with a landing page is offered while that
-- page is published.
create function shown_lead_magnets() returns table (
  id uuid, slug text, title text, description text, asks_phone boolean, has_file boolean, landing_path text, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.id, m.slug, m.title, m.description, m.asks_phone,
    num_nonnulls(m.asset_key, m.guide) > 0, m.landing_path, m.updated_at
  from public.lead_magnets m
  where m.is_active and (not m.is_demo or public.is_demo_business())
    and (m.landing_path is null or exists (
      select from public.pages p where p.path = m.landing_path and p.published_version_id is not null))
  order by m.position, m.title, m.id
$$;
comment on function shown_lead_magnets is 'never null: id, slug, title, description, asks_phone, has_file, updated_at';
grant execute on function shown_lead_magnets() to anon, authenticated, service_role;

-- Data of the thank-you page. No row for an unknown key.
create function lead_magnet_visit(token text) returns table (
  slug text, title text, email text, may_correct boolean, is_opened boolean, asked_newsletter boolean)
language sql stable security definer set search_path = '' as $$
  select m.slug, m.title, public.masked_address(r.email),
    v.may_correct and r.opened_at is null and v.created_at > now() - interval '1 day', r.opened_at is not null,
    v.asked_newsletter
  from public.lead_magnet_visits v
  join public.lead_magnet_requests r on r.id = v.request_id join public.lead_magnets m on m.id = r.magnet_id
  where v.token_hash = public.link_hash(token)
$$;
comment on function lead_magnet_visit is 'never null: slug, title, email, may_correct, is_opened, asked_newsletter';

-- Data of a mailed link. `state`: open, stopped (the address was corrected), expired, used_up, gone (the file was removed).
create function lead_magnet_link(token text) returns table (
  state text, slug text, title text, email text, has_file boolean, asset_type text, asset_bytes integer, is_opened boolean, is_subscribed boolean)
language sql stable security definer set search_path = '' as $$
  select case
      when d.stopped_at is not null then 'stopped'
      when num_nonnulls(m.asset_key, m.guide, m.automation_id) = 0 then 'gone'
      when d.expires_at < now() then 'expired'
      when d.uses >= 10 then 'used_up'
      else 'open' end,
    m.slug, m.title, public.masked_address(r.email), num_nonnulls(m.asset_key, m.guide) > 0, m.asset_type, m.asset_bytes, r.opened_at is not null,
    coalesce((select k.action = 'grant' from public.consents k
      where k.value_norm = r.email and k.channel = 'email' and k.purpose = 'marketing' order by k.at desc, k.id limit 1), false)
  from public.lead_magnet_deliveries d
  join public.lead_magnet_requests r on r.id = d.request_id join public.lead_magnets m on m.id = r.magnet_id
  where public.link_hash(token) in (d.token_hash, d.reminder_hash)
$$;
comment on function lead_magnet_link is 'never null: state, slug, title, email, has_file, is_opened, is_subscribed';
grant execute on function lead_magnet_visit(text), lead_magnet_link(text) to anon, authenticated, service_role;
