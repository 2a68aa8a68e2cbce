// The interface of all payment providers. Amounts are integer agorot; the provider's decimals exist only on the wire.

export const providers = ['cardcom', 'payplus', 'manual'] as const
export type Provider = (typeof providers)[number]

/** `timeout` … `malformed`: no usable response, so the request may have taken effect. `unauthorized`, `refused`: it had no effect. */
export type Fault =
  | 'timeout'
  | 'unreachable'
  | 'redirected'
  | 'server_error'
  | 'busy'
  | 'malformed'
  | 'unauthorized'
  | 'refused'

/** The result of every call: failures of a provider are returned, never thrown. */
export type Answer<T> = { ok: true; value: T } | Failure
/** `retryAt`: when a busy provider accepts requests again. */
export type Failure = { ok: false; fault: Fault; detail: string; code?: string; retryAt?: Date }

/** Whether the request may have taken effect: only a later read of the provider's list decides. */
export const isUncertain = ({ fault }: Failure) => fault !== 'refused' && fault !== 'unauthorized'

export type Customer = {
  name: string
  email: string
  /** E.164. */
  phone?: string | undefined
  /** The company name and registration number on the document. */
  invoiceName?: string | undefined
  companyNumber?: string | undefined
}

/** The document that the provider issues with the payment. */
export type DocumentKind = 'invoice_receipt' | 'receipt' | 'none'

export type NewPage = {
  /** Our reference, which the provider returns in every response about this page. */
  reference: string
  amountAgorot: number
  title: string
  /** The maximum number of instalments, and the number that the payer selected on our site. */
  installments: { most: number; chosen: number }
  customer: Customer
  document: DocumentKind
  isVatFree: boolean
  saveToken: boolean
  /** Minutes until the page expires, if the provider supports expiry. */
  minutes: number
  urls: { success: string; failure: string; cancel: string; notice: string }
}

/** `url` is null without a hosted payment page: for a transfer that staff record. */
export type OpenedPage = { providerRef: string; url: string | null }

export type Method = 'card' | 'bit' | 'apple_pay' | 'google_pay'
export type Reason = 'declined' | 'three_d_secure' | 'cancelled' | 'expired' | 'unknown'

/** A saved card. Secret: stored only encrypted. */
export type CardToken = { token: string; expiryMonth: number; expiryYear: number; customerUid?: string }

export type IssuedDocument = { number: string; url: string | null }

/** The provider's response about a payment page or charge: the only source of truth. */
export type VerifiedPayment = {
  state: 'pending' | 'paid' | 'declined'
  /** Undefined if the provider does not report it. */
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
  /** `failed`: the payment is valid, but its document was not issued. */
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

/** One entry of the provider's list of transactions. */
export type ListedTransaction = {
  transactionId: string
  kind: 'payment' | 'refund'
  amountAgorot: number
  currency: string
}

/** `signed`: signed by the provider. `unsigned`: the provider does not sign, so only the secret URL authenticates the notice. */
export type Notice = {
  authentic: 'signed' | 'unsigned' | 'forged'
  providerRef?: string
  reference?: string
  transactionId?: string
}

export type Gateway = {
  provider: Provider
  /** The terminal number expected in every response. */
  terminal: string
  create(page: NewPage): Promise<Answer<OpenedPage>>
  verify(providerRef: string): Promise<Answer<VerifiedPayment>>
  /** `refundId` is the provider's id of the refund. */
  refund(refund: Refund): Promise<Answer<{ refundId: string }>>
  /** Charging the same reference again returns the first charge. */
  chargeToken(charge: TokenCharge): Promise<Answer<VerifiedPayment>>
  /** Lists the successful deals of a day, 'YYYY-MM-DD'. */
  listDay(day: string): Promise<Answer<ListedTransaction[]>>
  /** Parses a webhook notice. Its claims are not trusted: it only triggers a verification. */
  parseNotice(raw: Uint8Array, headers: Headers): Notice
}
