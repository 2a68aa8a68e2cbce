// Connects hosts to accounts of the fake Google server, for tests that need a connection.
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import type { GoogleFake } from '#integrations/google.fake.ts'
import { createSealing, makeSealingKey, type Seal } from '#platform/sealing/sealing.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type pg from 'pg'
import type { Transaction } from './access.server.ts'
import { calendarScopes } from './calendar.ts'
import { saveConnection } from './connections.server.ts'

const back = 'https://beit.example/auth/google/callback'

export const origins = ['https://beit.example']

export function connectHosts(
  google: GoogleFake,
  pool: pg.Pool,
  seal: Seal = createSealing([makeSealingKey()])('tests'),
) {
  const settings = { issuer: google.issuer, clientId: google.clientId, secret: google.clientSecret, redirectUri: back }
  const client = openGoogleCalendar(settings)
  const transaction: Transaction = (work) => inTransaction(pool, { role: 'service_role' }, work)
  return {
    parts: { google: client, seal, transaction },
    /** `isExpired`: the access token is expired and is refreshed before its first use. */
    connect: async (hostId: string, account: string, { isExpired = false } = {}) => {
      const verifier = 'v'.repeat(43)
      const scopes = Object.keys(calendarScopes)
      const address = await client.consentAddress({ state: 'state', verifier, scopes })
      const agreed = await client.exchange((await google.choose(address, account)).searchParams.get('code')!, verifier)
      const accessUntil = isExpired ? new Date(0).toISOString() : agreed.accessUntil
      const tokens = { ...agreed, account, accessUntil }
      await transaction((db) =>
        saveConnection(db, { ownerId: hostId, account, scopes, sealed: seal.close(hostId, tokens) }),
      )
    },
  }
}
