// The messages that a channel sends to its client.
import { type Version, writeText } from '../frames.ts'

export type Replies = ReturnType<typeof createReplies>

export function createReplies(
  { version, send }: { version: Version; send: (frame: Buffer) => void },
  topic: string,
  joinRef: string | null,
) {
  const name = topic.slice('realtime:'.length)

  function write(head: { joinRef?: string | null; ref?: string | null; event: string }, payload: object) {
    send(writeText(version, { topic, ...head }, JSON.stringify(payload)))
  }
  /** Control messages carry the ref of their join, so that a later join of the same topic ignores them. */
  function push(event: string, payload: object, isControl = false) {
    write(isControl ? { joinRef, ref: joinRef, event } : { event }, payload)
  }

  return {
    push,
    reply(ref: string | null, status: 'ok' | 'error', response: object) {
      write({ joinRef, ref, event: 'phx_reply' }, { status, response })
    },
    system(extension: string, status: 'ok' | 'error', message: string, more: object = {}) {
      push('system', { extension, status, message, channel: name, ...more })
    },
  }
}
