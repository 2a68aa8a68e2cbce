-- What staff want to change in the next launch. Shown with the report, and while a clone is prepared.
alter table launches add column next_time text not null default '' constraint next_time_length check (char_length(next_time) <= 4000);
