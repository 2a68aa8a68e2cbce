-- What a virus scanner said of an attached file. `unscanned`: there was no scanner when it came.
alter table form_files
  add scan_state text not null default 'unscanned' constraint unknown_scan_state check (scan_state in ('unscanned', 'waiting', 'clean', 'infected')),
  add scanned_at timestamptz,
  add threat text constraint threat_length check (char_length(threat) between 1 and 200),
  add constraint threat_of_infected check ((threat is not null) = (scan_state = 'infected')),
  add constraint scanned_at_of_scanned check ((scanned_at is not null) = (scan_state in ('clean', 'infected')));
create index form_files_to_scan on form_files (created_at) where scan_state in ('unscanned', 'waiting');
