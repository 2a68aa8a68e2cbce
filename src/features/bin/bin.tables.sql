create index contacts_in_bin on contacts (deleted_at desc, id) where deleted_at is not null and merged_into_id is null and anonymised_at is null;
create index households_in_bin on households (deleted_at desc, id) where deleted_at is not null;
create index opportunities_in_bin on opportunities (deleted_at desc, id) where deleted_at is not null;
create index tasks_in_bin on tasks (deleted_at desc, id) where deleted_at is not null;
create index activities_in_bin on activities (deleted_at desc, id) where deleted_at is not null;
create index files_in_bin on files (deleted_at desc, id) where deleted_at is not null;
