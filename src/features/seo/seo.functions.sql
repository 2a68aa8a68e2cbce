create function stamp_seo() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_update before update on seo_overrides for each row execute function stamp_seo();
create trigger stamp_update before update on seo_settings for each row execute function stamp_seo();
create trigger announce_page_change after insert or update or delete on seo_overrides
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on seo_settings
  for each statement execute function announce_page_change();

create function private.picture_uses_of_seo(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'תמונה לשיתוף', o.path, '/crm/seo-manager/page?path=' || o.path from public.seo_overrides o where o.image_id = any (ids)
$$;

-- Claims a path for an owner; idempotent for its current owner.
create function private.claim_address(wanted text, wanted_kind text, wanted_owner text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  holder public.site_addresses;
begin
  -- A concurrent claim of the same address waits here for the other one's commit.
  insert into public.site_addresses (slug, kind, owner) values (wanted, wanted_kind, wanted_owner) on conflict (slug) do nothing;
  select * into holder from public.site_addresses a where a.slug = wanted;
  if holder.kind = 'reserved' then
    raise sqlstate 'PT409' using message = 'slug_reserved';
  elsif (holder.kind, holder.owner) is distinct from (wanted_kind, wanted_owner) then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end if;
end
$$;

create function claim_product_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.site_addresses a where a.kind = 'product' and a.owner = old.id::text;
  else
    perform private.claim_address(new.slug, 'product', new.id::text);
  end if;
  return null;
end
$$;
create trigger claim_address after insert or delete or update of slug on products for each row execute function claim_product_address();

create function claim_page_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.site_addresses a where a.kind = 'page' and a.owner = old.path;
  elsif new.is_own then
    perform private.claim_address(substr(new.path, 2), 'page', new.path);
  end if;
  return null;
end
$$;
create trigger claim_address after insert or delete on pages for each row execute function claim_page_address();
