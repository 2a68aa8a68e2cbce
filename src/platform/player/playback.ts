// Types shared by the parts of the player.
import type { VideoSource } from './video-source.ts'

export type PlayerVideo = {
  source: VideoSource
  title: string
  /** URLs of this site. */
  poster?: string | undefined
  captions?: string | undefined
  /** Nothing is loaded until the viewer plays it. */
  isDeferred?: boolean
  chapters?: readonly { at: number; title: string }[]
}

/** In seconds; `rate` 1 is normal speed. */
export type Progress = { position: number; playing: boolean; muted: boolean; rate: number; duration: number }

/** The commands that every player supports. */
export type Playback = {
  seek(position: number): void
  play(): void
  pause(): void
  unmute(): void
  setRate(rate: number): void
}

/** Maximum drift of a broadcast from its clock before the player seeks, in seconds. */
export const maxDrift = 2

export const rates = [0.75, 1, 1.25, 1.5, 2] as const
