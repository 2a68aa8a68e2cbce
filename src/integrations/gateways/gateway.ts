// What every payment provider can do for us. Amounts are integer agorot; the provider's decimals exist only on the wire.

export const providers = ['cardcom', 'payplus', 'manual'] as const
export type Provider = (typeof providers)[number]

/** `timeout` … `malformed`: the provider gave no usable answer. `unauthorized`, `refused`: it answered, and did nothing. */
export type Fault =
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'server_error'
  | 'busy'
  | 'malformed'
  | 'unauthorized'
  | 'refused'

/** Every call resolves with one of these; none throws for what a provider does. */
export type Answer<T> = { ok: true; value: T } | Failure
/** `retryAt`: when a busy provider accepts requests again. */
export type Failure = { ok: false; fault: Fault; detail: string; code?: string; retryAt?: Date }

/** Whether the provider may have done what it was asked for: only a later reading of its list decides. */
export const isUncertain = ({ fault }: Failure) => fault !== 'refused' && fault !== 'unauthorized'

export type Customer = {
  name: string
  email: string
  /** As E.164. */
  phone?: string | undefined
  /** The name and the registered number on the document. */
  invoiceName?: string | undefined
  companyNumber?: string | undefined
}

/** The document that the provider issues with the payment. */
export type DocumentKind = 'invoice_receipt' | 'receipt' | 'none'

export type NewPage = {
  /** Ours, returned by the provider with every answer about this page. */
  reference: string
  amountAgorot: number
  title: string
  /** How many instalments the payer may choose, and the choice made with us. */
  installments: { most: number; chosen: number }
  customer: Customer
  document: DocumentKind
  isVatFree: boolean
  saveToken: boolean
  /** Minutes until the page cannot be paid any more, where the provider has such a limit. */
  minutes: number
  urls: { success: string; failure: string; cancel: string; notice: string }
}

/** `url` is null where there is no page to pay on: a transfer that staff record. */
export type OpenedPage = { providerRef: string; url: string | null }

export type Method = 'card' | 'bit' | 'apple_pay' | 'google_pay'
export type Reason = 'declined' | 'three_d_secure' | 'cancelled' | 'expired' | 'unknown'

/** A saved card. Secret: stored sealed only. */
export type CardToken = { token: string; expiryMonth: number; expiryYear: number; customerUid?: string }

export type IssuedDocument = { number: string; url: string | null }

/** The provider's own answer about one page or charge: the only source of truth. */
export type Verified = {
  state: 'pending' | 'paid' | 'declined'
  /** Undefined where the provider does not say. */
  amountAgorot?: number
  currency?: string
  terminal?: string
  reference?: string
  transactionId?: string
  approval?: string
  last4?: string
  brand?: string
  method?: Method
  installments?: number
  token?: CardToken
  /** `failed`: the payment is good, and its document is missing. */
  document?: IssuedDocument | 'failed'
  reason?: Reason
  rawCode?: string
}

export type Refund = { transactionId: string; amountAgorot: number; reference: string }

export type TokenCharge = Pick<
  NewPage,
  'reference' | 'amountAgorot' | 'title' | 'customer' | 'document' | 'isVatFree'
> & {
  token: CardToken
}

/** One line of the provider's books. */
export type Listed = { transactionId: string; kind: 'payment' | 'refund'; amountAgorot: number; currency: string }

/** `authentic`: signed by the provider. `unsigned`: it does not sign, and the address is the only secret. */
export type Notice = {
  authentic: 'signed' | 'unsigned' | 'forged'
  providerRef?: string
  reference?: string
  transactionId?: string
}

export type Gateway = {
  provider: Provider
  /** Expected in every answer. */
  terminal: string
  create(page: NewPage): Promise<Answer<OpenedPage>>
  verify(providerRef: string): Promise<Answer<Verified>>
  /** `refundId` is the provider's number of the refund. */
  refund(refund: Refund): Promise<Answer<{ refundId: string }>>
  /** Charging the same reference again returns the first charge. */
  chargeToken(charge: TokenCharge): Promise<Answer<Verified>>
  /** The successful deals of a day, 'YYYY-MM-DD'. */
  listDay(day: string): Promise<Answer<Listed[]>>
  /** Reads a notice. What it claims is never believed: it only says when to verify. */
  parseNotice(raw: Uint8Array, headers: Headers): Notice
}
