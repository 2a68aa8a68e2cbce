-- A new file that needs a scan is scanned immediately instead of at the next minute.
create function scan_form_file_soon() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('scan_form_files', '{}', 'scan_form_files');
  return null;
end
$$;
create trigger scan_soon after insert on form_files for each row when (new.scan_state = 'waiting') execute function scan_form_file_soon();

-- The bytes of an infected file are deleted with the verdict, which is final.
create trigger drop_infected_bytes after update of scan_state on form_files
  for each row when (new.scan_state = 'infected') execute function drop_form_file_bytes();

create function keep_scan_verdict() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT403' using message = 'scan_is_final';
end
$$;
create trigger keep_verdict before update of scan_state on form_files
  for each row when (old.scan_state = 'infected') execute function keep_scan_verdict();
