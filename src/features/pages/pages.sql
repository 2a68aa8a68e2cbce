-- A page of the site is kept finished in memory. What it is made of announces its change here, in the change's own transaction,
-- so that the next visitor sees it, whichever node answers and whoever made the change.
create function announce_page_change() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('page_changed', tg_table_name);
  return null;
end
$$;

create trigger announce_page_change after insert or update or delete on business_profiles
  for each statement execute function announce_page_change();
-- Whose profile is the business's follows from who is an owner.
create trigger announce_page_change after insert or update or delete on user_roles
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on consent_texts
  for each statement execute function announce_page_change();
