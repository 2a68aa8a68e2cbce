-- A form that is asked before meetings of a type, besides the short questions of the booking.
alter table appointment_types add column form_id uuid references forms (id) on delete set null;
create index appointment_types_form_id on appointment_types (form_id);

-- The personal link of an appointment's form: one for the whole chain of a moved appointment. Its key is that of the appointment.
alter table form_links add column appointment_id uuid references appointments (id) on delete cascade
  constraint appointment_has_a_form unique;
