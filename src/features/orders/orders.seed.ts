// Demo orders that were started at the checkout but not paid. Paid ones would need a transaction at a provider.
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { demoProducts } from '#features/products/products.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Order } from './order-rows.ts'

const orders = [
  { contact: 'noa', name: 'נועה לדוגמה', email: 'noa@example.com', days: 2, status: 'cancelled' },
  { contact: 'omer', name: 'עומר לדוגמה', email: 'omer@example.com', days: 6, status: 'failed' },
] as const

export const demoOrders = (now: Date) => {
  const product = demoProducts()[0]!
  return orders.map(({ contact, name, email, days, status }, i) => ({
    id: seedId(88, i + 1),
    contact_id: demoContactId(contact),
    product_id: product.id,
    title: product.name,
    amount_agorot: 149_000,
    name,
    email,
    status,
    created_at: ago(now, days),
    held_until: ago(now, days),
    is_demo: true,
  })) satisfies Partial<Order>[]
}
