import type { ShownAttempt } from './order-list.data.ts'

const attemptStates: Record<ShownAttempt['state'], string> = {
  created: 'עמוד התשלום לא נפתח',
  page_open: 'עמוד התשלום פתוח',
  verifying: 'בבדיקה מול חברת הסליקה',
  paid: 'שולם',
  declined: 'לא אושר',
  cancelled: 'בוטל',
  expired: 'עמוד התשלום פג',
  partially_refunded: 'זוכה בחלקו',
  refunded: 'זוכה',
  disputed: 'שונה מההזמנה',
}

/** Charges of a saved card have no payment page: their state is `created` until the provider responds. */
export const attemptStateText = ({ state, by_token }: Pick<ShownAttempt, 'state' | 'by_token'>) =>
  by_token && state === 'created' ? 'חיוב בכרטיס השמור, עוד אין תשובה' : attemptStates[state]
