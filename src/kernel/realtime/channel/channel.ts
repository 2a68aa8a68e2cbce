// One channel of one socket, from its join to its end.
import { type Broadcast, type Frame, writeBroadcast } from '../frames.ts'
import { replay } from '../message-history.ts'
import type { Place } from '../topics.ts'
import type { Ground, Host } from './channel-context.ts'
import { type Admission, ChannelError, type JoinOptions, OverloadError, admit, readJoin } from './join.ts'
import { createLine } from './replies.ts'
import { Listening } from './subscriptions.ts'
import { Membership } from './topic-member.ts'
import { type Rights, openRights } from './rights.ts'
import { speak } from './broadcast.ts'
import { Tracking } from './presence-tracking.ts'

const longestTimerMs = 2 ** 31 - 1
const laterMs = 5000

export class Channel {
  readonly topic: string
  private readonly ground: Ground
  private readonly host: Host
  private readonly line
  private readonly member: Membership
  private readonly listening: Listening
  private readonly tracking: Tracking
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

  constructor(ground: Ground, host: Host, { topic, joinRef, ref }: Frame) {
    this.ground = ground
    this.host = host
    this.topic = topic
    const { feed, limits } = ground
    const { version, send } = host
    this.line = createLine(host, topic, joinRef ?? ref)
    this.member = new Membership(version, send)
    this.tracking = new Tracking(ground.bus, limits, ground.mayTrack)
    const lost = () => this.fail('Changes were missed. Subscribe again and fetch what you show.')
    this.listening = new Listening({ feed, limits, line: this.line, topic, version, send, lost })
  }

  private get name() {
    return this.topic.slice('realtime:'.length)
  }
  private get place(): Place {
    return { topic: this.topic, isPrivate: this.options?.private ?? false }
  }
  /** Whom the channel's token names. */
  get subject() {
    return (JSON.parse(this.listening.reader.claims) as { sub?: string }).sub
  }

  /** Answers the join: ok only when everything that was asked for flows from now on. */
  async join({ ref, payload }: Frame) {
    try {
      const { options, token } = readJoin(payload)
      this.token = token ?? this.host.apikey
      const admission = await admit(this.ground.tokens, this.token)
      this.options = options
      await this.enter(admission, 0)
      await Promise.all([this.ground.bus.ready(), this.listening.prepare(options)])
      // From here on what is said on the topic is held back, until what was said before has been replayed.
      if (this.isOpen) this.ground.topics.join(this.place, this.member)
      const replayed = options.broadcast.replay ? await this.replay(options.broadcast.replay) : []
      // Left, or joined anew, while we asked the database.
      if (this.isOpen) this.begin(ref, options, replayed)
    } catch (error) {
      if (!(error instanceof ChannelError)) this.ground.log.error({ err: error }, 'a join failed')
      const reason = error instanceof ChannelError ? error.message : 'UnknownErrorOnChannel: please try again'
      const wasOpen = this.isOpen
      this.retire()
      // Until it is answered it keeps its place among the socket's channels.
      this.host.refuseJoin(() => {
        this.host.forget(this)
        if (wasOpen) this.line.reply(ref, 'error', { reason })
      })
    }
  }

  private begin(ref: string | null, options: JoinOptions, replayed: (Broadcast & { meta: { id: string } })[]) {
    this.isJoined = true
    this.tracking.key = options.presence.key || crypto.randomUUID()
    this.listening.begin()
    this.line.reply(ref, 'ok', { postgres_changes: this.listening.numbered() })
    this.hear()
    if (this.member.hears.presence) this.line.push('presence_state', this.ground.presence.state(this.place))
    for (const message of replayed) {
      const frame = writeBroadcast(this.host.version, this.topic, message)
      if (frame) this.host.send(frame)
    }
    this.member.open(replayed.map(({ meta }) => meta.id))
    this.listening.tell()
    if (options.broadcast.replication_ready) void this.tellReplication()
    if (!options.private) return
    this.ground.privateChannels.add(this)
    this.recheck = setInterval(() => void this.lookAgain(), this.ground.limits.recheckMs * (0.9 + Math.random() * 0.2))
  }

  private hear() {
    const wants = this.options!.presence.enabled || this.tracking.isOn
    this.member.hears.broadcast = this.rights.broadcast.listen
    this.member.hears.presence = wants && this.rights.presence.listen
  }

