// What a channel wants to hear of changes to tables.
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

const longestWaitMs = 20_000

type Parts = {
  feed: Feed
  limits: Limits
  replies: Replies
  topic: string
  version: Version
  send: (frame: Buffer) => void
  /** Changes were missed. */
  lost: () => void
}

export class ChangeSubscriptions {
  private readonly parts: Parts
  private readonly listener
  private options: Pick<JoinOptions, 'postgres_changes' | 'postgres_changes_options'> | undefined
  /** Why changes cannot be listened to with the rights of now. */
  private problem: string | undefined

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

  /** Whose rights count from now on. */
  set caller(caller: CallerIdentity) {
    this.listener.caller = caller
  }
  get caller() {
    return this.listener.caller
  }

  /**
   * Prepares the subscriptions, all or none. That they cannot be does not keep the channel from opening: a client that has just been
   * loaded often joins first, without rights, and sends its token a moment later.
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
    if (!this.problem && !(await feed.isStreaming(wait ? Math.min(timeout, longestWaitMs) : limits.streamingMs)))
      throw new ChannelError('PostgresChangesSubscribeTimeout: changes do not flow at the moment')
  }

  private async check(bindings: Binding[]): Promise<string | undefined> {
    const { caller } = this.listener
    try {
      const checked = bindings.map((binding) => checkBinding(this.parts.feed.catalogue, binding, caller))
      this.listener.subscriptions = await Promise.all(checked)
      return undefined
    } catch (error) {
      if (!(error instanceof SubscriptionError)) throw error
      // Another caller by now: the token came while we asked.
      return caller === this.listener.caller ? error.message : this.check(bindings)
    }
  }

  /** As the client wrote them, with the numbers under which changes will come. */
  numbered() {
    return this.options!.postgres_changes.map((binding) => ({ id: idOf(binding), ...binding }))
  }

  begin() {
    if (this.listener.subscriptions.length > 0) this.parts.feed.add(this.listener)
  }

  /** Says whether changes flow. */
  tell() {
    if (this.problem) this.parts.replies.system('postgres_changes', 'error', this.problem)
    else if (this.options!.postgres_changes.length > 0)
      this.parts.replies.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  }

  /** What was refused before may be granted to the new caller. Answers whether something new flows. */
  async retry() {
    if (!this.problem) return false
    await this.prepare(this.options!)
    return !this.problem
  }

  end() {
    this.parts.feed.remove(this.listener)
  }
}
