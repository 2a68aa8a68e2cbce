// The URL of an uploaded recording. It plays only with the token of a registration whose recording is available.
import type { VideoSource } from '#platform/player/video-source.ts'

export const recordingsBucket = 'webinar-recordings'

export const recordingPath = (id: string) => `/webinar/watch/recording/${id}`

const own = /^\/webinar\/watch\/recording\/([0-9a-f-]{36})$/

/** The file name in storage; undefined for an external video. */
export const ownRecording = (source: VideoSource | null) =>
  source?.provider === 'file' ? own.exec(source.ref)?.[1] : undefined

/** The URL that a registrant's player loads. */
export const withKey = (source: VideoSource | null, token: string): VideoSource | null =>
  source && ownRecording(source) ? { ...source, ref: `${source.ref}?r=${token}` } : source
