// The state of the fake providers: payment pages, and the deals made on them or with a saved card.
import { randomInt, randomUUID } from 'node:crypto'

export type Dialect = 'cardcom' | 'payplus'

export type StandInPage = {
  id: string
  dialect: Dialect
  reference: string
  title: string
  amountAgorot: number
  currency: string
  most: number
  chosen: number
  name: string
  email: string
  phone: string
  wantsToken: boolean
  document: boolean
  urls: { success: string; failure: string; cancel: string; notice: string }
  expiresAt: number
  /** The last deal on the page. */
  deal?: Deal
}

export type Deal = {
  id: string
  kind: 'payment' | 'refund'
  /** '0': paid. */
  code: string
  words: string
  amountAgorot: number
  currency: string
  reference: string
  installments: number
  method: string
  last4: string
  at: Date
  /** Set if the deal was made on a page, not with a saved card. */
  pageId?: string
  refundOf?: string
  document?: { number: number } | 'failed'
  token?: string
}

export type Book = ReturnType<typeof openBook>

const pageMs = 30 * 60_000

export function openBook() {
  const pages = new Map<string, StandInPage>()
  const deals = new Map<string, Deal>()
  // Starts at the time, so that numbers of an earlier process, which are in our database, are not reused.
  let number = Date.now() * 1000 + randomInt(1000)
  let documents = Math.floor(Date.now() / 1000)

  return {
    pages,
    deals,
    addPage(page: Omit<StandInPage, 'id' | 'expiresAt'> & { minutes?: number }): StandInPage {
      const { minutes, ...known } = page
      const added = { ...known, id: randomUUID(), expiresAt: Date.now() + (minutes ? minutes * 60_000 : pageMs) }
      pages.set(added.id, added)
      return added
    },
    addDeal(dialect: Dialect, deal: Omit<Deal, 'id' | 'at'>): Deal {
      const added = { ...deal, id: dialect === 'cardcom' ? String(++number) : randomUUID(), at: new Date() }
      deals.set(added.id, added)
      return added
    },
    nextDocument: () => ++documents,
    dealOf: (reference: string) => [...deals.values()].findLast((deal) => deal.reference === reference),
    /** The refundable remainder of a payment. */
    leftOf: (deal: Deal) =>
      deal.amountAgorot -
      [...deals.values()]
        .filter(({ refundOf, code }) => refundOf === deal.id && code === '0')
        .reduce((sum, { amountAgorot }) => sum + amountAgorot, 0),
    /** Successful deals of a day, 'YYYY-MM-DD', in Israel. */
    ofDay: (day: string) => [...deals.values()].filter(({ at, code }) => code === '0' && dayOf.format(at) === day),
  }
}

const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' })
