// One channel of one socket, from its join to its end.
import type { FastifyBaseLogger } from 'fastify'
import type { Tokens } from '../../jwt.ts'
import type { Feed } from '../changes/feed.ts'
import { type Broadcast, type Frame, type Version, isNestedDeeper, writeText } from '../frames.ts'
import {
  type Admission,
  ChannelError,
  type JoinOptions,
  type Rights,
  admit,
  askPolicies,
  openRights,
  readJoin,
} from './join.ts'
import type { Limits } from '../limits.ts'
import { type Binding, type Subscription, SubscriptionError, checkBinding, idOf } from '../changes/tables.ts'
import type { Member, Place, Topics } from '../topics.ts'

/** What the channels of a node stand on. */
export type Ground = { tokens: Tokens; feed: Feed; topics: Topics; limits: Limits; log: FastifyBaseLogger }

/** The socket a channel belongs to. `apikey` speaks for a client that sends no token of its own. */
export type Host = {
  version: Version
  apikey: string
  send(data: Buffer, binary?: boolean): void
  forget(channel: Channel): void
}

const longestTimerMs = 2 ** 31 - 1
/** It is written again at every join and leave, and what is too deep cannot be written. */
const deepestPresence = 32

export class Channel {
  readonly topic: string
  private readonly ground: Ground
  private readonly host: Host
  private readonly joinRef: string | null
  private isOpen = true
  private isJoined = false
  private options: JoinOptions | undefined
  private rights: Rights = openRights
  private presenceKey = ''
  private expiry: NodeJS.Timeout | undefined
  private newestToken = 0
  /** Why changes cannot be listened to with the rights of now. */
  private problem: string | undefined
  private readonly member: Member
  private readonly listener

  constructor(ground: Ground, host: Host, { topic, joinRef, ref }: Frame) {
    this.ground = ground
    this.host = host
    this.topic = topic
    this.joinRef = joinRef ?? ref
    const send = (data: Buffer, binary?: boolean) => host.send(data, binary)
    this.member = { version: host.version, send, hears: { broadcast: true, presence: false } }
    this.listener = {
      topic,
      version: host.version,
      send,
      reader: { role: 'anon', claims: '{}' },
      subscriptions: [] as Subscription[],
      lost: () => this.fail('Changes were missed. Subscribe again and fetch what you show.'),
    }
  }

  private get name() {
    return this.topic.slice('realtime:'.length)
  }
  private get place(): Place {
    return { topic: this.topic, isPrivate: this.options?.private ?? false }
  }

  /** Answers the join: ok only when everything that was asked for flows from now on. */
  async join({ ref, payload }: Frame) {
    try {
      const { options, token } = readJoin(payload)
      const admission = await admit(this.ground.tokens, token ?? this.host.apikey)
      this.options = options
      await this.enter(admission)
      await this.subscribe(options)
      // Left, or joined anew, while we asked the database.
      if (!this.isOpen) return
      this.isJoined = true
      this.member.hears = {
        broadcast: this.rights.broadcast.listen,
        presence: options.presence.enabled && this.rights.presence.listen,
      }
      this.presenceKey = options.presence.key || crypto.randomUUID()
      this.ground.topics.join(this.place, this.member)
      if (this.listener.subscriptions.length > 0) this.ground.feed.add(this.listener)
      this.reply(ref, 'ok', {
        postgres_changes: options.postgres_changes.map((binding) => ({ id: idOf(binding), ...binding })),
      })
      if (this.member.hears.presence) this.push('presence_state', this.ground.topics.presence(this.place))
      this.tellSubscription(options)
    } catch (error) {
      if (!(error instanceof ChannelError)) this.ground.log.error({ err: error }, 'a join failed')
      const reason = error instanceof ChannelError ? error.message : 'UnknownErrorOnChannel: please try again'
      this.end()
      this.reply(ref, 'error', { reason })
    }
  }

  /** Takes over who listens and what the channel's policies allow them. */
  private async enter({ reader, until }: Admission) {
    const rights = this.options?.private ? await askPolicies(this.ground.feed.pool, this.name, reader) : openRights
    if (!rights.broadcast.listen && !rights.presence.listen)
      throw new ChannelError(`Unauthorized: You do not have permissions to read from this Channel topic: ${this.name}`)
    this.rights = rights
    this.listener.reader = reader
    clearTimeout(this.expiry)
    if (!this.isOpen || until === undefined) return
    const lastMs = until + this.ground.limits.graceMs - Date.now()
    if (lastMs < longestTimerMs) this.expiry = setTimeout(() => this.shut('Token has expired'), Math.max(0, lastMs))
  }

