// A channel as a member of its topic. Broadcasts are buffered until the channel's join reply is sent.
import type { Version } from '../frames.ts'
import type { Member } from '../topics.ts'

const maxBuffered = 10_000

export class TopicMember implements Member {
  readonly version: Version
  readonly send: (frame: Buffer) => void
  receives = { broadcast: true, presence: false }
  private buffered: { frame: Buffer; id: string | undefined }[] | undefined = []
  private replayed: Set<string> | undefined

  constructor(version: Version, send: (frame: Buffer) => void) {
    this.version = version
    this.send = send
  }

  take(frame: Buffer, id: string | undefined) {
    if (this.buffered) {
      if (this.buffered.length < maxBuffered) this.buffered.push({ frame, id })
    } else if (!id || !this.replayed?.has(id)) this.send(frame)
  }

  /** Sends the buffered broadcasts, except messages that were already replayed. */
  open(replayed: string[]) {
    if (replayed.length > 0) this.replayed = new Set(replayed)
    const buffered = this.buffered ?? []
    this.buffered = undefined
    if (this.receives.broadcast) for (const { frame, id } of buffered) this.take(frame, id)
  }
}
