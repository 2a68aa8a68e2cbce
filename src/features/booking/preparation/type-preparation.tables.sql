-- Whether the list prepares for meetings of this type: a first call has one, the tenth meeting of a guidance does not.
alter table appointment_types add column uses_preparation boolean not null default true;
