// "This link is broken", as plain HTML. Which one, the browser says by itself: the page it comes from.
import type { FormPost } from '#lib/forms/form-post.ts'

export const reportPost: FormPost = {
  path: '/not-found',
  page: 'src/web/site/pages/not-found-page.tsx',
  run: 'report-missing-page',
  fields: [],
  input: (_values, { sourceUrl }) => ({ path: new URL(sourceUrl).pathname }),
  sent: () => '/not-found?reported=1#sent',
}
