// Whose words a visitor of the front door gets while home pages are compared. Known in memory like the pages, and forgotten with them.
import type { IncomingHttpHeaders } from 'node:http'
import {
  assignVariant,
  readRunningExperiment,
  type RunningExperiment,
} from '#features/experiments/assignment.server.ts'
import { isFollowed } from '#features/page-views/page-views.ts'
import { clientIpOf } from '#kernel/http/gateway.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

/** The only address at which pages take turns; a constraint of the database says so too. */
const compared = '/'

type Options = { connect: Connect; clientIpHeader?: string | undefined }
type Visit = { path: string; headers: IncomingHttpHeaders; ip: string }

/** `variant` is the page whose words are shown, and what the view is counted under; none for a visitor who takes no part. */
export type Turn = { isCompared: boolean; variant?: string }

const alone: Turn = { isCompared: false }

export function takeTurns({ connect, clientIpHeader }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  /** Null: nothing is compared. Undefined: nobody has asked since something changed. */
  let known: RunningExperiment | null | undefined
  let asked: Promise<void> | undefined

  function read() {
    const mine = readRunningExperiment(pool).then((running) => {
      // What was forgotten meanwhile may have changed meanwhile.
      if (asked === mine) known = running ?? null
    })
    asked = mine
    return mine.finally(() => asked === mine && (asked = undefined))
  }

  async function settle() {
    while (known === undefined) await (asked ?? read())
  }

  return {
    /** A promise where it has to be asked first whether anything is compared at this address. */
    wait: (path: string): Promise<void> | undefined =>
      path === compared && known === undefined ? settle() : undefined,

    /** Without waiting, because this is asked for every visitor. Programs, and who asks not to be followed, get the page itself. */
    of({ path, headers, ip }: Visit): Turn {
      if (!known || path !== compared) return alone
      if (!isFollowed(headers)) return { isCompared: true }
      const chosen = assignVariant(known, clientIpOf({ headers, ip }, clientIpHeader), headers['user-agent'] ?? '')
      return { isCompared: true, ...(chosen && { variant: chosen }) }
    },

    forget() {
      known = undefined
      asked = undefined
    },

    stop: () => pool.end(),
  }
}
