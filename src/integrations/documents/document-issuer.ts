// The interface of a document service, which numbers, signs and stores tax documents. Amounts are integer agorot.
import type { Answer } from '../gateways/gateway.ts'

export type { Answer, Failure } from '../gateways/gateway.ts'

export type DocumentKind = 'invoice_receipt' | 'receipt' | 'credit_note'
export type PaidBy = 'card' | 'bit' | 'apple_pay' | 'google_pay' | 'transfer' | 'cash' | 'cheque'

export type NewDocument = {
  /** Our reference. It is part of the description, by which the document can be searched. */
  reference: string
  kind: DocumentKind
  /** 'YYYY-MM-DD'. */
  on: string
  title: string
  /** Including VAT. */
  amountAgorot: number
  /** Null: exempt from VAT. */
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

/** The search criteria of a document. */
export type DocumentQuery = Pick<NewDocument, 'reference' | 'kind' | 'amountAgorot'>

export type DocumentService = {
  /** Finds the document with our reference; undefined if there is none. */
  find(wanted: DocumentQuery): Promise<Answer<IssuedDocument | undefined>>
  create(document: NewDocument): Promise<Answer<IssuedDocument>>
  /** Verifies the credentials without issuing a document. */
  test(): Promise<Answer<null>>
}
