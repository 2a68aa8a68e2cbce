// Rows of the message plan that no webinar switches off.

/** Rows that carry the only link of a registrant, or answer a press. The database refuses to switch them off (webinar_message_required). */
export const requiredMessages: readonly string[] = [
  'webinar.confirmation',
  'webinar.catch_up',
  'webinar.waitlisted',
  'webinar.seated',
  'webinar.moved',
  'webinar.answered',
]
