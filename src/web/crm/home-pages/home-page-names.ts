import type { HomePage } from '#features/experiments/experiments.ts'
import type { ListedPage } from '#features/pages/editing.data.ts'

/** What a home page is called; by its address where it is gone. */
export type HomePageName = (page: HomePage) => string

export const namesOf =
  (pages: readonly Pick<ListedPage, 'path' | 'label'>[]): HomePageName =>
  (page) =>
    pages.find(({ path }) => path === page)?.label ?? page
