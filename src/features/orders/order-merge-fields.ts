// Merge fields of an order for message templates, with the same wording as in the order mails.
import { formatMoney } from '#lib/money.ts'
import type { MergeContext, MergeField } from '#platform/merge-fields/merge-fields.ts'

const field = (name: string, label: string, sample: MergeField['sample'], kind: MergeField['kind'] = 'text') => ({
  name,
  label,
  group: 'הזמנה',
  kind,
  sample,
})

const fields: readonly MergeField[] = [
  field('שם_מוצר', 'מה הוזמן', 'תהליך ליווי'),
  field('מספר_הזמנה', 'מספר ההזמנה', '1042'),
  field('סכום_הזמנה', 'הסכום: מה ששולם, ולפני התשלום המחיר', '1,490 ₪'),
  field('תאריך_תשלום', 'מועד התשלום', { at: '2026-11-24T08:00:00Z', zone: 'Asia/Jerusalem' }, 'instant'),
  field('תאריך_חיוב', 'יום החיוב הקרוב במסלול התשלומים', { day: '2026-12-01' }, 'day'),
  field('סוף_כרטיס', 'ארבע הספרות האחרונות של הכרטיס', '4580'),
  field('קישור.הזמנה', 'עמוד ההזמנה: סיכום, ולפני התשלום המשך לתשלום', '/payment-success?ref=-', 'link'),
  field('קישור.חשבונית', 'המסמך של התשלום', 'https://example.com/invoice.pdf', 'link'),
]

type Facts = {
  title: string
  number: number
  amount_agorot: number
  paid_at: string | null
  due_on: string | null
  last4: string | null
  document_url: string | null
}

export const orderMergeContext: MergeContext = {
  label: 'הזמנה ותשלום',
  fields,
  valuesOf(facts) {
    const { title, number, amount_agorot, paid_at, due_on, last4, document_url } = facts as Facts
    return {
      שם_מוצר: title,
      מספר_הזמנה: number,
      סכום_הזמנה: formatMoney(amount_agorot),
      תאריך_תשלום: paid_at,
      תאריך_חיוב: due_on,
      סוף_כרטיס: last4,
      'קישור.חשבונית': document_url,
    }
  },
}
