// Rules of the message plan that a webinar cannot disable.

/** Rules with the only link of a registrant, or that confirm an action. The database refuses to disable them (webinar_message_required). */
export const requiredMessages: readonly string[] = [
  'webinar.confirmation',
  'webinar.catch_up',
  'webinar.waitlisted',
  'webinar.seated',
  'webinar.moved',
  'webinar.answered',
]
