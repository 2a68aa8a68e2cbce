// open-webinar-recording: the signed address of a recording that is an own file, for the key of a registration whose recording is open.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import type { VideoSource } from '#platform/player/video-source.ts'
import { ownRecording, recordingsBucket } from './own-recording.ts'
import { refusals, VisitToken } from './webinars.ts'

/** The private storage: a path of this site under which a file plays for some time. */
type RecordingFiles = {
  sign(file: { bucket: string; key: string; seconds?: number }): Promise<string | undefined>
}

/** The longest webinar, watched with pauses. */
const mostSeconds = 12 * 3600

export const openWebinarRecording = (files: RecordingFiles) =>
  defineFunction({
    name: 'open-webinar-recording',
    caller: 'anyone',
    as: 'service', // the key is what permits it
    refusals,
    // A thousand registrants of one company have one address, and a player asks again at each jump.
    perClient: { burst: 6000, refillMs: 60_000 },
    input: VisitToken.extend({ file: z.uuid() }),
    output: z.object({ address: z.string() }),
    async run({ input: { token, file }, db }) {
      const [visit] = await db.query<{ recording: VideoSource | null; seconds: number | null }>(
        `select recording, ceil(extract(epoch from replay_until - now()))::int as seconds from webinar_visit($1)`,
        [token],
      )
      const isOpen = visit && ownRecording(visit.recording) === file
      // The address expires with the recording.
      const seconds = Math.min(mostSeconds, Math.max(1, visit?.seconds ?? mostSeconds))
      const address = isOpen && (await files.sign({ bucket: recordingsBucket, key: file, seconds }))
      if (!address) throw new Refusal('webinar_not_open', 404, refusals.webinar_not_open)
      return { address }
    },
  })
