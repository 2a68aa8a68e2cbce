// Addresses of an order; `order` is the key of its link.
import { checkoutPath } from '#features/products/products.ts'

export const successPath = (order: string) => `/payment-success?ref=${order}`
/** The way to the provider's page. */
export const payPath = (order: string) => `/checkout/${order}/pay`
/** The checkout with the order's details. */
export const resumePath = (slug: string, order: string) => `${checkoutPath(slug)}?order=${order}`
