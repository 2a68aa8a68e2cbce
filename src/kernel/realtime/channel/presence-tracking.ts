// The presence that a channel announces of itself.
import type { Bus } from '../bus/bus.ts'
import { isNestedDeeper } from '../frames.ts'
import { type Limits, fixedWindow } from '../limits.ts'
import type { TopicRef } from '../topics.ts'

/** Nesting limit: presence is serialized at every join and leave, which would overflow the stack. */
const maxDepth = 32

export class PresenceTracking {
  private readonly bus: Bus
  private readonly limits: Limits
  private readonly mayCall: () => boolean
  private readonly mayTrackOnNode: () => boolean
  private readonly id = crypto.randomUUID()
  private announced: string | undefined
  private ref: string | undefined
  key = ''

  constructor(bus: Bus, limits: Limits, mayTrackOnNode: () => boolean) {
    this.bus = bus
    this.limits = limits
    this.mayTrackOnNode = mayTrackOnNode
    this.mayCall = fixedWindow(limits.presenceCalls, limits.presenceWindowMs)
  }

  /** Handles a presence message; returns the reason if it is refused. */
  call(payload: unknown, topicRef: TopicRef, may: boolean): string | undefined {
    const { event, payload: state } = (payload ?? {}) as { event?: unknown; payload?: unknown }
    if (!this.mayCall()) return 'client_rate_limit_exceeded'
    if (!this.mayTrackOnNode()) return 'rate_limit_exceeded'
    const action = typeof event === 'string' ? event.toLowerCase() : ''
    if (action === 'untrack') {
      this.end()
      return undefined
    }
    if (action !== 'track') return 'unknown_presence_event'
    if (!may) return 'unauthorized'
    return this.track(topicRef, state ?? {})
  }

  private track(topicRef: TopicRef, state: unknown) {
    if (typeof state !== 'object' || Array.isArray(state) || isNestedDeeper(state, maxDepth)) return 'invalid_payload'
    const text = JSON.stringify(state)
    if (Buffer.byteLength(text) > this.limits.presenceBytes) return 'payload_size_exceeded'
    if (text === this.announced) return undefined
    const phx_ref = crypto.randomUUID()
    this.bus.present(topicRef, this.id, this.key, { ...state, phx_ref, ...(this.ref && { phx_ref_prev: this.ref }) })
    this.announced = text
    this.ref = phx_ref
    return undefined
  }

  get isOn() {
    return this.announced !== undefined
  }

  end() {
    if (this.isOn) this.bus.absent(this.id)
    this.announced = undefined
    this.ref = undefined
  }
}
