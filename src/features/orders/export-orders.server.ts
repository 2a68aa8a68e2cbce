// export-orders: streams the order list as a file for the accountant.
import { refusals } from '#features/exports/exports.ts'
import { kindLabels, type TaxDocument } from '#features/tax-documents/tax-documents.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { formatDate } from '#lib/time/dates.ts'
import { defineListExport } from '#platform/exports/list-export.server.ts'
import { attemptMethodLabels, ExportOrders, statusLabels } from './order-list.ts'
import type { Order, PaymentAttempt } from './order-rows.ts'
import { vatWithin } from './sums.ts'

type Row = Omit<Order, 'created_at' | 'paid_at' | 'vat_percent'> & {
  created_at: Date
  paid_at: Date | null
  vat_percent: string | null
  attempt: Pick<PaymentAttempt, 'provider' | 'is_stand_in' | 'method' | 'installments' | 'transaction_id'> | null
  /** Tax documents of the order, oldest first. */
  documents: Pick<TaxDocument, 'kind' | 'number' | 'url' | 'allocation_number'>[] | null
}

/** The amount as decimal shekels, the format of accounting software. */
const shekels = (agorot: number) => (agorot / 100).toFixed(2)
const vatOf = ({ vat_percent: percent, paid_agorot: paid }: Row) =>
  percent === null ? 0 : vatWithin(paid, Number(percent))

const isReturn = ({ kind }: Pick<TaxDocument, 'kind'>) => kind === 'credit_note' || kind === 'receipt_cancellation'
const documentsOf = ({ documents }: Row, of: 'sale' | 'return') =>
  (documents ?? []).filter((document) => isReturn(document) === (of === 'return'))
const numbersOf = (documents: { number: string | null }[]) => documents.map(({ number }) => number).join(', ')

const columns: [name: string, cell: (row: Row) => string | null | undefined][] = [
  ['מספר הזמנה', ({ number }) => String(number)],
  ['נפתחה בתאריך', ({ created_at }) => formatDate(created_at)],
  ['שולמה בתאריך', ({ paid_at }) => paid_at && formatDate(paid_at)],
  ['שם', ({ name }) => name],
  ['דוא״ל', ({ email }) => email],
  ['טלפון', ({ phone }) => phone && formatPhone(phone)],
  ['שם לחשבונית', ({ invoice_name }) => invoice_name],
  ['ח.פ. / ע.מ.', ({ company_number }) => company_number],
  ['מוצר', ({ title }) => title],
  ['תוספת', ({ bump_title }) => bump_title],
  ['הנחת קופון', ({ discount_agorot }) => shekels(discount_agorot)],
  ['מצב', ({ status }) => statusLabels[status]],
  ['סכום ההזמנה', ({ amount_agorot }) => shekels(amount_agorot)],
  ['שולם', ({ paid_agorot }) => shekels(paid_agorot)],
  ['מתוכו מע״מ', (row) => shekels(vatOf(row))],
  ['זוכה', ({ refunded_agorot }) => shekels(refunded_agorot)],
  ['אמצעי', ({ attempt }) => attempt?.method && attemptMethodLabels[attempt.method]],
  ['תשלומים', ({ attempt }) => attempt?.installments?.toString()],
  ['סליקה', ({ attempt }) => attempt && (attempt.is_stand_in ? 'הדמיה' : attempt.provider)],
  ['אסמכתה', ({ attempt }) => attempt?.transaction_id],
  [
    'סוג מסמך',
    (row) =>
      documentsOf(row, 'sale')
        .map(({ kind }) => kindLabels[kind])
        .join(', '),
  ],
  ['מספר מסמך', (row) => numbersOf(documentsOf(row, 'sale'))],
  [
    'מספר הקצאה',
    (row) =>
      documentsOf(row, 'sale')
        .map((one) => one.allocation_number)
        .filter(Boolean)
        .join(', '),
  ],
  ['קישור למסמך', (row) => documentsOf(row, 'sale').find(({ url }) => url)?.url],
  ['מספר מסמך זיכוי', (row) => numbersOf(documentsOf(row, 'return'))],
  ['מקור', ({ utm }) => (typeof utm?.['utm_source'] === 'string' ? utm['utm_source'] : null)],
]

const readRows = `
  select o.*, to_jsonb(a) as attempt,
    (select jsonb_agg(jsonb_build_object('kind', d.kind, 'number', d.number, 'url', d.url, 'allocation_number', d.allocation_number)
       order by d.issued_at, d.id) from tax_documents d where d.order_id = o.id and d.status = 'issued') as documents
  from unnest($1::uuid[]) with ordinality chosen (id, place)
  join orders o on o.id = chosen.id
  left join lateral (
    select t.provider, t.is_stand_in, t.method, t.installments, t.transaction_id from payment_attempts t
    where t.order_id = o.id and t.state in ('paid', 'partially_refunded', 'refunded') order by t.settled_at limit 1) a on true
  order by chosen.place`

export const exportOrders = defineListExport({
  name: 'export-orders',
  list: 'orders',
  title: 'הזמנות',
  input: ExportOrders,
  refusals,
  findIds: (db, { filter }) =>
    db.query<{ id: string }>(
      'select o.id from filtered_orders(jsonb_populate_record(null::order_filter, $1)) o order by o.number',
      [filter],
    ),
  searchOf: ({ filter }) => JSON.stringify(filter),
  columns,
  readRows,
})
