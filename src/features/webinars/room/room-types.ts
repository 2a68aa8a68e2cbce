// Types of the server's responses to the room. Independent of the schema library, because the island imports it.
import type { VideoSource } from '#platform/player/video-source.ts'
import type { InteractionKind, ReactionKind, SessionState } from '../webinar-labels.ts'

export type RoomLine = {
  id: string
  kind: 'chat' | 'question' | 'answer' | 'announcement'
  author: string
  is_team: boolean
  registration_id: string | null
  body: string
  reply_to: string | null
  answered_at: string | null
  votes: number
  created_at: string
  status: 'visible' | 'hidden'
  visibility: 'all' | 'private'
}

export type RoomInteraction = {
  id: string
  kind: InteractionKind
  title: string
  body: string
  choices: string[]
  link: string | null
  closes_at: string
  /** The choice of this registrant in a poll. */
  answer: number | null
  /** Votes by choice. */
  results: Record<string, number> | null
}

export type Reactions = Partial<Record<ReactionKind, number>>

/** The response to a heartbeat. */
export type RoomCounts = { viewers: number; reactions: Reactions }

export type Room = {
  now: string
  /** Null on demand. */
  status: SessionState | null
  started_at: string | null
  starts_at: string | null
  /** The current video. */
  source: VideoSource | null
  is_down: boolean
  viewers: number
  is_muted: boolean
  lines: RoomLine[]
  /** Counts of reactions to the broadcast. */
  reactions: Reactions
  voted: string[]
  interactions: RoomInteraction[]
}

export type RoomEntry = {
  /** A token of the role anon with the claim registration_id. */
  access: string
  registrationId: string
  sessionId: string | null
  room: Room
}

/** Seconds between heartbeats. */
export const beatSeconds = 20
/** Lifetime of an access token in seconds. The room enters again before it ends. */
export const accessSeconds = 3600
