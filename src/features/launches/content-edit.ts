// Form schemas for a content of a launch: its video, release and worksheet.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { parseVideoAddress, watchAddress } from '#platform/player/video-source.ts'
import { contentKinds, type LaunchContent, LaunchVideo, linkPattern, releaseKinds } from './launches.ts'

export const releaseLabels: Record<(typeof releaseKinds)[number], string> = {
  at: 'ביום ובשעה שקבענו',
  hours: 'כמה שעות אחרי ההצטרפות',
  day: 'ביום מסוים אחרי ההצטרפות, בשעה קבועה',
  content: 'אחרי השלמת תוכן אחר',
}

const Title = z.string().transform(oneLine).pipe(z.string().min(2, 'לפחות שני תווים').max(120, 'עד 120 תווים'))
const text = z.string().trim().default('')

/** "12:30" in seconds; undefined if it does not parse. */
export function secondsOf(typed: string): number | undefined {
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(typed) ?? []
  return minutes === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
export const lengthText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Parses lines of "1:05 title". */
export function chaptersOf(typed: string) {
  const lines = typed.split('\n').map(oneLine).filter(Boolean)
  const chapters = lines.map((line) => {
    const [, time = '', title = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? []
    return { at: secondsOf(time), title: title.slice(0, 120) }
  })
  return chapters.every((one): one is { at: number; title: string } => one.at !== undefined) ? chapters : undefined
}

type Fields =
  | 'address'
  | 'length'
  | 'chapters'
  | 'captions'
  | 'day'
  | 'time'
  | 'hours'
  | 'after_day'
  | 'after'
  | 'expires'
const problems: Record<Fields, string> = {
  address: 'קישור שמתחיל ב־https://, או כתובת באתר הזה שמתחילה ב־/',
  length: 'דקות ושניות, למשל 12:30',
  chapters: 'בכל שורה שעה ושם, למשל: 1:05 הסעיף הראשון',
  captions: 'כתובת של קובץ באתר הזה, שמתחילה ב־/',
  day: 'צריך יום',
  time: 'צריך שעה',
  hours: 'מספר שעות, מ־0 ועד 2,160',
  after_day: 'מספר ימים, מ־0 ועד 90',
  after: 'צריך לבחור תוכן',
  expires: 'מספר שעות, מ־1 ועד 2,160',
}
const integerBetween = (typed: string, min: number, max: number) => {
  const n = /^\d{1,4}$/.test(typed) ? Number(typed) : NaN
  return n >= min && n <= max ? n : undefined
}

/** The columns that staff write. The release columns of the other kinds are cleared: a row has exactly one release. */
export const ContentEdit = z
  .object({
    title: Title,
    kind: z.enum(contentKinds),
    body: z.string().transform(plainText).pipe(z.string().max(6000, 'עד 6,000 תווים')),
    address: z.string().trim().max(500, 'עד 500 תווים').default(''),
    length: text,
    captions: text,
    chapters: text,
    release_kind: z.enum(releaseKinds),
    day: text,
    time: text,
    hours: text,
    after_day: text,
    after: text,
    expires: text,
    required_for_next: z.boolean().default(false),
    poster_id: z.union([z.uuid(), z.literal('')]).default(''),
  })
  .transform((typed, context) => {
    const { title, kind, body, release_kind, required_for_next } = typed
    /** The value of a required field, or an issue at that field. */
    const need = <T>(field: Fields, value: T | undefined): T | null => {
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', path: [field], message: problems[field] })
      return null
    }
    const parsed = <T>(field: Fields, parse: (typed: string) => T | undefined) =>
      typed[field] === '' ? null : need(field, parse(typed[field]))
    const time = () => need('time', /^\d\d:\d\d$/.test(typed.time) ? typed.time : undefined)
    const day = () => need('day', z.iso.date().safeParse(typed.day).data)
    const at = release_kind === 'at' && ([day(), time()] as const)
    const source = parsed('address', videoOf)
    const seconds = parsed('length', secondsOf)
    const captions = parsed('captions', (path) => (/^\/[^/\s]\S*$/.test(path) ? path : undefined))
    const chapters = parsed('chapters', chaptersOf)
    return {
      title,
      kind,
      body,
      required_for_next,
      poster_id: typed.poster_id || null,
      video: source && {
        ...source,
        ...(seconds && { seconds }),
        ...(captions && { captions }),
        ...(chapters && { chapters }),
      },
      release_kind,
      release_at: at && at[0] && at[1] ? instantAt(at[0], at[1]).toISOString() : null,
      release_hours: release_kind === 'hours' ? need('hours', integerBetween(typed.hours, 0, 2160)) : null,
      release_day: release_kind === 'day' ? need('after_day', integerBetween(typed.after_day, 0, 90)) : null,
      release_time: release_kind === 'day' ? time() : null,
      release_after: release_kind === 'content' ? need('after', typed.after || undefined) : null,
      expires_hours: parsed('expires', (hours) => integerBetween(hours, 1, 2160)),
    }
  })
export type ContentEdit = z.output<typeof ContentEdit>

/** A key in the storage bucket, which is shown unchanged. */
export const isUploaded = (address: string) => uploaded.test(address)
const uploaded = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** URLs outside YouTube and Vimeo are played or linked unchanged. Undefined if the text is not a URL. */
function videoOf(address: string): Pick<LaunchVideo, 'source' | 'ref'> | undefined {
  if (isUploaded(address)) return { source: 'file', ref: address }
  const source = parseVideoAddress(address)
  if (source?.provider === 'youtube' || source?.provider === 'vimeo')
    return { source: source.provider, ref: source.ref }
  return linkPattern.test(address) ? { source: 'link', ref: address } : undefined
}

/** The row as form values. */
export function contentFormValues(content: LaunchContent | undefined, isFixed: boolean) {
  const video = LaunchVideo.safeParse(content?.video).data
  const provider = video?.source === 'youtube' || video?.source === 'vimeo' ? video.source : undefined
  return {
    title: content?.title ?? '',
    kind: content?.kind ?? 'video',
    body: content?.body ?? '',
    address: video ? (provider ? watchAddress({ provider, ref: video.ref }) : video.ref) : '',
    length: video?.seconds ? lengthText(video.seconds) : '',
    captions: video?.captions ?? '',
    chapters: video?.chapters?.map(({ at, title }) => `${lengthText(at)} ${title}`).join('\n') ?? '',
    release_kind: content?.release_kind ?? (isFixed ? 'at' : 'hours'),
    day: content?.release_at ? dayOf(content.release_at) : '',
    time: content?.release_at ? formatTime(content.release_at) : (content?.release_time?.slice(0, 5) ?? '10:00'),
    hours: String(content?.release_hours ?? 0),
    after_day: String(content?.release_day ?? 1),
    after: content?.release_after ?? '',
    expires: content?.expires_hours ? String(content.expires_hours) : '',
    required_for_next: content?.required_for_next ?? false,
    poster_id: content?.poster_id ?? '',
  }
}
export type ContentFormValues = ReturnType<typeof contentFormValues>
