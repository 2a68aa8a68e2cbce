// State of earlier steps, which forms without JavaScript pass on in hidden fields.
import { linkParameter } from '../links/link-obstacles.ts'
import type { BookingView, Step } from './booking-view.ts'

export const choiceNames = [
  'step',
  'typeId',
  'questionIds',
  'start',
  'minutes',
  'zone',
  'hold',
  'release',
  'attempt',
  'privacyTextId',
  linkParameter,
] as const

/** Query parameters of every link on the page: the campaign and the link token. */
export const linkParams = ({ campaign, link }: Pick<BookingView, 'campaign' | 'link'>): Record<string, string> => ({
  ...campaign,
  ...(link !== undefined && { [linkParameter]: link }),
})

/** Before the visitor enters details, the prefilled details from the query are also passed on. */
export const paramsBeforeDetails = (
  view: Pick<BookingView, 'campaign' | 'link' | 'prefill'>,
): Record<string, string> => ({
  ...view.prefill,
  ...linkParams(view),
})

/** URL of the first step. */
export function startOf(path: string, passed: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(passed).toString()
  return query ? `${path}?${query}` : path
}

export function hiddenFieldValues(view: BookingView, step: Step): Partial<Record<string, string>> {
  const { typeId, type, start, minutes, zone, held, attempt, texts } = view
  return {
    step,
    typeId,
    questionIds: type.questions.map(({ id }) => id).join(','),
    start: start === undefined ? undefined : new Date(start).toISOString(),
    minutes: String(minutes),
    zone,
    hold: held?.token,
    release: held && String(held.releaseAt),
    attempt,
    privacyTextId: texts.find(({ kind }) => kind === 'privacy_notice')?.id,
    ...linkParams(view),
  }
}
