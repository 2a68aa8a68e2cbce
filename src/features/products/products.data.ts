// Data access of products, for the site and the admin screens.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated, staleOrGone } from '#platform/editing/edit-conflict.ts'
import { readWithTrueClaims } from '#platform/pages/claims.data.ts'
import type { Offer, Price, PriceEdit, Product, ProductEdit } from './products.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'offers.kind': Offer['kind']
    'offers.call_way': Offer['call_way']
    'products.facts': Product['facts']
    'offers.facts': Offer['facts']
    'offers.price': Offer['price']
    'offers.prices': Offer['prices']
    'offers.bump': Offer['bump']
  }
}

/** Every visible product in order, with its current or upcoming price. */
export async function readOffers(backend: Backend): Promise<Offer[]> {
  const { data } = await backend.rpc('offers', {}, { get: true }).throwOnError()
  return readWithTrueClaims(backend, data)
}

export type ShownProduct = Product & { prices: Price[] }
const key = ['products'] as const
const columns = '*, prices(*)'

export function useProducts() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      (await backend.from('products').select(columns).order('position').order('name').throwOnError()).data,
  })
}

export function useProduct(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, id],
    queryFn: async () =>
      (
        await backend
          .from('products')
          .select(columns)
          .eq('id', id)
          .order('active_from', { referencedTable: 'prices', ascending: false })
          .throwOnError()
          .maybeSingle()
      ).data,
  })
}

/** The public view of the products, for the admin screens. */
export function useOffers() {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, 'offers'], queryFn: () => readOffers(backend), staleTime: 0 })
}

/** Runs a change and refetches all product queries. */
function useProductChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Adds a product with a draft page; hidden at first. */
export const useAddProduct = () =>
  useProductChange((backend, product: Pick<Product, 'name' | 'slug' | 'kind'>) =>
    invoke<{ id: string }>(backend, 'add-product', product),
  )

const conflictError = () => Object.assign(new Error('changed_meanwhile'), { code: 'PT409' })

/** Shows or hides a product on the site; does not change its version. */
export const useShowProduct = () =>
  useProductChange(async (backend, { id, ...change }: Pick<Product, 'id' | 'is_active'>) => {
    await backend.from('products').update(change).eq('id', id).select('id').single().throwOnError()
  })

/** Sets the order bump; does not change the product's version. */
export const useSetBump = () =>
  useProductChange(async (backend, { id, ...change }: Pick<Product, 'id' | 'bump_product_id' | 'bump_text'>) => {
    await backend.from('products').update(change).eq('id', id).select('id').single().throwOnError()
  })

/** Saves the order of all products at once. */
export const useOrderProducts = () =>
  useProductChange(async (backend, ids: readonly string[]) => {
    await backend.rpc('order_products', { ids }).throwOnError()
  })

/** Saves only if the version matches. Returns the updated product. */
export const useSaveProduct = () =>
  useProductChange(
    async (
      backend,
      {
        product: { id, version },
        change,
      }: {
        product: Pick<Product, 'id' | 'version'>
        change: ProductEdit
      },
    ) => {
      const { data } = await backend
        .from('products')
        .update(change)
        .eq('id', id)
        .eq('version', version)
        .select('*')
        .throwOnError()
        .maybeSingle()
      if (!data)
        throw await staleOrGone(
          backend.from('products').select('id').eq('id', id).maybeSingle().throwOnError(),
          conflictError(),
        )
      return data
    },
  )

export const useDeleteProduct = () =>
  useProductChange(async (backend, id: string) => {
    await backend.from('products').delete().eq('id', id).select('id').single().throwOnError()
  })

type PriceSave = { seen: Pick<Price, 'id' | 'version'> | undefined; productId: string; price: PriceEdit }

/** Updates the price `seen` if its version is unchanged, or inserts one without it. */
export const useSavePrice = () =>
  useProductChange(async (backend, { seen, productId, price }: PriceSave) => {
    if (!seen)
      return void (await backend
        .from('prices')
        .insert({ ...price, product_id: productId })
        .throwOnError())
    const { data } = await backend
      .from('prices')
      .update(price)
      .eq('id', seen.id)
      .eq('version', seen.version)
      .select('id')
      .throwOnError()
    await requireUpdated(data, backend.from('prices').select('id').eq('id', seen.id).maybeSingle().throwOnError())
  })

export const useDeletePrice = () =>
  useProductChange(async (backend, id: string) => {
    await backend.from('prices').delete().eq('id', id).select('id').single().throwOnError()
  })
