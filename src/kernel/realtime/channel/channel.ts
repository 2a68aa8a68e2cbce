// One channel of one socket, from its join to its end.
import { type Broadcast, type Frame, writeBroadcast } from '../frames.ts'
import { readHistory } from '../message-history.ts'
import type { TopicRef } from '../topics.ts'
import type { ChannelContext, ChannelSocket } from './channel-context.ts'
import {
  type AuthenticatedCaller,
  ChannelError,
  type JoinOptions,
  OverloadError,
  authenticate,
  readJoin,
} from './join.ts'
import { createReplies } from './replies.ts'
import { ChangeSubscriptions } from './subscriptions.ts'
import { TopicMember } from './topic-member.ts'
import { type Rights, openRights } from './rights.ts'
import { sendBroadcast } from './broadcast.ts'
import { PresenceTracking } from './presence-tracking.ts'

const longestTimerMs = 2 ** 31 - 1
const laterMs = 5000

export class Channel {
  readonly topic: string
  private readonly context: ChannelContext
  private readonly socket: ChannelSocket
  private readonly replies
  private readonly member: TopicMember
  private readonly subscriptions: ChangeSubscriptions
  private readonly presenceTracking: PresenceTracking
  private isOpen = true
  private isJoined = false
  private options: JoinOptions | undefined
  private rights: Rights = openRights
  private token = ''
  private expiry: NodeJS.Timeout | undefined
  private recheck: NodeJS.Timeout | undefined
  private later: NodeJS.Timeout | undefined
  private newestToken = 0
  /** Which of the tokens the rights are those of. */
  private rightsTurn = 0

  constructor(context: ChannelContext, socket: ChannelSocket, { topic, joinRef, ref }: Frame) {
    this.context = context
    this.socket = socket
    this.topic = topic
    const { feed, limits } = context
    const { version, send } = socket
    this.replies = createReplies(socket, topic, joinRef ?? ref)
    this.member = new TopicMember(version, send)
    this.presenceTracking = new PresenceTracking(context.bus, limits, context.mayTrack)
    const lost = () => this.fail('Changes were missed. Subscribe again and fetch what you show.')
    this.subscriptions = new ChangeSubscriptions({ feed, limits, replies: this.replies, topic, version, send, lost })
  }

  private get name() {
    return this.topic.slice('realtime:'.length)
  }
  private get place(): TopicRef {
    return { topic: this.topic, isPrivate: this.options?.private ?? false }
  }
  /** Whom the channel's token names. */
  get subject() {
    return (JSON.parse(this.subscriptions.caller.claims) as { sub?: string }).sub
  }

  /** Answers the join: ok only when everything that was asked for flows from now on. */
  async join({ ref, payload }: Frame) {
    try {
      const { options, token } = readJoin(payload)
      this.token = token ?? this.socket.apikey
      const authenticated = await authenticate(this.context.tokens, this.token)
      this.options = options
      await this.enter(authenticated, 0)
      await Promise.all([this.context.bus.ready(), this.subscriptions.prepare(options)])
      // From here on what is said on the topic is held back, until what was said before has been replayed.
      if (this.isOpen) this.context.topics.join(this.place, this.member)
      const replayed = options.broadcast.replay ? await this.replay(options.broadcast.replay) : []
      // Left, or joined anew, while we asked the database.
      if (this.isOpen) this.begin(ref, options, replayed)
    } catch (error) {
      if (!(error instanceof ChannelError)) this.context.log.error({ err: error }, 'a join failed')
      const reason = error instanceof ChannelError ? error.message : 'UnknownErrorOnChannel: please try again'
      const wasOpen = this.isOpen
      this.retire()
      // Until it is answered it keeps its place among the socket's channels.
      this.socket.refuseJoin(() => {
        this.socket.forget(this)
        if (wasOpen) this.replies.reply(ref, 'error', { reason })
      })
    }
  }

  private begin(ref: string | null, options: JoinOptions, replayed: (Broadcast & { meta: { id: string } })[]) {
    this.isJoined = true
    this.presenceTracking.key = options.presence.key || crypto.randomUUID()
    this.subscriptions.begin()
    this.replies.reply(ref, 'ok', { postgres_changes: this.subscriptions.numbered() })
    this.hear()
    if (this.member.receives.presence) this.replies.push('presence_state', this.context.presence.state(this.place))
    for (const message of replayed) {
      const frame = writeBroadcast(this.socket.version, this.topic, message)
      if (frame) this.socket.send(frame)
    }
    this.member.open(replayed.map(({ meta }) => meta.id))
    this.subscriptions.tell()
    if (options.broadcast.replication_ready) void this.tellReplication()
    if (!options.private) return
    this.context.privateChannels.add(this)
    this.recheck = setInterval(
      () => void this.refreshRights(),
      this.context.limits.recheckMs * (0.9 + Math.random() * 0.2),
    )
  }

  private hear() {
    const wants = this.options!.presence.enabled || this.presenceTracking.isOn
    this.member.receives.broadcast = this.rights.broadcast.listen
    this.member.receives.presence = wants && this.rights.presence.listen
  }

