// Incompatible changes from an earlier release to the present one, as complete lists. A change missing here fails the test, and so does an
// obsolete entry.

/** Objects that the present release removed although the earlier one uses them. Empty between two releases that run side by side. */
export const incompatible: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': [
    'authenticated public.form_answer_counts(form uuid, from_day date, to_day date, counted text[])',
    'authenticated public.form_link_state(is_single_use boolean, used_at timestamp with time zone, revoked_at timestamp with time zone, expires_at timestamp with time zone)',
    'authenticated public.threads.settled_until',
    'service_role public.add_linked_partner(appointment uuid, partner_name text, partner_email text)',
    'service_role public.form_link_state(is_single_use boolean, used_at timestamp with time zone, revoked_at timestamp with time zone, expires_at timestamp with time zone)',
    'service_role public.frequency_cap(contact uuid, address text)',
    'service_role public.frequency_cap(contact uuid, address text, exception integer)',
    'service_role public.record_mail_outcome(mail uuid)',
    'service_role public.record_mail_outcome(mail uuid, refused text)',
    'service_role public.record_mail_outcome(mail uuid, refused text, nobody_there boolean)',
    'service_role public.record_mail_outcome(mail uuid, refused text, nobody_there boolean, provider text)',
    'service_role public.record_mail_outcome(mail uuid, refused text, nobody_there boolean, provider text, opted_out boolean)',
  ],
}

/** The number of rows that later tables files rewrite, by release and table. All other rows are unchanged. */
export const rewritten: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // The message three days before an instalment is sent again when its due date changes.
  '0.1.0': { 'public.message_rules': 1 },
}
