// The choices of earlier steps, which a form without JavaScript passes on in hidden fields.
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
] as const

export function passedOn(view: BookingView, step: Step): Partial<Record<string, string>> {
  const { typeId, type, start, minutes, zone, held, attempt, campaign, texts } = view
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
    ...campaign,
  }
}
