// open-webinar-recording: the signed URL of an uploaded recording, for the token of a registration whose recording is available.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import type { VideoSource } from '#platform/player/video-source.ts'
import { ownRecording, recordingsBucket } from './own-recording.ts'
import { refusals, VisitToken } from './webinars.ts'

/** Private storage: creates a path of this site at which a file can be played for a limited time. */
type RecordingFiles = {
  sign(file: { bucket: string; key: string; seconds?: number }): Promise<string | undefined>
}

/** Long enough for the longest webinar with pauses. */
const maxSeconds = 12 * 3600

export const openWebinarRecording = (files: RecordingFiles) =>
  defineFunction({
    name: 'open-webinar-recording',
    caller: 'anyone',
    as: 'service', // the registration token authorizes the request
    refusals,
    // A thousand registrants of one company share one IP, and a player requests again at each seek.
    perClient: { burst: 6000, refillMs: 60_000 },
    input: VisitToken.extend({ file: z.uuid() }),
    output: z.object({ address: z.string() }),
    async run({ input: { token, file }, db }) {
      const [visit] = await db.query<{ recording: VideoSource | null; seconds: number | null }>(
        `select recording, ceil(extract(epoch from replay_until - now()))::int as seconds from webinar_visit($1)`,
        [token],
      )
      const isOpen = visit && ownRecording(visit.recording) === file
      // The URL expires with the recording.
      const seconds = Math.min(maxSeconds, Math.max(1, visit?.seconds ?? maxSeconds))
      const address = isOpen && (await files.sign({ bucket: recordingsBucket, key: file, seconds }))
      if (!address) throw new Refusal('webinar_not_open', 404, refusals.webinar_not_open)
      return { address }
    },
  })
