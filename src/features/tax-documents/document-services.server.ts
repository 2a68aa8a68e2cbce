// Opens the document service with the keys that the owner entered, or the local stand-in while there are none.
import type { DocumentService } from '#integrations/documents/document-issuer.ts'
import { type MorningSettings, morningUrls, openMorning } from '#integrations/documents/morning.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'

export const sealedDocumentKeys: SealedColumn = {
  table: 'gateway_secrets.document_keys',
  column: 'sealed',
  key: ['service'],
  owner: 'service',
  purpose: 'keys of document services',
}

export type DocumentKeys = { clientId: string; clientSecret: string }
export type OpenService = { service: DocumentService; isStandIn: boolean }

export type DocumentServices = {
  /** Undefined while no service is connected. A stand-in payment gets no real document, because no money was charged. */
  open(db: Db, about?: { isStandIn: boolean }): Promise<OpenService | undefined>
}

type Parts = { seal: Seal; standIn?: MorningSettings | undefined; urls?: Pick<MorningSettings, 'apiUrl' | 'tokenUrl'> }

export function createDocumentServices({ seal, standIn, urls = morningUrls }: Parts): DocumentServices {
  const local = standIn && { service: openMorning(standIn), isStandIn: true }
  // The access token is reused for several documents.
  let known: { keys: string; service: DocumentService } | undefined
  return {
    async open(db, about) {
      if (about?.isStandIn) return local
      const keys = await readKeys(db, seal)
      if (!keys) return local
      const key = JSON.stringify(keys)
      if (known?.keys !== key) known = { keys: key, service: openMorning({ ...urls, ...keys }) }
      return { service: known.service, isStandIn: false }
    },
  }
}

/** The decrypted keys; undefined if there are none, or if they are encrypted with a key that no longer exists. */
async function readKeys(db: Db, seal: Seal): Promise<DocumentKeys | undefined> {
  const { sealed } = await db.one<{ sealed: Buffer | null }>(
    `select gateway_secrets.document_keys_of('morning') as sealed`,
  )
  return sealed ? (seal.open('morning', sealed) as DocumentKeys | undefined) : undefined
}
