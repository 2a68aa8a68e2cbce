// What a service of legal documents can do for us. It numbers, signs and stores documents; amounts are integer agorot.
import type { Answer } from '../gateways/gateway.ts'

export type { Answer, Failure } from '../gateways/gateway.ts'

export type DocumentKind = 'invoice_receipt' | 'receipt' | 'credit_note'
export type PaidBy = 'card' | 'bit' | 'apple_pay' | 'google_pay' | 'transfer' | 'cash' | 'cheque'

export type NewDocument = {
  /** Ours. It becomes part of the description, and finds the document again. */
  reference: string
  kind: DocumentKind
  /** 'YYYY-MM-DD'. */
  on: string
  title: string
  /** Including VAT. */
  amountAgorot: number
  /** Null: free of VAT. */
  vatPercent: number | null
  buyer: { name: string; companyNumber?: string | undefined }
  payment: {
    method: PaidBy
    on: string
    last4?: string | undefined
    installments?: number | undefined
    reference?: string | undefined
  }
  /** The service's id of the document that a credit note corrects. */
  correctsId?: string | undefined
}

export type IssuedDocument = { id: string; number: string; url: string | null; allocationNumber: string | null }

/** What a search for a document compares. */
export type Wanted = Pick<NewDocument, 'reference' | 'kind' | 'amountAgorot'>

export type DocumentService = {
  /** The document with our reference; undefined if the service has none. */
  find(wanted: Wanted): Promise<Answer<IssuedDocument | undefined>>
  create(document: NewDocument): Promise<Answer<IssuedDocument>>
  /** Tries the keys, and issues nothing. */
  test(): Promise<Answer<null>>
}
