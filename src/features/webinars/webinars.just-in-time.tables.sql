-- Dates of an automated webinar that are made at registration: the next quarter of an hour, within these hours of Israel. Null: none.
alter table webinars
  add column just_in_time_from time,
  add column just_in_time_until time,
  -- Seats of each of these dates; null: no limit.
  add column just_in_time_seats integer constraint just_in_time_seats_range check (just_in_time_seats between 1 and 100000),
  add constraint just_in_time_hours check (
    (just_in_time_from is null) = (just_in_time_until is null) and just_in_time_from < just_in_time_until);
