create trigger next_version before update on trust_figures for each row execute function next_version();
create trigger announce_page_change after insert or update or delete on trust_figures
  for each statement execute function announce_page_change();
