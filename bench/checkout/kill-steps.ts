// The steps between the click at the checkout and the document at which a node is killed, in the order of a purchase.
import type { StatementStep } from '../../test/kill-at.ts'

/**
 * A request to the payment provider or to the document service. `asked`: it is not processed yet; `done`: it is, and the response is lost.
 */
export type ApiStep = { api: RegExp; when: 'asked' | 'done'; nth?: number }
export type PaymentKillStep = { name: string } & (StatementStep | ApiStep)

const create = /LowProfile\/Create$|PaymentPages\/generateLink$/
const verify = /LowProfile\/GetLpResult$|PaymentPages\/ipn(?:-full)?$/
const issue = /\/api\/v1\/documents$/
/** In a separate process its first call records the payment page, the second one the response of the provider. */
const move = 'from move_order('
const notice = 'insert into payment_notices'
const job = 'delete from "graphile_worker"._private_jobs as jobs'

const steps: Record<string, StatementStep | ApiStep> = {
  'create: order written': { statement: 'insert into orders (', when: 'after' },
  'create: order not committed': { statement: 'insert into payment_attempts', when: 'before', atCommit: true },
  'create: order committed': { statement: 'insert into payment_attempts', when: 'after', atCommit: true },
  'create: page asked for': { api: create, when: 'asked' },
  'create: page made, no answer': { api: create, when: 'done' },
  'redirect: page not recorded': { statement: move, when: 'before' },
  'redirect: page not committed': { statement: move, when: 'before', atCommit: true },
  'redirect: page committed, no answer': { statement: move, when: 'after', atCommit: true },
  'notice: not stored': { statement: notice, when: 'before' },
  'notice: not committed': { statement: notice, when: 'before', atCommit: true },
  'notice: committed, no answer': { statement: notice, when: 'after', atCommit: true },
  'verify: job begun': { statement: 'closes_at from payment_attempts where id = $1', when: 'before' },
  'verify: provider asked': { api: verify, when: 'asked' },
  'verify: provider answers': { api: verify, when: 'done' },
  'ledger: not written': { statement: move, when: 'before', nth: 2 },
  'ledger: written': { statement: move, when: 'after', nth: 2 },
  'ledger: not committed': { statement: move, when: 'before', atCommit: true, nth: 2 },
  'ledger: committed': { statement: move, when: 'after', atCommit: true, nth: 2 },
  'ledger: job not recorded': { statement: job, when: 'before' },
  'document: job begun': { statement: 'private.claim_document', when: 'before' },
  'document: claim not committed': { statement: 'private.claim_document', when: 'before', atCommit: true },
  'document: claimed': { statement: 'private.claim_document', when: 'after', atCommit: true },
  'document: asked for': { api: issue, when: 'asked' },
  'document: issued, no answer': { api: issue, when: 'done' },
  'document: not recorded': { statement: 'private.record_document', when: 'before' },
  'document: not committed': { statement: 'private.record_document', when: 'before', atCommit: true },
  'document: recorded': { statement: 'private.record_document', when: 'after', atCommit: true },
}

export const paymentKillSteps: PaymentKillStep[] = Object.entries(steps).map(([name, step]) => ({ name, ...step }))
