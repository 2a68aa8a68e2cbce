import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useBackend, useEvents, useUserId } from '#client/session-context.tsx'
import { CHANGES_EVERY_MS } from '#client/change-buffer.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useMuted } from '#features/notifications/preferences.data.ts'
import {
  connectionLost,
  type NetChange,
  opportunityBurst,
  opportunityNotices,
  rowOf,
} from '#features/opportunities/notices/opportunity-notices.ts'
import type { Opportunity } from '#features/opportunities/opportunities.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { readActors } from '#features/audit/actors.data.ts'
import { readStaff } from '#platform/accounts/staff.data.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** Shows toasts about other users' changes of the board, on every screen. Renders nothing. */
export function LiveNotices() {
  const backend = useBackend()
  const events = useEvents()
  const queries = useQueryClient()
  const userId = useUserId()
  const { data: pipelines = [] } = usePipelines()
  const { data: muted = [] } = useMuted()
  const stageName = (id: string) => pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id)?.name

  // Batches of one burst arrive at the throttle's interval: one toast shows their total.
  const [burst] = useState(() => opportunityBurst(CHANGES_EVERY_MS + 500))
  const turn = useRef(0)

  async function notify() {
    if (muted.includes('opportunity.changed')) return
    const mine = (turn.current += 1)
    const changes = burst.changes()
    const whose = await actorsOf(changes)
    // A later batch of the burst announces these changes too.
    if (mine !== turn.current) return
    const notices = opportunityNotices(changes, stageName, (row) => whose(row) === userId)
    if (notices.length === 0) return
    const text = notices.map((one) => one.text).join(', ')
    events.emit('notice', { kind: 'info', text, title: await titleFor(changes, whose), id: 'board' }, 'opportunities')
  }

  /** The author of each row's last change. Failures are ignored: the toast then has no name. */
  async function actorsOf(changes: readonly NetChange[]) {
    const ids = changes.map((change) => rowOf(change).id).filter((id) => id !== undefined)
    const madeBy = await readActors(backend, 'opportunities', ids).catch(() => () => undefined)
    return ({ id, version }: Partial<Opportunity>) => madeBy(id, version)
  }

  /** Names the colleague if all changes have one actor. */
  async function titleFor(changes: readonly NetChange[], whose: (row: Partial<Opportunity>) => string | undefined) {
    const others = new Set(changes.map((change) => whose(rowOf(change))).filter((id) => id !== userId))
    const [only] = others
    if (others.size !== 1 || !only) return 'עדכון בצינור'
    const staff = await queries
      .ensureQueryData({ queryKey: ['staff_members'], queryFn: () => readStaff(backend) })
      .catch(() => [])
    const name = staff.find(({ user_id }) => user_id === only)?.name
    return name ? `עדכון בצינור, ${isolate(name)}` : 'עדכון בצינור'
  }

  useTableChanges({
    table: 'opportunities',
    onDrop: burst.add,
    onChanges({ changes }) {
      changes.forEach(burst.add)
      void notify()
    },
    onGiveUp() {
      const action = { text: 'רענון העמוד', run: () => location.reload() }
      events.emit('notice', { kind: 'error', text: connectionLost, id: 'board-lost', action }, 'opportunities')
    },
  })
  return null
}
