-- A random unused six-digit ticket number. Sequential numbers would reveal the number of requests.
create function draw_ticket_number() returns trigger language plpgsql security definer set search_path = '' as $$
declare is_taken boolean;
begin
  while new.ticket_number is null or is_taken loop
    new.ticket_number := 100000 + floor(random() * 900000);
    execute format('select exists (select from %s where ticket_number = $1)', tg_relid::regclass) into is_taken using new.ticket_number;
  end loop;
  return new;
end $$;
create trigger draw_ticket_number before insert on contact_requests for each row execute function draw_ticket_number();
create trigger draw_ticket_number before insert on cancellation_requests for each row execute function draw_ticket_number();
