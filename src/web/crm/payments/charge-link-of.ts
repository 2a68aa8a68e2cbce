import { formatMoney } from '#lib/money.ts'
import type { ChargeTarget } from './charge-link-dialog.tsx'

type OpenCharge = { id: string; title: string; leftAgorot: number; isOfPlan: boolean }

/** Dialog props for one open charge, whose amount is fixed. */
export const chargeLinkOf = ({ id, title, leftAgorot, isOfPlan }: OpenCharge): ChargeTarget => ({
  input: { kind: 'charge', chargeId: id },
  title: 'קישור לתשלום',
  text: `${title}, ${formatMoney(leftAgorot)}. הכרטיס מוקלד אצל חברת הסליקה${isOfPlan ? ', ונשמר לחיובים הבאים של התוכנית' : ''}.`,
})
