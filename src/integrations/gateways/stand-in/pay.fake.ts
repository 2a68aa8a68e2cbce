// Handles a submit of the payment page: creates the deal, sends its notices, and redirects the payer.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { Book, StandInPage } from './book.fake.ts'
import { magicOf, noticesOf, outcomeOf, type CardInput } from './magic.fake.ts'

export type SendNotice = (page: StandInPage, change?: { amountAgorot: number }) => Promise<void>

type Parts = { book: Book; terminal: string; lateMs: number; send: SendNotice }

/** Returns the redirect URL of the payer. */
export async function pay(
  { book, terminal, lateMs, send }: Parts,
  page: StandInPage,
  typed: CardInput,
): Promise<string> {
  if (typed.method === 'cancel') return page.urls.cancel
  const magic = magicOf(typed.name)
  if (magic === 'forge') {
    // Sends a notice of a payment of one shekel that was not made.
    void send(page, { amountAgorot: 100 })
    return page.urls.success
  }
  const outcome = outcomeOf(typed, page)
  const isPaid = outcome.code === '0'
  page.deal = book.addDeal(page.dialect, {
    kind: 'payment',
    ...outcome,
    // `altered`: the provider reports a different amount.
    amountAgorot: magic === 'altered' ? page.amountAgorot - 100 : page.amountAgorot,
    currency: page.currency,
    reference: page.reference,
    installments: typed.installments,
    method: typed.method,
    last4: typed.card.slice(-4),
    pageId: page.id,
    ...(isPaid && page.document && { document: magic === 'docfail' ? 'failed' : { number: book.nextDocument() } }),
    // Payments by Bit and wallets have no card token.
    ...(isPaid && page.wantsToken && typed.method === 'card' && { token: randomUUID() }),
  })
  if (magic === 'late') {
    await sleep(lateMs)
    await send(page)
  } else
    for (let sent = 0; sent < noticesOf(magic); sent++)
      // Not awaited: the redirect does not depend on the response to the notice.
      void send(page)
  return isPaid ? withResult(page.urls.success, page, terminal) : withResult(page.urls.failure, page, terminal)
}

/** Adds CardCom's query parameters. Those of PayPlus are not used. */
function withResult(address: string, page: StandInPage, terminal: string) {
  if (page.dialect !== 'cardcom') return address
  const url = new URL(address)
  url.searchParams.set('ResponseCode', page.deal?.code ?? '0')
  url.searchParams.set('terminalnumber', terminal)
  url.searchParams.set('lowprofilecode', page.id)
  url.searchParams.set('internalDealNumber', page.deal?.id ?? '')
  return url.href
}
