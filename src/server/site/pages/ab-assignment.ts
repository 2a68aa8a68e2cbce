// Assigns home page visitors to A/B test variants. The running test is cached in memory like the pages.
import type { IncomingHttpHeaders } from 'node:http'
import {
  assignVariant,
  readRunningExperiment,
  type RunningExperiment,
} from '#features/experiments/assignment.server.ts'
import { isTrackable } from '#platform/page-views/page-views.ts'
import { clientIpOf } from '#kernel/http/client-ip.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

/** The only path with A/B tests; a database constraint enforces it too. */
const testedPath = '/'

type Options = { connect: Connect; clientIpHeader?: string | undefined }
type Visit = { path: string; headers: IncomingHttpHeaders; ip: string }

/** `variant` is the page shown and counted; undefined for visitors who are not part of the test. */
export type Assignment = { isTestRunning: boolean; variant?: string }

const notAssigned: Assignment = { isTestRunning: false }

export function createAbAssignment({ connect, clientIpHeader }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  /** Null: no A/B test runs. Undefined: not read yet. */
  let known: RunningExperiment | null | undefined
  /** The cached test may be outdated; it is used until it was read again. */
  let isStale = true
  let pendingRefresh: Promise<void> | undefined

  function read() {
    const mine = readRunningExperiment(pool).then((running) => {
      // A change during the read cleared `pendingRefresh`: the result may be outdated.
      if (pendingRefresh !== mine) return
      known = running ?? null
      isStale = false
    })
    pendingRefresh = mine
    return mine.finally(() => pendingRefresh === mine && (pendingRefresh = undefined))
  }

  async function refresh() {
    try {
      while (isStale) await (pendingRefresh ?? read())
    } catch (error) {
      if (known === undefined) throw error
    }
  }

  return {
    /** A promise while the running test must be read first. */
    wait: (path: string): Promise<void> | undefined => (path === testedPath && isStale ? refresh() : undefined),

    /** Synchronous, because it runs on every request. Bots and Do Not Track get the original page. */
    of({ path, headers, ip }: Visit): Assignment {
      if (!known || path !== testedPath) return notAssigned
      if (!isTrackable(headers)) return { isTestRunning: true }
      const selected = assignVariant(known, clientIpOf({ headers, ip }, clientIpHeader), headers['user-agent'] ?? '')
      return { isTestRunning: true, ...(selected && { variant: selected }) }
    },

    forget() {
      isStale = true
      pendingRefresh = undefined
    },

    stop: () => pool.end(),
  }
}
