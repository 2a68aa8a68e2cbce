// The open room of a webinar: registrants who follow it, each over a socket, and send chat lines.
import { setTimeout as sleep } from 'node:timers/promises'
import { callRoom } from '#features/webinars/room/room-call.ts'
import { addLiveSession, keyOf } from '../webinar-room/live-session.ts'
import { openWatcher } from '../webinar-room/watcher.ts'
import type { Cluster } from './cluster.ts'

const linePauseMs = 3000
/** A room shows only its last lines. */
const maxLines = 90
const atOnce = 50
const limitMs = 120_000

export async function openRoom(cluster: Cluster, sockets: number) {
  const session = await addLiveSession(cluster, sockets)
  const watchers: ReturnType<typeof openWatcher>[] = []
  const lineIds = async () =>
    (await cluster.sql<{ id: string }>('select id from webinar_messages where session_id = $1', [session])).map(
      ({ id }) => id,
    )
  const areConnected = () => watchers.every(({ isConnected }) => isConnected())

  return {
    async connect() {
      while (watchers.length < sockets) {
        for (let i = 0; i < atOnce && watchers.length < sockets; i++)
          watchers.push(openWatcher({ origin: cluster.url, key: cluster.anonKey, token: keyOf(watchers.length) }))
        await until('all sockets are connected', areConnected)
      }
    },
    /** A line without a response is not sent again: its transaction may have been committed. */
    async talk(isOver: () => boolean) {
      for (let n = 0; !isOver(); n++) {
        if (n < maxLines) {
          const input = { kind: 'chat', body: `line ${n}`, position: 60 }
          const { access } = watchers[n % sockets]!
          const call = { origin: cluster.url, key: cluster.anonKey, access: access() }
          await callRoom('say-in-webinar', input, call).catch(() => {})
        }
        await sleep(linePauseMs)
      }
    },
    /** Waits until all are reconnected and have received the lines that they missed. */
    async settle() {
      const ids = await lineIds()
      await until('all sockets are back', () => areConnected() && watchers.every(({ has }) => has(ids))).catch(() => {})
      for (const { stop } of watchers) stop()
    },
    displaced: () => watchers.filter(({ lostAt }) => lostAt() !== undefined).length,
    async problems(): Promise<string[]> {
      const ids = await lineIds()
      const incomplete = watchers.filter(({ has }) => !has(ids)).length
      const doubled = watchers.reduce((sum, watcher) => sum + watcher.doubled(), 0)
      return [
        ...(ids.length === 0 ? ['room: no line was said'] : []),
        ...(incomplete > 0 ? [`room: ${incomplete} sockets lack a line`] : []),
        ...(doubled > 0 ? [`room: ${doubled} lines arrived twice`] : []),
      ]
    },
  }
}

async function until(what: string, isSo: () => boolean) {
  const startedAt = performance.now()
  while (!isSo()) {
    if (performance.now() - startedAt > limitMs) throw new Error(`Not so after ${limitMs / 1000} s: ${what}`)
    await sleep(50)
  }
}
