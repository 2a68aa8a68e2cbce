import { inject } from 'vitest'
import { callFunction } from '#client/call-function.ts'
import { invoke } from '#client/invoke.ts'
import type { OrderPlaced } from '#features/orders/orders.ts'
import { backendAs } from './render.tsx'

/** Creates a dealer's order above the threshold of allocation numbers, paid by transfer. Returns the id of its contact. */
export async function sellToDealer(name: string) {
  const backend = backendAs('owner')
  const { anonKey } = inject('product')
  const slug = `p-${crypto.randomUUID().slice(0, 12)}`
  const product = (
    await backend
      .from('products')
      .insert({ slug, name: 'ליווי לעסק', call_way: 'buy', is_active: true })
      .select('id')
      .single()
      .throwOnError()
  ).data
  const price = (
    await backend
      .from('prices')
      .insert({ product_id: product.id, amount_agorot: 1_180_000, active_from: '2026-01-01' })
      .select('id')
      .single()
      .throwOnError()
  ).data
  const placed = await callFunction<OrderPlaced>('place-order', anonKey, {
    slug,
    priceId: price.id,
    installments: 1,
    name,
    email: `${crypto.randomUUID()}@example.com`,
    phone: `05${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`,
    invoiceName: name,
    companyNumber: '516127057',
    terms: 'on',
  })
  if (!('data' in placed)) throw new Error(`The order was not placed: ${JSON.stringify(placed)}`)
  // Archived, because other tests list the products that are for sale.
  await backend.from('products').update({ is_active: false }).eq('id', product.id).throwOnError()
  const order = (
    await backend.from('orders').select('id, contact_id').eq('product_id', product.id).single().throwOnError()
  ).data
  await invoke(backend, 'move-order', {
    kind: 'paid_by_hand',
    orderId: order.id,
    payment: crypto.randomUUID(),
    amountAgorot: 1_180_000,
    method: 'transfer',
    reason: 'העברה בנקאית',
  })
  return order.contact_id
}
