import { useQueryClient } from '@tanstack/react-query'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { type ChangeBundle, type RowChange } from '#client/change-buffer.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useMuted } from '#features/notifications/preferences.data.ts'
import { connectionLost, opportunityNotices } from '#features/opportunities/notices/opportunity-notices.ts'
import type { Opportunity } from '#features/opportunities/opportunities.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { readActors } from '#features/audit/actors.data.ts'
import { readStaff } from '#platform/accounts/staff.data.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { toast } from '#ui/toast/toast.tsx'

/** Toasts for other users' board changes, on every screen. Renders nothing. */
export function LiveNotices() {
  const backend = useBackend()
  const queries = useQueryClient()
  const userId = useUserId()
  const { data: pipelines = [] } = usePipelines()
  const { data: muted = [] } = useMuted()
  const stageName = (id: string) => pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id)?.name

  async function notify(bundle: ChangeBundle<Opportunity>) {
    if (muted.includes('opportunity.changed')) return
    const whose = await actorsOf(bundle.changes)
    const notices = opportunityNotices(bundle, stageName, (change) => whose(change) === userId)
    if (notices.length === 0) return
    // A fixed id: each toast replaces the previous one.
    toast.info(notices.map(({ text }) => text).join(', '), { title: await titleFor(bundle, whose), id: 'board' })
  }

  /** The actor of each change. Failures are ignored: the toast then has no name. */
  async function actorsOf(changes: RowChange<Opportunity>[]) {
    const rowOf = ({ new: now, old }: RowChange<Opportunity>) => (now.id ? now : old)
    const ids = new Set(changes.map((change) => rowOf(change).id).filter((id) => id !== undefined))
    const madeBy = await readActors(backend, 'opportunities', [...ids]).catch(() => () => undefined)
    return (change: RowChange<Opportunity>) => madeBy(rowOf(change).id, rowOf(change).version)
  }

  /** Names the colleague if all changes have one actor. */
  async function titleFor(
    { changes }: ChangeBundle<Opportunity>,
    whose: (change: RowChange<Opportunity>) => string | undefined,
  ) {
    const others = new Set(changes.map(whose).filter((id) => id !== userId))
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
    onChanges: (bundle) => void notify(bundle),
    onGiveUp: () =>
      toast.error(connectionLost, { id: 'board-lost', action: { text: 'רענון העמוד', run: () => location.reload() } }),
  })
  return null
}