  private async replay(wish: NonNullable<JoinOptions['broadcast']['replay']>) {
    return this.rights.broadcast.listen ? replay(this.ground.pool, this.name, wish) : []
  }

  private async tellReplication() {
    const flows = await this.ground.feed.isStreaming(this.ground.limits.streamingMs)
    if (!this.isOpen) return
    if (flows) this.line.system('system', 'ok', 'Replication connection established')
    else this.line.system('system', 'error', 'Replication connection is not ready')
  }

  /** Takes over who listens and what the channel's policies allow them. */
  private async enter({ reader, until }: Admission, turn: number) {
    const rights = this.options?.private ? await this.ground.askRights(this.name, reader) : openRights
    if (turn < this.rightsTurn) return
    this.rightsTurn = turn
    if (!rights.broadcast.listen && !rights.presence.listen)
      throw new ChannelError(`Unauthorized: You do not have permissions to read from this Channel topic: ${this.name}`)
    this.rights = rights
    this.listening.reader = reader
    clearTimeout(this.expiry)
    if (!this.isOpen || until === undefined) return
    const lastMs = until + this.ground.limits.graceMs - Date.now()
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
  async lookAgain() {
    if (this.isJoined) await this.reenter()
  }

  private async reenter() {
    const turn = ++this.newestToken
    try {
      const admission = await admit(this.ground.tokens, this.token)
      if (turn !== this.newestToken || !this.isOpen) return
      await this.enter(admission, turn)
      if (!this.isJoined) return
      this.hear()
      if ((await this.listening.retry()) && this.isOpen) {
        this.listening.begin()
        this.listening.tell()
      }
    } catch (error) {
      // Nobody loses a channel because the database is busy, or away for a moment.
      if (!(error instanceof ChannelError) || error instanceof OverloadError) this.lookLater(error)
      else if (turn === this.newestToken) this.shut(error.message)
    }
  }

  private lookLater(error: unknown) {
    this.ground.log.warn({ err: error }, 'the rights of an open channel could not be asked')
    clearTimeout(this.later)
    if (this.isOpen) this.later = setTimeout(() => void this.lookAgain(), laterMs * (1 + Math.random())).unref()
  }

  async broadcast(ref: string | null, message: Broadcast, persist?: unknown) {
    if (!this.isJoined) return
    const { place, name, rights, member } = this
    const { self, ack } = this.options!.broadcast
    const reply = await speak(this.ground, { place, name, rights, member, self }, message, persist)
    if (reply && ack && this.isOpen) this.line.reply(ref, ...reply)
  }

  presence({ ref, payload }: Frame) {
    if (!this.isJoined) return
    const wasOn = this.tracking.isOn
    const reason = this.tracking.call(payload, this.place, this.rights.presence.send)
    if (reason) return this.line.reply(ref, 'error', { reason })
    // Whoever shows itself sees the others from then on.
    const heard = this.member.hears.presence
    if (!wasOn) this.hear()
    if (this.member.hears.presence && !heard) this.line.push('presence_state', this.ground.presence.state(this.place))
    this.line.reply(ref, 'ok', {})
  }

  leave(ref: string | null) {
    this.close()
    this.line.reply(ref, 'ok', {})
  }

  /** The client asked for it, or joins the topic anew. */
  close() {
    this.end()
    this.line.push('phx_close', {}, true)
  }

  /** The server ends the channel for good and says why. */
  shut(message: string) {
    if (!this.isOpen) return
    this.end()
    this.line.system('system', 'error', message)
    this.line.push('phx_close', {}, true)
  }

  /** The channel failed, the client's library joins it again by itself. */
  private fail(message: string) {
    if (!this.isOpen) return
    this.end()
    this.line.system('postgres_changes', 'error', message)
    this.line.push('phx_error', { reason: message }, true)
  }

  /** Takes the channel out of everything without a word. */
  end() {
    this.retire()
    this.host.forget(this)
  }

  private retire() {
    this.isOpen = false
    this.isJoined = false
    clearTimeout(this.expiry)
    clearInterval(this.recheck)
    clearTimeout(this.later)
    this.listening.end()
    this.tracking.end()
    this.ground.privateChannels.delete(this)
    this.ground.topics.leave(this.place, this.member)
  }
}
