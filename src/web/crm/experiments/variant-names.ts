import type { HomePage } from '#features/comparisons/comparisons.ts'
import type { ListedPage } from '#features/pages/editing.data.ts'

/** What a home page is called; by its address where it is gone. */
export type VariantName = (page: HomePage) => string

export const variantNames =
  (pages: readonly Pick<ListedPage, 'path' | 'label'>[]): VariantName =>
  (page) =>
    pages.find(({ path }) => path === page)?.label ?? page
