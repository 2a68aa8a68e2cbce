// Form schemas for the offer and the landing page of a launch. Lists are rows of numbered fields.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { commentsModes, LaunchLanding, LaunchOffer } from './launches.ts'

export const commentsLabels: Record<(typeof commentsModes)[number], string> = {
  moderated: 'מוצגות אחרי אישור',
  open: 'מוצגות מיד',
  off: 'בלי תגובות',
}

const upTo = (max: number) => `עד ${max.toLocaleString('he-IL')} תווים`
const Line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, upTo(max)))
const Text = (max: number) =>
  z
    .string()
    .transform(plainText)
    .pipe(z.string().max(max, upTo(max)))
const at = (typed: object, name: string) => {
  const value = (typed as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : ''
}
/** The submitted row numbers, for example of "bonus0" and "bonus3". */
const rowsOf = (typed: object, name: string) =>
  Object.keys(typed).flatMap((key) =>
    key.startsWith(name) && /^\d+$/.test(key.slice(name.length)) ? [key.slice(name.length)] : [],
  )

export const OfferEdit = z
  .looseObject({
    price_id: z.string().transform((id) => id || null),
    title: Line(120),
    text: Text(3000),
  })
  .transform((typed, context) => {
    const { price_id, title, text } = typed
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const bonuses = rowsOf(typed, 'bonus').flatMap((row): LaunchOffer['bonuses'] => {
      const line = oneLine(at(typed, `bonus${row}`))
      if (line.length > 200) refuse(`bonus${row}`, upTo(200))
      const [day, time, hours] = [
        at(typed, `bonusDay${row}`),
        at(typed, `bonusTime${row}`),
        at(typed, `bonusHours${row}`),
      ]
      if (day && !/^\d\d:\d\d$/.test(time)) refuse(`bonusTime${row}`, 'צריך שעה')
      if (hours && !(Number(hours) >= 1 && Number(hours) <= 720)) refuse(`bonusHours${row}`, 'מספר שעות, מ־1 ועד 720')
      if (!line) return []
      if (day) return [{ text: line, until: /^\d\d:\d\d$/.test(time) ? instantAt(day, time).toISOString() : null }]
      return [hours ? { text: line, hours: Math.floor(Number(hours)) } : { text: line }]
    })
    const faq = rowsOf(typed, 'question').flatMap((row) => {
      const [q, a] = [oneLine(at(typed, `question${row}`)), plainText(at(typed, `answer${row}`))]
      if (q.length > 200) refuse(`question${row}`, upTo(200))
      if (a.length > 1200) refuse(`answer${row}`, upTo(1200))
      if (q && !a) refuse(`answer${row}`, 'צריך תשובה')
      return q ? [{ q, a }] : []
    })
    return { price_id, offer: { title, text, bonuses, faq } satisfies LaunchOffer }
  })
export type OfferEdit = z.output<typeof OfferEdit>

export const LandingEdit = z
  .object({
    title: z.string().transform(oneLine).pipe(z.string().min(2, 'לפחות שני תווים').max(120, 'עד 120 תווים')),
    lead: Text(600),
    /** Parses one entry per line. */
    promises: z.string().transform((typed) => typed.split('\n').map(oneLine).filter(Boolean)),
    presenter: Line(80),
    about: Text(600),
    comments_mode: z.enum(commentsModes),
  })
  .refine(({ promises }) => promises.length <= 8 && promises.every((one) => one.length <= 200), {
    path: ['promises'],
    message: 'עד שמונה שורות, ובכל שורה עד 200 תווים',
  })
  .refine(({ presenter, about }) => presenter !== '' || about === '', { path: ['presenter'], message: 'צריך שם' })
  .transform(({ title, comments_mode, lead, promises, presenter, about }) => ({
    title,
    comments_mode,
    landing: { lead, promises, presenter: presenter ? { name: presenter, about } : null } satisfies LaunchLanding,
  }))
export type LandingEdit = z.output<typeof LandingEdit>

/** Notes on changes for the next launch. */
export const NextTimeEdit = z.object({ next_time: Text(4000) })
export type NextTimeEdit = z.output<typeof NextTimeEdit>

export const offerOf = (stored: unknown): LaunchOffer =>
  LaunchOffer.catch({ title: '', text: '', bonuses: [], faq: [] }).parse(stored)
export const landingOf = (stored: unknown): LaunchLanding =>
  LaunchLanding.catch({ lead: '', promises: [] }).parse(stored)

/** The end of a bonus as form values. */
export const bonusEnd = ({ until, hours }: LaunchOffer['bonuses'][number]) => ({
  day: until ? dayOf(until) : '',
  time: until ? formatTime(until) : '',
  hours: hours ? String(hours) : '',
})
