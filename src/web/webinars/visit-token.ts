import type { FormState } from '#lib/forms/form-post.ts'
import type { PageRequest } from '../pages.ts'

/** The token is in the query, or in the values of a rejected form. */
export const tokenOfRequest = ({ form, query }: Pick<PageRequest, 'form' | 'query'>): string =>
  (Object(form) as Partial<FormState<{ token?: string }>>).values?.token ?? query['r'] ?? ''
