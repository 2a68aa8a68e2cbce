// What a channel says of itself: presence.
import type { Bus } from '../bus/bus.ts'
import { isNestedDeeper } from '../frames.ts'
import { type Limits, windowed } from '../limits.ts'
import type { TopicRef } from '../topics.ts'

/** It is written again at every join and leave, and what is too deep cannot be written. */
const deepest = 32

export class PresenceTracking {
  private readonly bus: Bus
  private readonly limits: Limits
  private readonly mayCall: () => boolean
  private readonly nodeMay: () => boolean
  private readonly id = crypto.randomUUID()
  private said: string | undefined
  private ref: string | undefined
  key = ''

  constructor(bus: Bus, limits: Limits, nodeMay: () => boolean) {
    this.bus = bus
    this.limits = limits
    this.nodeMay = nodeMay
    this.mayCall = windowed(limits.presenceCalls, limits.presenceWindowMs)
  }

  /** Does what the client asks for; answers why not. */
  call(payload: unknown, place: TopicRef, may: boolean): string | undefined {
    const { event, payload: state } = (payload ?? {}) as { event?: unknown; payload?: unknown }
    if (!this.mayCall()) return 'client_rate_limit_exceeded'
    if (!this.nodeMay()) return 'rate_limit_exceeded'
    const action = typeof event === 'string' ? event.toLowerCase() : ''
    if (action === 'untrack') {
      this.end()
      return undefined
    }
    if (action !== 'track') return 'unknown_presence_event'
    if (!may) return 'unauthorized'
    return this.track(place, state ?? {})
  }

  private track(place: TopicRef, state: unknown) {
    if (typeof state !== 'object' || Array.isArray(state) || isNestedDeeper(state, deepest)) return 'invalid_payload'
    const text = JSON.stringify(state)
    if (Buffer.byteLength(text) > this.limits.presenceBytes) return 'payload_size_exceeded'
    if (text === this.said) return undefined
    const phx_ref = crypto.randomUUID()
    this.bus.present(place, this.id, this.key, { ...state, phx_ref, ...(this.ref && { phx_ref_prev: this.ref }) })
    this.said = text
    this.ref = phx_ref
    return undefined
  }

  get isOn() {
    return this.said !== undefined
  }

  end() {
    if (this.isOn) this.bus.absent(this.id)
    this.said = undefined
    this.ref = undefined
  }
}
