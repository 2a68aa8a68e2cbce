// A channel as its topic sees it. Until the join is answered, what is said on the topic waits.
import type { Version } from '../frames.ts'
import type { Member } from '../topics.ts'

const mostHeld = 10_000

export class TopicMember implements Member {
  readonly version: Version
  readonly send: (frame: Buffer) => void
  receives = { broadcast: true, presence: false }
  private held: { frame: Buffer; id: string | undefined }[] | undefined = []
  private replayed: Set<string> | undefined

  constructor(version: Version, send: (frame: Buffer) => void) {
    this.version = version
    this.send = send
  }

  take(frame: Buffer, id: string | undefined) {
    if (this.held) {
      if (this.held.length < mostHeld) this.held.push({ frame, id })
    } else if (!id || !this.replayed?.has(id)) this.send(frame)
  }

  /** What has been replayed does not come a second time. */
  open(replayed: string[]) {
    if (replayed.length > 0) this.replayed = new Set(replayed)
    const held = this.held ?? []
    this.held = undefined
    if (this.receives.broadcast) for (const { frame, id } of held) this.take(frame, id)
  }
}
