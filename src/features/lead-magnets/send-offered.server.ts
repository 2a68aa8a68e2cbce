// Mails a lead magnet that another form promised, as if requested on its page.
import type { Db } from '#kernel/postgres/transaction.ts'
import { deliver } from './deliver.server.ts'
import type { LeadMagnetDependencies } from './dependencies.server.ts'
import { type RequestInput, type Magnet, openRequest } from './open-request.server.ts'

/** Does nothing while the lead magnet is not offered. */
export const sendOfferedLeadMagnet =
  ({ matchContact }: Pick<LeadMagnetDependencies, 'matchContact'>) =>
  async (db: Db, { slug, ...input }: RequestInput & { slug: string }) => {
    const [magnet] = await db.query<Magnet>('select id, slug, title from shown_lead_magnets() where slug = $1', [slug])
    if (!magnet) return
    const { id } = await openRequest(db, matchContact, magnet, input)
    await deliver(db, { requestId: id, email: input.email })
  }
