// The subscriptions of a channel to table changes.
import type { Feed } from '../changes/feed.ts'
import {
  type Binding,
  type CallerIdentity,
  type Subscription,
  SubscriptionError,
  checkBinding,
  idOf,
} from '../changes/tables.ts'
import type { Version } from '../frames.ts'
import type { Limits } from '../limits.ts'
import { ChannelError, type JoinOptions } from './join.ts'
import type { Replies } from './replies.ts'

const maxWaitMs = 20_000

type Parts = {
  feed: Feed
  limits: Limits
  replies: Replies
  topic: string
  version: Version
  send: (frame: Buffer) => void
  /** Called when changes were missed. */
  lost: () => void
}

export class ChangeSubscriptions {
  private readonly parts: Parts
  private readonly listener
  private options: Pick<JoinOptions, 'postgres_changes' | 'postgres_changes_options'> | undefined
  /** The reason why the current caller cannot subscribe, if any. */
  private problem: string | undefined
  /** How long the tables had been unchanged when the subscription began. */
  private quietMs = 0

  constructor(parts: Parts) {
    this.parts = parts
    const { topic, version, send, lost } = parts
    this.listener = {
      topic,
      version,
      send,
      lost,
      caller: { role: 'anon', claims: '{}' },
      subscriptions: [] as Subscription[],
    }
  }

  /** Sets the caller whose rights apply. */
  set caller(caller: CallerIdentity) {
    this.listener.caller = caller
  }
  get caller() {
    return this.listener.caller
  }

  /**
   * Checks all subscriptions, all or none. A refusal still opens the channel: a client often joins before it has rights and
   * sends its token later.
   */
  async prepare(options: Pick<JoinOptions, 'postgres_changes' | 'postgres_changes_options'>) {
    this.options = options
    const {
      postgres_changes: bindings,
      postgres_changes_options: { wait, timeout },
    } = options
    if (bindings.length === 0) return
    const { feed, limits } = this.parts
    this.problem = await this.check(bindings)
    if (this.problem && wait) throw new ChannelError(`RealtimeDisabledForConfiguration: ${this.problem}`)
    if (!this.problem && !(await feed.isStreaming(wait ? Math.min(timeout, maxWaitMs) : limits.streamingMs)))
      throw new ChannelError('PostgresChangesSubscribeTimeout: changes do not flow at the moment')
  }

  private async check(bindings: Binding[]): Promise<string | undefined> {
    const { caller } = this.listener
    try {
      const checked = bindings.map((binding) => checkBinding(this.parts.feed.catalog, binding, caller))
      this.listener.subscriptions = await Promise.all(checked)
      return undefined
    } catch (error) {
      if (!(error instanceof SubscriptionError)) throw error
      // A fresh token arrived during the check.
      return caller === this.listener.caller ? error.message : this.check(bindings)
    }
  }

  /** The bindings as the client sent them, with the ids that changes will carry. */
  withIds() {
    return this.options!.postgres_changes.map((binding) => ({ id: idOf(binding), ...binding }))
  }

  begin() {
    const { subscriptions } = this.listener
    if (subscriptions.length === 0) return
    this.parts.feed.add(this.listener)
    this.quietMs = this.parts.feed.quietMs(subscriptions)
  }

  /** Reports whether changes stream. */
  reportStatus() {
    if (this.problem) this.parts.replies.system('postgres_changes', 'error', this.problem)
    else if (this.options!.postgres_changes.length > 0)
      this.parts.replies.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL', { quiet_ms: this.quietMs })
  }

  /** Checks refused subscriptions for the new caller. Resolves with whether they are now granted. */
  async retry() {
    if (!this.problem) return false
    await this.prepare(this.options!)
    return !this.problem
  }

  end() {
    this.parts.feed.remove(this.listener)
  }
}
