// Labels of the registration form. Independent of the contract, because the island imports it.
export const registerLabels = {
  sessionId: 'מועד',
  name: 'שם פרטי',
  email: 'דוא״ל',
  phone: 'טלפון',
  withPartner: 'נצפה ביחד: להכין קישור הזמנה לבן או לבת הזוג',
  marketingConsent: 'עדכונים שיווקיים',
} as const

/** Replaces the id of a session: the next quarter of an hour at the time of registration. */
export const nextQuarterChoice = 'next'
