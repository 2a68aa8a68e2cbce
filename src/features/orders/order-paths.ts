// Paths of an order; `order` is its link token.
import { checkoutPath } from '#features/products/products.ts'

export const successPath = (order: string) => `/payment-success?ref=${order}`
/** Redirects to the provider's page. */
export const payPath = (order: string) => `/checkout/${order}/pay`
/** The checkout, prefilled with the order's details. */
export const resumePath = (slug: string, order: string) => `${checkoutPath(slug)}?order=${order}`
