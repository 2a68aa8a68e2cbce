// Checks whether each feature that the site may claim is set up.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ReadinessChecks } from '#platform/pages/claims.server.ts'
import type { FunctionDependencies } from './parts.ts'

type Parts = Pick<FunctionDependencies, 'gateways' | 'documentServices'>

export const readinessChecks = ({ gateways, documentServices }: Parts): ReadinessChecks => ({
  // Requires a host with availability for a public appointment type.
  booking: (db) => holds(db, 'select exists (select from booking_addresses()) as holds'),
  webinars: (db) => holds(db, `select exists (select from webinars where status = 'published') as holds`),
  checkout: async (db) => acceptsCards(await gateways.chosen(db)),
  async invoices(db) {
    const settings = await db.one<{ tax_status: string; issues_recorded: boolean }>(
      'select tax_status, issues_recorded from tax_document_settings',
    )
    // An exempt dealer issues receipts, not invoices.
    if (settings.tax_status === 'exempt') return false
    const selected = await gateways.chosen(db)
    if (acceptsCards(selected) && selected?.document !== 'none') return true
    // Without card payments, the service issues documents for manually recorded payments only if the settings enable it.
    return (acceptsCards(selected) || settings.issues_recorded) && (await documentServices.open(db)) !== undefined
  },
})

type ChosenGateway = Awaited<ReturnType<FunctionDependencies['gateways']['chosen']>>
const acceptsCards = (selected: ChosenGateway) => selected !== undefined && selected.gateway.provider !== 'manual'

const holds = async (db: Db, question: string) => (await db.one<{ holds: boolean }>(question)).holds
