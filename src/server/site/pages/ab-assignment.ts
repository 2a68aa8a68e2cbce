// Whose words a visitor of the home page gets while home pages are testedPath. Known in memory like the pages, and forgotten with them.
import type { IncomingHttpHeaders } from 'node:http'
import {
  assignVariant,
  readRunningExperiment,
  type RunningExperiment,
} from '#features/experiments/assignment.server.ts'
import { isTrackable } from '#features/page-views/page-views.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

/** The only address at which pages take assignments; a constraint of the database says so too. */
const testedPath = '/'

type Options = { connect: Connect; clientIpHeader?: string | undefined }
type Visit = { path: string; headers: IncomingHttpHeaders; ip: string }

/** `variant` is the page whose words are shown, and what the view is counted under; none for a visitor who takes no part. */
export type Assignment = { isTestRunning: boolean; variant?: string }

const notAssigned: Assignment = { isTestRunning: false }

export function createAbAssignment({ connect, clientIpHeader }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  /** Null: no A/B test runs. Undefined: not read yet. */
  let known: RunningExperiment | null | undefined
  /** What is known may have changed; it counts until it is read again. */
  let isStale = true
  let asked: Promise<void> | undefined

  function read() {
    const mine = readRunningExperiment(pool).then((running) => {
      // A change during the read cleared `asked`: what was read may be older than the change.
      if (asked !== mine) return
      known = running ?? null
      isStale = false
    })
    asked = mine
    return mine.finally(() => asked === mine && (asked = undefined))
  }

  async function refresh() {
    try {
      while (isStale) await (asked ?? read())
    } catch (error) {
      if (known === undefined) throw error
    }
  }

  return {
    /** A promise where it has to be asked first whether anything is testedPath at this address. */
    wait: (path: string): Promise<void> | undefined => (path === testedPath && isStale ? refresh() : undefined),

    /** Without waiting, because this is asked for every visitor. Programs, and who asks not to be followed, get the page itself. */
    of({ path, headers, ip }: Visit): Assignment {
      if (!known || path !== testedPath) return notAssigned
      if (!isTrackable(headers)) return { isTestRunning: true }
      const chosen = assignVariant(known, clientIpOf({ headers, ip }, clientIpHeader), headers['user-agent'] ?? '')
      return { isTestRunning: true, ...(chosen && { variant: chosen }) }
    },

    forget() {
      isStale = true
      asked = undefined
    },

    stop: () => pool.end(),
  }
}
