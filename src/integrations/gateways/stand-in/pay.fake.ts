// What happens when the payer presses a button of the payment page: the deal, its notices, and the way back.
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { Book, StandInPage } from './book.fake.ts'
import { magicOf, noticesOf, outcomeOf, type Typed } from './magic.fake.ts'

export type SendNotice = (page: StandInPage, change?: { amountAgorot: number }) => Promise<void>

type Parts = { book: Book; terminal: string; lateMs: number; send: SendNotice }

/** Returns the address to which the payer goes back. */
export async function pay({ book, terminal, lateMs, send }: Parts, page: StandInPage, typed: Typed): Promise<string> {
  if (typed.method === 'cancel') return page.urls.cancel
  const magic = magicOf(typed.name)
  if (magic === 'forge') {
    // Claims a payment of one shekel that was never made.
    void send(page, { amountAgorot: 100 })
    return page.urls.success
  }
  const outcome = outcomeOf(typed, page)
  const isPaid = outcome.code === '0'
  page.deal = book.addDeal(page.dialect, {
    kind: 'payment',
    ...outcome,
    // `altered`: the provider itself reports another amount.
    amountAgorot: magic === 'altered' ? page.amountAgorot - 100 : page.amountAgorot,
    currency: page.currency,
    reference: page.reference,
    installments: typed.installments,
    method: typed.method,
    last4: typed.card.slice(-4),
    pageId: page.id,
    ...(isPaid && page.document && { document: magic === 'docfail' ? 'failed' : { number: book.nextDocument() } }),
    // Bit and the wallets leave no card to charge again.
    ...(isPaid && page.wantsToken && typed.method === 'card' && { token: randomUUID() }),
  })
  if (magic === 'late') {
    await sleep(lateMs)
    await send(page)
  } else
    for (let sent = 0; sent < noticesOf(magic); sent++)
      // The payer does not wait for our server.
      void send(page)
  return isPaid ? withResult(page.urls.success, page, terminal) : withResult(page.urls.failure, page, terminal)
}

/** Query parameters that CardCom adds; the other provider adds its own, which nothing reads. */
function withResult(address: string, page: StandInPage, terminal: string) {
  if (page.dialect !== 'cardcom') return address
  const url = new URL(address)
  url.searchParams.set('ResponseCode', page.deal?.code ?? '0')
  url.searchParams.set('terminalnumber', terminal)
  url.searchParams.set('lowprofilecode', page.id)
  url.searchParams.set('internalDealNumber', page.deal?.id ?? '')
  return url.href
}
