// Checks the rights of open private channels again after rights have changed, debounced and in batches.
import type { ChannelContext } from './channel-context.ts'

const debounceMs = 50
const batchSize = 50

/** Returns a function that takes the subject whose rights have changed, or null when those of any subject may have. */
export function createRightsRefresh(channels: ChannelContext['privateChannels']) {
  let pendingRights: Set<string> | 'all' = new Set()
  let running: Promise<void> | undefined

  function take() {
    const subjects = pendingRights
    pendingRights = new Set()
    return subjects
  }
  const isWanted = () => pendingRights === 'all' || pendingRights.size > 0

  async function run() {
    // Debounced: one migration changes many policies.
    await new Promise((resolve) => setTimeout(resolve, debounceMs).unref())
    const subjects = take()
    const all = [...channels].filter(
      ({ subject }) => subjects === 'all' || (subject !== undefined && subjects.has(subject)),
    )
    for (let i = 0; i < all.length; i += batchSize)
      await Promise.all(all.slice(i, i + batchSize).map((channel) => channel.refreshRights()))
    running = undefined
    if (isWanted()) running = run()
  }

  return (subject: string | null) => {
    if (subject === null) pendingRights = 'all'
    else if (pendingRights !== 'all') pendingRights.add(subject)
    running ??= run()
  }
}
