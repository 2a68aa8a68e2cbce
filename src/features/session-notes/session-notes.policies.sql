alter table session_notes enable row level security;
alter table session_summaries enable row level security;
alter table session_agenda enable row level security;

grant select, delete on session_notes to authenticated;
-- Notes are created only by open_session_note.
grant update (held_on, title, private_md, shared_md, steps, shared_with) on session_notes to authenticated;
grant select on session_summaries, session_agenda to authenticated;
grant update (private_md, shared_md) on session_agenda to authenticated;

create policy "owners, admins and the coach of a contact read the notes of its meetings" on session_notes for select to authenticated
  using ((select has_role('owner', 'admin')) or session_notes.contact_id in (select my_contact_ids()));
create policy "owners, admins and the coach of a contact write the notes of its meetings" on session_notes for update to authenticated
  using ((select has_role('owner', 'admin')) or session_notes.contact_id in (select my_contact_ids()));
create policy "owners, admins and the coach of a contact delete the notes of its meetings" on session_notes for delete to authenticated
  using ((select has_role('owner', 'admin')) or session_notes.contact_id in (select my_contact_ids()));

create policy "owners, admins and the coach of a contact see what was shared of a note" on session_summaries for select to authenticated
  using ((select has_role('owner', 'admin')) or session_summaries.contact_id in (select my_contact_ids()));
create policy "a client sees the summaries of their meetings, and those that both partners see" on session_summaries for select to authenticated
  using (session_summaries.contact_id = (select my_client_contact_id())
    or (session_summaries.shared_with = 'household' and session_summaries.contact_id in (select my_household_contact_ids())));

create policy "owners, admins and coaches see what a note begins with" on session_agenda for select to authenticated
  using ((select has_role('owner', 'admin', 'coach')));
create policy "owners and admins set what a note begins with" on session_agenda for update to authenticated
  using ((select has_role('owner', 'admin')));
