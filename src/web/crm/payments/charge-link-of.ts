import { formatMoney } from '#lib/money.ts'
import type { AskedLink } from './charge-link-dialog.tsx'

type Known = { id: string; title: string; leftAgorot: number; isOfPlan: boolean }

/** The dialog of one open charge: its sum is not typed. */
export const chargeLinkOf = ({ id, title, leftAgorot, isOfPlan }: Known): AskedLink => ({
  input: { kind: 'charge', chargeId: id },
  title: 'קישור לתשלום',
  text: `${title}, ${formatMoney(leftAgorot)}. הכרטיס מוקלד אצל חברת הסליקה${isOfPlan ? ', ונשמר לחיובים הבאים של התוכנית' : ''}.`,
})
