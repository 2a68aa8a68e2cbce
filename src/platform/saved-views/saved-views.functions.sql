create trigger next_version before update on saved_views for each row execute function next_version();

create function limit_saved_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved_views.' || new.user_id, 0));
  if (select count(*) from public.saved_views v where v.user_id = new.user_id and v.entity = new.entity) >= 30 then
    raise sqlstate 'PT422' using message = 'too_many_views';
  end if;
  return new;
end
$$;

create trigger limit_views before insert on saved_views for each row execute function limit_saved_views();
