// Live changes of a table. However many parts of a screen listen to one table, the server sees one channel.
import type { SupabaseClient } from '@supabase/supabase-js'
import { useEffect, useRef } from 'react'
import { isFirstScreenReady } from '#lib/first-screen-ready.ts'
import type { Backend } from './backend.ts'
import { type ChangeBundle, changeBuffer, type RowChange } from './change-buffer.ts'
import { keepJoined } from './reconnect.ts'
import { liveSideOf } from './initial-client.ts'
import { useBackend } from './session-context.tsx'

type Row = Record<string, unknown>
/** In the words of the client, which comes later than this. */
export const subscribed = 'SUBSCRIBED'
export type Watch<R> = {
  table: string
  /** In the words of the server, e.g. `user_id=eq.…`. */
  filter?: string
  onChanges: (bundle: ChangeBundle<R>) => void
  /** The connection was lost and is back, or the server could not keep up: read again what is on the screen. */
  onReconnect?: () => void
  /** Five attempts were in vain. */
  onGiveUp?: () => void
}

const feeds = new WeakMap<Backend, Map<string, Feed>>()

/** Listens to a table until the answered function is called. Row-level security decides what is heard. */
export function watchTable<R = Row>(backend: Backend, watch: Watch<R>): () => void {
  const ofBackend = feeds.get(backend) ?? new Map<string, Feed>()
  feeds.set(backend, ofBackend)
  const key = `${watch.table} ${watch.filter ?? ''}`
  const feed = ofBackend.get(key) ?? openFeed(backend, watch.table, watch.filter)
  ofBackend.set(key, feed)
  // The rows' type is the caller's promise: the wire carries plain records.
  const listener = watch as unknown as Watch<Row>
  feed.add(listener)
  return () => {
    feed.remove(listener)
    if (feed.isEmpty()) ofBackend.delete(key)
  }
}

/** `watchTable` for as long as the component lives. The callbacks may change from render to render. */
export function useTableChanges<R = Row>({ table, filter, ...callbacks }: Watch<R>) {
  const backend = useBackend()
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  useEffect(
    () =>
      watchTable<R>(backend, {
        table,
        ...(filter && { filter }),
        onChanges: (bundle) => latest.current.onChanges(bundle),
        onReconnect: () => latest.current.onReconnect?.(),
        onGiveUp: () => latest.current.onGiveUp?.(),
      }),
    [backend, table, filter],
  )
}

type Feed = ReturnType<typeof openFeed>

function openFeed(backend: Backend, table: string, filter: string | undefined) {
  const listeners = new Set<Watch<Row>>()
  const buffer = changeBuffer<Row>(
    (bundle) => listeners.forEach((listener) => listener.onChanges(bundle)),
    () => document.hidden,
  )
  let connection: ReturnType<typeof keepJoined> | undefined

  const readAgain = () => listeners.forEach((listener) => listener.onReconnect?.())
  const start = () =>
    keepJoined({
      join: (report) =>
        joinChannel(backend, { table, filter, onChange: (change) => buffer.add(change), onMissed: readAgain }, report),
      onReconnect: readAgain,
      onGiveUp() {
        for (const listener of listeners) listener.onGiveUp?.()
      },
    })

  return {
    add(listener: Watch<Row>) {
      listeners.add(listener)
      // A new listener is also a new chance for a channel that was given up.
      if (connection) connection.retry()
      else connection = start()
    },
    remove(listener: Watch<Row>) {
      listeners.delete(listener)
      if (listeners.size > 0) return
      connection?.stop()
      connection = undefined
      buffer.drop()
    },
    isEmpty: () => listeners.size === 0,
  }
}

let joins = 0

type Wish = {
  table: string
  filter: string | undefined
  onChange: (change: RowChange<Row>) => void
  onMissed: () => void
}

function joinChannel(
  backend: Backend,
  { table, filter, onChange, onMissed }: Wish,
  report: (status: 'joined' | 'lost') => void,
) {
  let leave: (() => void) | undefined
  let left = false
  // Whoever listens from the first screen on hears nothing until it stands: what came in between is to be read.
  let isBehind = !isFirstScreenReady()

  async function join() {
    const live = await liveSideOf(backend)
    if (left) return
    // A fresh name each time: the client refuses to join one topic twice.
    const channel = live.channel(`changes:${table}:${(joins += 1)}`, { config: { private: true } })
    leave = () => void live.removeChannel(channel)
    await clearDeadSocket(live)
    // A join that leaves before the session was read would go out as a visitor's, and stay one.
    await live.realtime.setAuth()
    if (left) return
    channel
      .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter && { filter }) }, (change) =>
        onChange({ eventType: change.eventType, table: change.table, new: change.new, old: change.old }),
      )
      .on('system', {}, ({ status, message }: { status: string; message: string }) => {
        if (status === 'ok' && message === 'resync') onMissed()
      })
      .subscribe((status) => {
        report(status === subscribed ? 'joined' : 'lost')
        if (status !== subscribed || !isBehind) return
        isBehind = false
        onMissed()
      })
  }

  join().catch(() => report('lost'))
  return () => {
    left = true
    leave?.()
  }
}

/** The client would go on using a socket that has died: it has to be put away before the next attempt. */
export async function clearDeadSocket({ realtime }: Pick<SupabaseClient, 'realtime'>) {
  if (!realtime.isConnected() && !realtime.isConnecting()) await realtime.disconnect()
}