  private async replay(wish: NonNullable<JoinOptions['broadcast']['replay']>) {
    return this.rights.broadcast.listen ? readHistory(this.context.pool, this.name, wish) : []
  }

  private async tellReplication() {
    const flows = await this.context.feed.isStreaming(this.context.limits.streamingMs)
    if (!this.isOpen) return
    if (flows) this.replies.system('system', 'ok', 'Replication connection established')
    else this.replies.system('system', 'error', 'Replication connection is not ready')
  }

  /** Takes over who listens and what the channel's policies allow them. */
  private async enter({ caller, until }: AuthenticatedCaller, turn: number) {
    const rights = this.options?.private ? await this.context.rightsOf(this.name, caller) : openRights
    if (turn < this.rightsTurn) return
    this.rightsTurn = turn
    if (!rights.broadcast.listen && !rights.presence.listen)
      throw new ChannelError(`Unauthorized: You do not have permissions to read from this Channel topic: ${this.name}`)
    this.rights = rights
    this.subscriptions.caller = caller
    clearTimeout(this.expiry)
    if (!this.isOpen || until === undefined) return
    const lastMs = until + this.context.limits.graceMs - Date.now()
    if (lastMs < longestTimerMs) this.expiry = setTimeout(() => this.shut('Token has expired'), Math.max(0, lastMs))
  }

  /** A fresh token on an open channel: nothing is interrupted. The newest wins, whatever order the checks end in. */
  async refresh(payload: unknown) {
    const token = (payload as { access_token?: unknown } | null)?.access_token
    if (typeof token !== 'string' || token === this.token) return
    this.token = token
    await this.reenter()
  }

  /** The same token, but what it may do can have changed. */
  async refreshRights() {
    if (this.isJoined) await this.reenter()
  }

  private async reenter() {
    const turn = ++this.newestToken
    try {
      const authenticated = await authenticate(this.context.tokens, this.token)
      if (turn !== this.newestToken || !this.isOpen) return
      await this.enter(authenticated, turn)
      if (!this.isJoined) return
      this.hear()
      if ((await this.subscriptions.retry()) && this.isOpen) {
        this.subscriptions.begin()
        this.subscriptions.tell()
      }
    } catch (error) {
      // Nobody loses a channel because the database is busy, or away for a moment.
      if (!(error instanceof ChannelError) || error instanceof OverloadError) this.refreshRightsLater(error)
      else if (turn === this.newestToken) this.shut(error.message)
    }
  }

  private refreshRightsLater(error: unknown) {
    this.context.log.warn({ err: error }, 'the rights of an open channel could not be asked')
    clearTimeout(this.later)
    if (this.isOpen) this.later = setTimeout(() => void this.refreshRights(), laterMs * (1 + Math.random())).unref()
  }

  async broadcast(ref: string | null, message: Broadcast, persist?: unknown) {
    if (!this.isJoined) return
    const { place, name, rights, member } = this
    const { self, ack } = this.options!.broadcast
    const reply = await sendBroadcast(this.context, { place, name, rights, member, self }, message, persist)
    if (reply && ack && this.isOpen) this.replies.reply(ref, ...reply)
  }

  presence({ ref, payload }: Frame) {
    if (!this.isJoined) return
    const wasOn = this.presenceTracking.isOn
    const reason = this.presenceTracking.call(payload, this.place, this.rights.presence.send)
    if (reason) return this.replies.reply(ref, 'error', { reason })
    // Whoever shows itself sees the others from then on.
    const heard = this.member.receives.presence
    if (!wasOn) this.hear()
    if (this.member.receives.presence && !heard)
      this.replies.push('presence_state', this.context.presence.state(this.place))
    this.replies.reply(ref, 'ok', {})
  }

  leave(ref: string | null) {
    this.close()
    this.replies.reply(ref, 'ok', {})
  }

  /** The client asked for it, or joins the topic anew. */
  close() {
    this.end()
    this.replies.push('phx_close', {}, true)
  }

  /** The server ends the channel for good and says why. */
  shut(message: string) {
    if (!this.isOpen) return
    this.end()
    this.replies.system('system', 'error', message)
    this.replies.push('phx_close', {}, true)
  }

  /** The channel failed, the client's library joins it again by itself. */
  private fail(message: string) {
    if (!this.isOpen) return
    this.end()
    this.replies.system('postgres_changes', 'error', message)
    this.replies.push('phx_error', { reason: message }, true)
  }

  /** Takes the channel out of everything without a word. */
  end() {
    this.retire()
    this.socket.forget(this)
  }

  private retire() {
    this.isOpen = false
    this.isJoined = false
    clearTimeout(this.expiry)
    clearInterval(this.recheck)
    clearTimeout(this.later)
    this.subscriptions.end()
    this.presenceTracking.end()
    this.context.privateChannels.delete(this)
    this.context.topics.leave(this.place, this.member)
  }
}
