create trigger next_version before update on saved_views for each row execute function next_version();

-- A list of tabs that nobody can read through helps nobody.
create function keep_views_few() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved_views.' || new.user_id, 0));
  if (select count(*) from public.saved_views v where v.user_id = new.user_id and v.entity = new.entity) >= 30 then
    raise sqlstate 'PT422' using message = 'too_many_views';
  end if;
  return new;
end
$$;

create trigger keep_few before insert on saved_views for each row execute function keep_views_few();
