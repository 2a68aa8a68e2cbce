import { useBackend, useUserId } from '#client/session-context.tsx'
import { type ChangeBundle, type RowChange } from '#client/change-buffer.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useMuted } from '#features/notifications/preferences.data.ts'
import { connectionLost, opportunityNotices } from '#features/opportunities/opportunity-notices.ts'
import type { Opportunity } from '#features/opportunities/opportunities.ts'
import { usePipelines } from '#features/pipelines/pipelines.data.ts'
import { readOwnArrivals } from '#features/opportunities/own-moves.data.ts'
import { toast } from '#ui/toast.tsx'

/** Tells what other people do on the board, on whatever screen one is. Shows nothing itself. */
export function LiveNotices() {
  const backend = useBackend()
  const userId = useUserId()
  const { data: pipelines = [] } = usePipelines()
  const { data: muted = [] } = useMuted()
  const stageName = (id: string) => pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id)?.name

  async function tell(bundle: ChangeBundle<Opportunity>) {
    if (muted.includes('opportunity.changed')) return
    const isOwn = await ownChanges(bundle.changes)
    const notices = opportunityNotices(bundle, stageName, isOwn)
    // One toast, renewed: what is told next replaces what was told before.
    if (notices.length > 0)
      toast.info(notices.map(({ text }) => text).join(', '), { title: 'עדכון בצינור', id: 'board' })
  }

  async function ownChanges(changes: RowChange<Opportunity>[]) {
    const arrivals = changes.filter(
      ({ eventType, new: now, old }) => eventType === 'INSERT' || now.stage_id !== old.stage_id,
    )
    const ids = new Set(arrivals.map((change) => change.new.id).filter((id) => id !== undefined))
    // Not knowing who did it is no reason to say nothing.
    const isOwnArrival = await readOwnArrivals(backend, userId, [...ids]).catch(() => () => false)
    return (change: RowChange<Opportunity>) =>
      arrivals.includes(change) && isOwnArrival(change.new.id, change.new.stage)
  }

  useTableChanges<Opportunity>({
    table: 'opportunities',
    onChanges: (bundle) => void tell(bundle),
    onGiveUp: () =>
      toast.error(connectionLost, { id: 'board-lost', action: { text: 'רענון העמוד', run: () => location.reload() } }),
  })
  return null
}
