// Live changes of a table. All listeners of one table and filter share one channel.
import { useEffect, useRef } from 'react'
import { isFirstScreenReady } from '#lib/first-screen-ready.ts'
import type { Backend } from './backend.ts'
import { type ChangeBundle, changeBuffer, type RowChange } from './change-buffer.ts'
import { clearDeadSocket } from './clear-dead-socket.ts'
import type { Database, Tables } from './database.types.ts'
import { maintainConnection } from './reconnect.ts'
import { realtimeClientOf } from './initial-client.ts'
import { useBackend } from './session-context.tsx'

type Row = Record<string, unknown>
type TableName = keyof Database['public']['Tables']
/** The client's status, declared here because the client library loads later than this module. */
export const subscribed = 'SUBSCRIBED'
export type Watch<Table extends TableName> = {
  table: Table
  /** A filter in PostgREST's syntax, e.g. `user_id=eq.…`. */
  filter?: string
  onChanges: (bundle: ChangeBundle<Tables<Table>>) => void
  /** Called with a change that the next bundle lacks because the queue was full. */
  onDrop?: (change: RowChange<Tables<Table>>) => void
  /** Called when the connection was restored or the server skipped changes: refetch the displayed data. */
  onReconnect?: () => void
  /** Called when five attempts to reconnect have failed. */
  onGiveUp?: () => void
}

/** A watch without the static type of its table. */
type Listener = Omit<Watch<TableName>, 'table' | 'onChanges' | 'onDrop'> & {
  onChanges: (bundle: ChangeBundle<Row>) => void
  onDrop?: (change: RowChange<Row>) => void
}

const feeds = new WeakMap<Backend, Map<string, Feed>>()

/** Listens to a table until the returned function is called. Row-level security decides which changes arrive. */
export function watchTable<Table extends TableName>(backend: Backend, watch: Watch<Table>): () => void {
  const backendFeeds = feeds.get(backend) ?? new Map<string, Feed>()
  feeds.set(backend, backendFeeds)
  const key = `${watch.table} ${watch.filter ?? ''}`
  const feed = backendFeeds.get(key) ?? openFeed(backend, watch.table, watch.filter)
  backendFeeds.set(key, feed)
  // The protocol is untyped; the records of a feed are rows of its table.
  const listener = watch as unknown as Listener
  feed.add(listener)
  return () => {
    feed.remove(listener)
    if (feed.isEmpty()) backendFeeds.delete(key)
  }
}

/** `watchTable` for the lifetime of the component. The callbacks may change between renders. */
export function useTableChanges<Table extends TableName>({ table, filter, ...callbacks }: Watch<Table>) {
  const backend = useBackend()
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  useEffect(
    () =>
      watchTable<Table>(backend, {
        table,
        ...(filter && { filter }),
        onChanges: (bundle) => latest.current.onChanges(bundle),
        onDrop: (change) => latest.current.onDrop?.(change),
        onReconnect: () => latest.current.onReconnect?.(),
        onGiveUp: () => latest.current.onGiveUp?.(),
      }),
    [backend, table, filter],
  )
}

type Feed = ReturnType<typeof openFeed>

function openFeed(backend: Backend, table: string, filter: string | undefined) {
  const listeners = new Set<Listener>()
  const buffer = changeBuffer<Row>({
    deliver: (bundle) => listeners.forEach((listener) => listener.onChanges(bundle)),
    onDrop: (change) => listeners.forEach((listener) => listener.onDrop?.(change)),
    isReduced: () => document.hidden,
  })
  let connection: ReturnType<typeof maintainConnection> | undefined

  const refetch = () => listeners.forEach((listener) => listener.onReconnect?.())
  const start = () =>
    maintainConnection({
      join: (report) =>
        joinChannel(backend, { table, filter, onChange: (change) => buffer.add(change), onMissed: refetch }, report),
      onReconnect: refetch,
      onGiveUp() {
        for (const listener of listeners) listener.onGiveUp?.()
      },
    })

  return {
    add(listener: Listener) {
      listeners.add(listener)
      // A new listener also retries a channel that had given up.
      if (connection) connection.retry()
      else connection = start()
    },
    remove(listener: Listener) {
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

/** `quiet_ms`: how long the table had been unchanged when the subscription began. */
type SystemMessage = { status: string; message: string; quiet_ms?: number }

type ChannelOptions = {
  table: string
  filter: string | undefined
  onChange: (change: RowChange<Row>) => void
  onMissed: () => void
}

function joinChannel(
  backend: Backend,
  { table, filter, onChange, onMissed }: ChannelOptions,
  report: (status: 'joined' | 'lost') => void,
) {
  let leave: (() => void) | undefined
  let left = false
  // The first listener's data was read after the page loaded, that of later listeners after they were added.
  const readAt = isFirstScreenReady() ? performance.now() : 0

  async function join() {
    const live = await realtimeClientOf(backend)
    if (left) return
    // A fresh name each time: the client refuses to join one topic twice.
    const channel = live.channel(`changes:${table}:${(joins += 1)}`, { config: { private: true } })
    leave = () => void live.removeChannel(channel)
    await clearDeadSocket(live)
    // Joining before the session is read would authenticate the channel as a visitor permanently.
    await live.realtime.setAuth()
    if (left) return
    channel
      .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter && { filter }) }, (change) =>
        onChange({ eventType: change.eventType, table: change.table, new: change.new, old: change.old }),
      )
      .on('system', {}, ({ status, message, quiet_ms: quietMs = 0 }: SystemMessage) => {
        if (status !== 'ok') return
        const isSubscribed = message === 'Subscribed to PostgreSQL'
        // The table changed since the read, possibly before the join.
        if (message === 'resync' || (isSubscribed && quietMs < performance.now() - readAt)) onMissed()
      })
      .subscribe((status) => report(status === subscribed ? 'joined' : 'lost'))
  }

  join().catch(() => report('lost'))
  return () => {
    left = true
    leave?.()
  }
}
