// Labels of the registration. Without the contract: the island imports it.
export const registerLabels = {
  sessionId: 'מועד',
  name: 'שם פרטי',
  email: 'דוא״ל',
  phone: 'טלפון',
  marketingConsent: 'עדכונים שיווקיים',
} as const

/** In place of the id of a session: the next quarter of an hour, at the moment of registration. */
export const nextQuarterChoice = 'next'
