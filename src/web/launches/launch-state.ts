// State of a request for a launch page: the token in the cookie, and a rejected form.
import type { FormState } from '#lib/forms/form-post.ts'
import { formatDate, formatLongDate, formatTime } from '#lib/time/dates.ts'
import type { PageRequest } from '../pages.ts'

type LinkFormState = Partial<FormState> & { linkState?: string }

export const cookieOf = ({ form }: Pick<PageRequest, 'form'>) =>
  (form as LinkFormState | undefined)?.values?.['cookie'] ?? ''

export function formOf({ form }: Pick<PageRequest, 'form'>): FormState & { linkState?: string } {
  const { values = {}, errors = {}, problem, linkState } = (form ?? {}) as LinkFormState
  return { values, errors, ...(problem !== undefined && { problem }), ...(linkState !== undefined && { linkState }) }
}

/** "יום שלישי, 24 בנובמבר 2026 בשעה 18:00" */
export const fullTime = (at: string) => `${formatLongDate(at)} בשעה ${formatTime(at)}`
export const shortTime = (at: string) => `${formatDate(at)}, ${formatTime(at)}`
