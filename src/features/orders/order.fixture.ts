// Orders and payment attempts for tests.
import type { testDatabase } from '../../../test/database.ts'

type Database = Awaited<ReturnType<typeof testDatabase>>
type Row = { id: string }

let serial = 0

/** Creates orders, attempts and provider responses in this database. */
export function orderMaker(db: Database) {
  const one = async (text: string, values: unknown[]) => (await db.sql<Row>(text, values))[0]!.id
  const move = (order: string, fact: object) =>
    db
      .sql<{ status: string; paid_agorot: number; refunded_agorot: number; attention: string | null }>(
        'select * from move_order($1, $2)',
        [order, fact],
      )
      .then(([row]) => row!)

  return {
    move,
    contact: () => one('insert into contacts (first_name) values ($1) returning id', [`רוכשת ${++serial}`]),
    async product({ seats = null as number | null, template = null as string | null, amount = 69_000 } = {}) {
      const product = await one(
        `insert into products (slug, name, is_active, process_template_id) values ($1, 'בית מאוזן', true, $2) returning id`,
        [`p-${crypto.randomUUID().slice(0, 12)}`, template],
      )
      const price = await one(
        `insert into prices (product_id, amount_agorot, max_installments, active_from, seats) values ($1, $2, 3, now() - interval '1 day', $3) returning id`,
        [product, amount, seats],
      )
      return { product, price }
    },
    order: ({
      contact,
      product,
      price,
      amount = 69_000,
    }: Record<'contact' | 'product' | 'price', string> & { amount?: number }) =>
      one(
        `insert into orders (contact_id, product_id, price_id, title, amount_agorot, vat_percent, name, email)
         values ($1, $2, $3, 'בית מאוזן', $4, 18, 'נועה לדוגמה', 'noa@example.com') returning id`,
        [contact, product, price, amount],
      ),
    /** An attempt with an open page; the provider's responses repeat `reference`. */
    async attempt(order: string, { provider = 'cardcom', amount = 69_000 } = {}) {
      const reference = `pay_${crypto.randomUUID()}`
      const id = await one(
        `insert into payment_attempts (order_id, provider, terminal, reference, secret_hash, amount_agorot)
         values ($1, $2, '9999', $3, 'x', $4) returning id`,
        [order, provider, reference, amount],
      )
      await move(order, {
        kind: 'opened',
        attempt: id,
        provider_ref: crypto.randomUUID(),
        url: 'http://127.0.0.1/page',
      })
      return { id, reference }
    },
    paidAnswer: (reference: string, known: object = {}) => ({
      state: 'paid',
      amountAgorot: 69_000,
      currency: 'ILS',
      terminal: '9999',
      reference,
      transactionId: crypto.randomUUID(),
      method: 'card',
      last4: '0008',
      installments: 3,
      document: { number: '20001', url: 'http://127.0.0.1/doc' },
      ...known,
    }),
  }
}
