import type { HomePage } from '#features/experiments/experiments.ts'
import type { ListedPage } from '#platform/pages/editing.data.ts'

/** A variant's name; its path if the page was deleted. */
export type VariantName = (page: HomePage) => string

export const variantNames =
  (pages: readonly Pick<ListedPage, 'path' | 'label'>[]): VariantName =>
  (page) =>
    pages.find(({ path }) => path === page)?.label ?? page
