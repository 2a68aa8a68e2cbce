-- How a registrant found the webinar, asked once it is over.
alter table webinar_registrations add column exit_answer text
  constraint unknown_exit_answer check (exit_answer in ('useful', 'partly', 'unsuited'));
