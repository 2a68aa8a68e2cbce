// Magic inputs of the payment page, which determine the outcome of the deal.
import type { StandInPage } from './book.fake.ts'

export const goodCard = '4580280000000008'
/** A foreign card, which allows no instalments. */
export const foreignCard = '4580000000000000'
const declinedAboveAgorot = 500_000
/** A refund of this amount takes effect, but its response is lost. */
export const lostRefundAgorot = 1313
const failsThreeDSecure = '999'

export type CardInput = { name: string; card: string; cvv: string; installments: number; method: string }

/** '0': paid. All other codes are invented. */
export type Outcome = { code: string; words: string }

export const paid: Outcome = { code: '0', words: 'OK' }
const declined: Outcome = { code: '4', words: 'סירוב' }

export function outcomeOf({ card, cvv, installments, method }: CardInput, { amountAgorot }: StandInPage): Outcome {
  if (amountAgorot > declinedAboveAgorot) return declined
  if (method !== 'card') return installments === 1 ? paid : declined
  if (cvv === failsThreeDSecure) return { code: '900', words: '3DS authentication failed' }
  if (card === goodCard) return paid
  return card === foreignCard && installments === 1 ? paid : declined
}

/** The magic word: the first word of the payer's name. */
export const magicOf = (name: string) => name.trim().split(/\s+/)[0]?.toLowerCase() ?? ''

/** The number of notices, by the magic word. With `forge` a forged notice is sent without a payment. */
export const noticesOf = (magic: string) => (magic === 'timeout' ? 0 : magic === 'dup' ? 3 : 1)
