// Inserts products for browser tests.
import type { TablesInsert } from '#client/database.types.ts'
import { backendAs } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'

const backend = backendAs('owner')

export const uniqueSlug = () => `t-${crypto.randomUUID().slice(0, 12)}`

/** Adds a product with a unique name and slug; hidden unless `is_active` is set. */
export async function addProduct(known: Partial<TablesInsert<'products'>> = {}) {
  const { data } = await backend
    .from('products')
    .insert({ name: unique('ליווי'), slug: uniqueSlug(), kind: 'service', is_active: false, ...known })
    .select('*')
    .single()
    .throwOnError()
  return data
}

/** Adds a price that is valid since the beginning of this year. */
export async function addPrice(productId: string, known: Partial<TablesInsert<'prices'>> = {}) {
  const { data } = await backend
    .from('prices')
    .insert({ product_id: productId, amount_agorot: 129_000, active_from: '2026-01-01T00:00:00Z', ...known })
    .select('*')
    .single()
    .throwOnError()
  return data
}
