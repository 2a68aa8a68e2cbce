// What channels stand on: the node below them, and the socket they belong to.
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
  /** Of its own: asking for rights must not hold up the judging of changes. */
  pool: pg.Pool
  feed: Feed
  topics: Topics
  presence: Presence
  bus: Bus
  rightsOf: RightsLookup
  /** The private channels, whose rights may change while they are open. */
  privateChannels: Set<{ subject: string | undefined; refreshRights(): Promise<void> }>
  writeBatcher: WriteBatcher
  /** Counts what is said of presence on this node. */
  mayTrack: () => boolean
  limits: Limits
  log: FastifyBaseLogger
}

/** The socket. `apikey` speaks for a client that sends no token of its own. */
export type ChannelSocket = {
  version: Version
  apikey: string
  send: (frame: Buffer) => void
  forget: (channel: { topic: string }) => void
  /** Answers why a join was refused: at once or, when it happens too often, slowly. */
  refuseJoin: (answer: () => void) => void
}
