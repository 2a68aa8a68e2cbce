// One channel of one socket, from its join until it is closed.
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
import { reportReplication } from './replication-status.ts'
import { ChangeSubscriptions } from './subscriptions.ts'
import { TopicMember } from './topic-member.ts'
import { type Rights, noRights, openRights } from './rights.ts'
import { sendBroadcast } from './broadcast.ts'
import { PresenceTracking } from './presence-tracking.ts'

const maxTimerMs = 2 ** 31 - 1
const retryMs = 5000

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
  /** Rights have changed during the join. */
  private isRecheckDue = false
  private options: JoinOptions | undefined
  private rights: Rights = noRights
  private token = ''
  private expiryTimer: NodeJS.Timeout | undefined
  private recheckTimer: NodeJS.Timeout | undefined
  private retryTimer: NodeJS.Timeout | undefined
  private latestTokenTurn = 0
  /** The sequence number of the token whose rights apply. */
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
  private get topicRef(): TopicRef {
    return { topic: this.topic, isPrivate: this.options?.private ?? false }
  }
  /** The subject of the channel's token. */
  get subject() {
    return (JSON.parse(this.subscriptions.caller.claims) as { sub?: string }).sub
  }

  /** Replies to the join: ok only once everything that was requested is streaming. */
  async join({ ref, payload }: Frame) {
    try {
      const { options, token } = readJoin(payload)
      // Set before the first await: a token that arrives during the join is checked for this channel, too.
      this.options = options
      this.token = token ?? this.socket.apikey
      const authenticated = await authenticate(this.context.tokens, this.token)
      if (options.private && this.isOpen) this.awaitAccessChanges(authenticated)
      await this.applyCaller(authenticated, 0)
      await Promise.all([this.context.bus.ready(), this.subscriptions.prepare(options)])
      // The member buffers broadcasts until the message history has been replayed.
      if (this.isOpen) this.context.topics.join(this.topicRef, this.member)
      const replayed = options.broadcast.replay ? await this.replay(options.broadcast.replay) : []
      // The client may have left, or joined again, during the queries.
      if (this.isOpen) this.begin(ref, options, replayed)
    } catch (error) {
      if (!(error instanceof ChannelError)) this.context.log.error({ err: error }, 'a join failed')
      const reason = error instanceof ChannelError ? error.message : 'UnknownErrorOnChannel: please try again'
      const wasOpen = this.isOpen
      this.release()
      // Until the refusal is sent, the channel counts towards the socket's limit.
      this.socket.refuseJoin(() => {
        this.socket.forget(this)
        if (wasOpen) this.replies.reply(ref, 'error', { reason })
      })
    }
  }

  /**
   * Called before the lookup of rights, so that a change between its snapshot and the end of the join is not missed.
   */
  private awaitAccessChanges({ caller }: AuthenticatedCaller) {
    if (this.rightsTurn === 0) this.subscriptions.caller = caller
    this.context.privateChannels.add(this)
  }

  private begin(ref: string | null, options: JoinOptions, replayed: (Broadcast & { meta: { id: string } })[]) {
    this.isJoined = true
    this.presenceTracking.key = options.presence.key || crypto.randomUUID()
    this.subscriptions.begin()
    this.replies.reply(ref, 'ok', { postgres_changes: this.subscriptions.withIds() })
    this.updateReceives()
    if (this.member.receives.presence) this.replies.push('presence_state', this.context.presence.state(this.topicRef))
    for (const message of replayed) {
      const frame = writeBroadcast(this.socket.version, this.topic, message)
      if (frame) this.socket.send(frame)
    }
    this.member.open(replayed.map(({ meta }) => meta.id))
    this.subscriptions.reportStatus()
    if (options.broadcast.replication_ready) void reportReplication(this.context, this.replies, () => this.isOpen)
    // A client that reads too slowly may have been disconnected by these frames.
    if (!options.private || !this.isOpen) return
    if (this.isRecheckDue) void this.refreshRights()
    this.recheckTimer = setInterval(
      () => void this.refreshRights(),
      this.context.limits.recheckMs * (0.9 + Math.random() * 0.2),
    )
  }

  private updateReceives() {
    const wantsPresence = this.options!.presence.enabled || this.presenceTracking.isOn
    this.member.receives.broadcast = this.rights.broadcast.listen
    this.member.receives.presence = wantsPresence && this.rights.presence.listen
  }

  private async replay(options: NonNullable<JoinOptions['broadcast']['replay']>) {
    return this.rights.broadcast.listen ? readHistory(this.context.pool, this.name, options) : []
  }

  /** Applies the caller of a token and its rights on the channel. */
  private async applyCaller({ caller, until }: AuthenticatedCaller, turn: number) {
    const rights = this.options?.private ? await this.context.rightsOf(this.name, caller) : openRights
    if (turn < this.rightsTurn) return
    this.rightsTurn = turn
    const mayRead = rights.broadcast.listen || rights.presence.listen
    // A refusal applies at once: rights of an older token, or of the join, end even while a newer token is being
    // checked.
    this.rights = mayRead ? rights : noRights
    if (this.isJoined) this.updateReceives()
    if (!mayRead)
      throw new ChannelError(`Unauthorized: You do not have permissions to read from this Channel topic: ${this.name}`)
    this.subscriptions.caller = caller
    clearTimeout(this.expiryTimer)
    if (!this.isOpen || until === undefined) return
    const remainingMs = until + this.context.limits.graceMs - Date.now()
    if (remainingMs < maxTimerMs)
      this.expiryTimer = setTimeout(() => this.closeWithError('Token has expired'), Math.max(0, remainingMs))
  }

  /** Applies a fresh token to an open channel without interruption. The newest token wins, in whichever order the checks finish. */
  async setToken(payload: unknown) {
    const token = (payload as { access_token?: unknown } | null)?.access_token
    if (typeof token !== 'string' || token === this.token) return
    this.token = token
    await this.applyToken()
  }

  /** Checks the rights of the same token again. */
  async refreshRights() {
    if (this.isJoined) await this.applyToken()
    else this.isRecheckDue = true
  }

  private async applyToken() {
    const turn = ++this.latestTokenTurn
    try {
      const authenticated = await authenticate(this.context.tokens, this.token)
      if (turn !== this.latestTokenTurn || !this.isOpen) return
      await this.applyCaller(authenticated, turn)
      if (!this.isJoined) return
      if ((await this.subscriptions.retry()) && this.isOpen) {
        this.subscriptions.begin()
        this.subscriptions.reportStatus()
      }
    } catch (error) {
      // While the database is busy or unreachable, channels stay open.
      if (!(error instanceof ChannelError) || error instanceof OverloadError) this.refreshRightsLater(error)
      else if (turn === this.latestTokenTurn) this.closeWithError(error.message)
    }
  }

  private refreshRightsLater(error: unknown) {
    this.context.log.warn({ err: error }, 'the rights of an open channel could not be checked')
    clearTimeout(this.retryTimer)
    if (this.isOpen)
      this.retryTimer = setTimeout(() => void this.refreshRights(), retryMs * (1 + Math.random())).unref()
  }

  async broadcast(ref: string | null, message: Broadcast, persist?: unknown) {
    if (!this.isJoined) return
    const { topicRef, name, rights, member } = this
    const { self, ack } = this.options!.broadcast
    const reply = await sendBroadcast(this.context, { topicRef, name, rights, member, self }, message, persist)
    if (reply && ack && this.isOpen) this.replies.reply(ref, ...reply)
  }

  presence({ ref, payload }: Frame) {
    if (!this.isJoined) return
    const wasOn = this.presenceTracking.isOn
    const reason = this.presenceTracking.call(payload, this.topicRef, this.rights.presence.send)
    if (reason) return this.replies.reply(ref, 'error', { reason })
    // Tracking its presence subscribes the client to the presence of others.
    const hadPresence = this.member.receives.presence
    if (!wasOn) this.updateReceives()
    if (this.member.receives.presence && !hadPresence)
      this.replies.push('presence_state', this.context.presence.state(this.topicRef))
    this.replies.reply(ref, 'ok', {})
  }

  leave(ref: string | null) {
    this.close()
    this.replies.reply(ref, 'ok', {})
  }

  /** Handles a leave, or a second join of the topic. */
  close() {
    this.end()
    this.replies.push('phx_close', {}, true)
  }

  /** Closes the channel permanently, with the reason. */
  closeWithError(message: string) {
    if (!this.isOpen) return
    this.end()
    this.replies.system('system', 'error', message)
    this.replies.push('phx_close', {}, true)
  }

  /** Reports a failure, after which the client library joins again by itself. */
  private fail(message: string) {
    if (!this.isOpen) return
    this.end()
    this.replies.system('postgres_changes', 'error', message)
    this.replies.push('phx_error', { reason: message }, true)
  }

  /** Ends the channel without a message to the client. */
  end() {
    this.release()
    this.socket.forget(this)
  }

  private release() {
    this.isOpen = false
    this.isJoined = false
    clearTimeout(this.expiryTimer)
    clearInterval(this.recheckTimer)
    clearTimeout(this.retryTimer)
    this.subscriptions.end()
    this.presenceTracking.end()
    this.context.privateChannels.delete(this)
    this.context.topics.leave(this.topicRef, this.member)
  }
}
