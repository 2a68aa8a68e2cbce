// The fields of WebinarDetails, as columns.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { chaptersOfLines } from '#platform/player/chapter-lines.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'
import { ownRecording } from '../own-recording.ts'
import type { WebinarKind } from '../webinar-labels.ts'
import type { WebinarEdit, WebinarRow } from '../webinars.data.ts'
import { justInTimeOf } from './just-in-time-fields.tsx'

/** The URL field whose value no player supports. */
export type WrongVideo = { field: 'stream' | 'recording' | 'thank_you_video'; why: 'unknown' | 'zoom' }
/** `wrongLine`: a line of the chapters without a time or a name. */
type ReadDetails = { columns: WebinarEdit } | { wrongVideo: WrongVideo } | { wrongLine: string }

const zoomAddress = /^(?:https?:\/\/)?(?:[\w-]+\.)*zoom(?:gov)?\.(?:us|com)\//i

export function readDetails(form: HTMLFormElement): ReadDetails {
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>
  const textOf = (name: string) => (values[name] ?? '').trim()
  const source = (name: string) => (textOf(name) ? parseVideoAddress(textOf(name)) : null)
  const [stream, recording, thankYou] = [source('stream'), source('recording'), source('thank_you_video')]
  const wrong = (field: WrongVideo['field']) =>
    ({ wrongVideo: { field, why: zoomAddress.test(textOf(field)) ? 'zoom' : 'unknown' } }) as const
  if (stream === undefined) return wrong('stream')
  if (recording === undefined) return wrong('recording')
  // An uploaded recording plays in its room only.
  if (thankYou === undefined || ownRecording(thankYou)) return wrong('thank_you_video')
  const chapters = chaptersOfLines(textOf('chapters'))
  if ('wrong' in chapters) return { wrongLine: chapters.wrong }
  return {
    columns: {
      title: textOf('title'),
      subtitle: textOf('subtitle'),
      takeaways: textOf('takeaways').split('\n').map(oneLine).filter(Boolean),
      presenter: textOf('presenter'),
      presenter_about: textOf('presenter_about'),
      kind: values['kind'] as WebinarKind,
      status: values['status'] as WebinarRow['status'],
      duration_minutes: Number(values['duration']),
      lobby_minutes: Number(values['lobby_minutes']),
      chapters,
      captions_url: textOf('captions_url') || null,
      recap: textOf('recap'),
      replay_enabled: values['replay_enabled'] !== undefined,
      replay_hours: Number(values['replay_hours']),
      offer_product_id: textOf('offer_product_id') || null,
      stream,
      recording,
      thank_you_video: thankYou,
      ...justInTimeOf(values),
    },
  }
}

/** The columns that the form changed: a colleague's change to another column is preserved. */
export function changedColumns(columns: WebinarEdit, before: ReadDetails | undefined): WebinarEdit {
  if (!before || !('columns' in before)) return columns
  const was = before.columns as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name])),
  ) as WebinarEdit
}
