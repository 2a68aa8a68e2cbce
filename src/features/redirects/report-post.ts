// The "report this broken link" form as a plain HTML POST. The path is taken from the Referer header.
import type { FormPost } from '#lib/forms/form-post.ts'

export const reportPost: FormPost = {
  path: '/not-found',
  page: 'src/web/site/pages/not-found-page.tsx',
  run: 'report-missing-page',
  fields: [],
  input: (_values, { sourceUrl }) => ({ path: new URL(sourceUrl).pathname }),
  sent: () => '/not-found?reported=1#sent',
}
