-- Until when the rules allowed a booking at the last look: an hour beyond it was closed by the booking window, not taken.
alter table earlier_waits add column seen_until timestamptz;
