// Dependencies of a channel: the services of the node, and its socket.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Tokens } from '#kernel/jwt.ts'
import type { Bus } from '../bus/bus.ts'
import type { Feed } from '../changes/feed.ts'
import type { Version } from '../frames.ts'
import type { Limits } from '../limits.ts'
import type { Presence } from '../presence.ts'
import type { WriteBatcher } from '../socket/write-batcher.ts'
import type { Topics } from '../topics.ts'
import type { RightsLookup } from './rights.ts'

export type ChannelContext = {
  tokens: Tokens
  /** A separate pool, so that rights queries do not delay the authorization of changes. */
  pool: pg.Pool
  feed: Feed
  topics: Topics
  presence: Presence
  bus: Bus
  rightsOf: RightsLookup
  /** The private channels, whose rights may change while they are open. */
  privateChannels: Set<{ subject: string | undefined; refreshRights(): Promise<void> }>
  writeBatcher: WriteBatcher
  /** Rate limit of the presence messages of this node. */
  mayTrack: () => boolean
  limits: Limits
  log: FastifyBaseLogger
}

/** The socket of a channel. `apikey` authenticates a client that sends no separate token. */
export type ChannelSocket = {
  version: Version
  apikey: string
  send: (frame: Buffer) => void
  forget: (channel: { topic: string }) => void
  /** Sends the refusal of a join: immediately, or with a delay after too many refusals. */
  refuseJoin: (answer: () => void) => void
}
