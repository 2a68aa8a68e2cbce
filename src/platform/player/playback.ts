// What the parts of the player exchange.
import type { VideoSource } from './video-source.ts'

export type PlayerVideo = {
  source: VideoSource
  title: string
  /** Addresses of this site. */
  poster?: string | undefined
  captions?: string | undefined
  chapters?: readonly { at: number; title: string }[]
}

/** In seconds; `rate` 1 is the usual speed. */
export type Progress = { position: number; playing: boolean; muted: boolean; rate: number; duration: number }

/** The commands that every kind of video follows. */
export type Playback = {
  seek(position: number): void
  play(): void
  pause(): void
  unmute(): void
  setRate(rate: number): void
}

/** How far a broadcast may drift from its clock before it is moved, in seconds. */
export const mostDrift = 2

export const rates = [0.75, 1, 1.25, 1.5, 2] as const