  /**
   * Prepares the subscriptions, all or none. That they cannot be does not keep the channel from opening: a client that has just been
   * loaded often joins first, without rights, and sends its token a moment later.
   */
  private async subscribe({ postgres_changes: bindings, postgres_changes_options: { wait, timeout } }: JoinOptions) {
    if (bindings.length === 0) return
    const { feed, limits } = this.ground
    this.problem = await this.check(bindings)
    if (this.problem && wait) throw new ChannelError(`RealtimeDisabledForConfiguration: ${this.problem}`)
    if (!this.problem && !(await feed.isStreaming(wait ? Math.min(timeout, 20_000) : limits.streamingMs)))
      throw new ChannelError('PostgresChangesSubscribeTimeout: changes do not flow at the moment')
  }

  private async check(bindings: Binding[]): Promise<string | undefined> {
    const { reader } = this.listener
    try {
      const checked = bindings.map((binding) => checkBinding(this.ground.feed.pool, binding, reader))
      this.listener.subscriptions = await Promise.all(checked)
      return undefined
    } catch (error) {
      if (!(error instanceof SubscriptionError)) throw error
      // Another reader by now: the token came while we asked.
      return reader === this.listener.reader ? error.message : this.check(bindings)
    }
  }

  private tellSubscription({ postgres_changes: bindings }: JoinOptions) {
    if (this.problem) this.system('postgres_changes', 'error', this.problem)
    else if (bindings.length > 0) this.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  }

  /** A fresh token on an open channel: nothing is interrupted. The newest wins, whatever order the checks end in. */
  async refresh(payload: unknown) {
    const token = (payload as { access_token?: unknown } | null)?.access_token
    if (typeof token !== 'string') return
    const turn = ++this.newestToken
    try {
      const admission = await admit(this.ground.tokens, token)
      if (turn !== this.newestToken || !this.isOpen) return
      await this.enter(admission)
      if (this.problem && this.isJoined) await this.subscribeAnew(this.options!)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      if (turn === this.newestToken) this.shut(error.message)
    }
  }

  /** What was refused before may be granted to the new reader. */
  private async subscribeAnew(options: JoinOptions) {
    await this.subscribe(options)
    if (!this.isOpen || this.problem) return
    this.ground.feed.add(this.listener)
    this.tellSubscription(options)
  }

  broadcast(ref: string | null, message: Broadcast) {
    if (!this.isJoined || !this.rights.broadcast.send) return
    const { self, ack } = this.options!.broadcast
    this.ground.topics.broadcast(this.place, message, self ? undefined : this.member)
    if (ack) this.reply(ref, 'ok', {})
  }

  presence({ ref, payload }: Frame) {
    const { event, payload: state } = (payload ?? {}) as { event?: unknown; payload?: unknown }
    if (!this.isJoined) return
    if (!this.rights.presence.send)
      return this.reply(ref, 'error', { reason: 'Unauthorized: You may not track presence here' })
    const isTrack = event === 'track' && typeof state === 'object' && state !== null
    if (isTrack && isNestedDeeper(state, deepestPresence)) return this.shut('Presence is nested too deeply')
    if (isTrack) this.ground.topics.track(this.place, this.member, this.presenceKey, state)
    else this.ground.topics.untrack(this.place, this.member)
    this.reply(ref, 'ok', {})
  }

  leave(ref: string | null) {
    this.close()
    this.reply(ref, 'ok', {})
  }

  /** The client asked for it, or joins the topic anew. */
  close() {
    this.end()
    this.push('phx_close', {}, true)
  }

  /** The server ends the channel for good and says why. */
  shut(message: string) {
    if (!this.isOpen) return
    this.end()
    this.system('system', 'error', message)
    this.push('phx_close', {}, true)
  }

  /** The channel failed, the client's library joins it again by itself. */
  private fail(message: string) {
    if (!this.isOpen) return
    this.end()
    this.system('postgres_changes', 'error', message)
    this.push('phx_error', { reason: message }, true)
  }

  /** Takes the channel out of everything without a word. */
  end() {
    this.isOpen = false
    this.isJoined = false
    clearTimeout(this.expiry)
    this.ground.feed.remove(this.listener)
    this.ground.topics.leave(this.place, this.member)
    this.host.forget(this)
  }

  private system(extension: string, status: 'ok' | 'error', message: string) {
    this.push('system', { extension, status, message, channel: this.name })
  }

  private reply(ref: string | null, status: 'ok' | 'error', response: object) {
    this.write({ joinRef: this.joinRef, ref, event: 'phx_reply' }, { status, response })
  }

  /** Control messages name the join they belong to, so that a later join of the same topic ignores them. */
  private push(event: string, payload: object, isControl = false) {
    this.write(isControl ? { joinRef: this.joinRef, ref: this.joinRef, event } : { event }, payload)
  }

  private write(head: { joinRef?: string | null; ref?: string | null; event: string }, payload: object) {
    this.host.send(writeText(this.host.version, { topic: this.topic, ...head }, JSON.stringify(payload)))
  }
}
