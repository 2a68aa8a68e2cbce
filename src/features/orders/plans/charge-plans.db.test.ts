// Plans charged to a saved card at a fake of each provider: webhooks, declines, card replacement, no double charge.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateways } from '#features/gateways/open-gateways.server.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import type { DueMessage } from '#features/messages/messages.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import type { TokenCharge } from '#integrations/gateways/gateway.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from '../../../../test/actors.ts'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { chargeByLink } from '../charge-by-link.server.ts'
import { checkAttempt } from '../check-payment.server.ts'
import { composeOrderMails } from '../order-messages.server.ts'
import { orderMaker } from '../order.fixture.ts'
import { placeOrder } from '../place-order.server.ts'
import { chargeOrder, chargePlans } from './charge-plans.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const fake = await startGateways({ lateMs: 1, slowMs: 1 })
afterAll(() => fake.stop())
const sealFor = createSealing([makeSealingKey()])
const gateways = createGateways({ seal: sealFor('keys'), standIn: fake })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const parts = { gateways, transaction, cardSeal: sealFor('cards') }
const siteUrl = 'http://localhost:3000'
const { kernel } = await testKernel(db, {
  functions: [chargeByLink({ siteUrl }), placeOrder({ gateways, matchContact, requestMetadata, siteUrl, apiUrl: 'http://127.0.0.1:9' })], // prettier-ignore
})
async function invoke<T>(name: string, input: object, actor?: 'owner'): Promise<T> {
  const claims = actor ? as[actor] : { role: 'anon' }
  const answer = await kernel.invoke(name, input, { caller: { claims } as never })
  return (answer instanceof Response ? await answer.json() : answer) as T
}

const run = () => chargePlans(parts)({}, undefined as never)
/** Moves the dates of the plan back by this number of days. */
const daysLater = (plan: string, days: number) =>
  db.sql(
    `with moved as (update charges set due_on = due_on - $2::integer where plan_id = $1 returning id)
     update payment_attempts set settled_at = settled_at - make_interval(days => $2) where by_token and order_id in (
       select o.id from orders o join moved on moved.id = o.charge_id)`,
    [plan, days],
  )
const monthsOf = (plan: string) =>
  db.sql<{ number: number; status: string; paid: number; tries: number }>(
    `select c.number, o.status, o.paid_agorot as paid, (select count(*)::int from payment_attempts a where a.order_id = o.id and a.by_token) as tries
     from charges c join orders o on o.charge_id = c.id where c.plan_id = $1 order by c.number`,
    [plan],
  )
const cardOf = async (plan: string) =>
  (await db.sql<{ state: string; last4: string }>('select state, last4 from plan_cards where plan_id = $1', [plan]))[0]
const rename = (plan: string, name: string) =>
  db.sql(`update orders set name = $2 where charge_id in (select id from charges where plan_id = $1) and paid_at is null`, [plan, name]) // prettier-ignore
const failuresOf = (plan: string) =>
  db.sql<{ tries: number; amount: number }>(
    `select (payload ->> 'tries')::int as tries, (payload ->> 'amount_agorot')::int as amount
     from domain_events where type = 'plan_charge.failed' and payload ->> 'plan_id' = $1 order by id`,
    [plan],
  )
const mails = async (plan: string) =>
  (
    await db.sql<{ template_key: string }>(
      `select r.template_key from scheduled_messages s join message_rules r on r.id = s.rule_id join orders o on o.id = s.context_id
       join charges c on c.id = o.charge_id where c.plan_id = $1 and r.template_key like 'plan%' and s.status <> 'canceled' order by s.created_at`,
      [plan],
    )
  ).map(({ template_key: key }) => key)
/** The transactions in the provider's ledger for all orders of the plan. */
async function dealsOf(plan: string) {
  const references = await db.sql<{ reference: string }>(
    `select a.reference from payment_attempts a join orders o on o.id = a.order_id join charges c on c.id = o.charge_id where c.plan_id = $1`,
    [plan],
  )
  const ours = new Set(references.map(({ reference }) => reference))
  return [...fake.book.deals.values()].filter(
    ({ reference, code, kind }) => ours.has(reference) && code === '0' && kind === 'payment',
  )
}

async function pay(url: string, typed: Parameters<typeof fake.pay>[1] = {}) {
  const [, slug] = /\/([^/]+)\/checkout/.exec(url)!
  const order = new URL(url).searchParams.get('order')!
  const form = { slug, order, name: 'נועה לדוגמה', email: 'noa@example.com', phone: '050-1234567', terms: 'on' }
  const placed = await invoke<{ url: string }>('place-order', form).catch(({ code }: { code: string }) => code)
  if (typeof placed === 'string') return placed
  await fake.pay(placed.url, typed)
  const [attempt] = await db.sql<{ id: string }>(
    `select a.id from payment_attempts a join order_links l on l.order_id = a.order_id where l.token_hash = link_hash($1)
     order by a.created_at desc limit 1`,
    [order],
  )
  await checkAttempt(parts, attempt!.id)
  return undefined
}

/** Moves the contact of the plan to the bin at this time; `null` restores it. */
const bin = (plan: string, at: string) =>
  db.sql(`update contacts set deleted_at = ${at} where id = (select contact_id from payment_plans where id = $1)`, [
    plan,
  ])

/** Renders all due messages. */
const sendDue = () =>
  transaction((tx) =>
    sendBatch(tx, { most: 1000, compose: async () => ({ subject: 'שלום', html: '<p>שלום</p>', text: 'שלום' }) }),
  )
const messagesOf = (plan: string, month: number, rule: string) =>
  db.sql<{ id: string; order: string; status: string; skip_reason: string | null; days: number }>(
    `select s.id, o.id as order, s.status, s.skip_reason, c.due_on - private.today() as days
     from scheduled_messages s join message_rules r on r.id = s.rule_id
     join orders o on o.id = s.context_id join charges c on c.id = o.charge_id
     where c.plan_id = $1 and c.number = $2 and r.key = $3`,
    [plan, month, rule],
  )

/** A plan whose first month is due today or earlier and is paid by link, so that the card is saved. */
async function planWithCard(months = 3, daysAgo = 0) {
  const contactId = await make.contact()
  const { product: productId } = await make.product()
  const parts_ = Array.from({ length: months }, (_, i) => ({ due_on: dayOf(new Date(Date.now() + (i * 30 - daysAgo) * 86_400_000)), amount_agorot: 50_000 })) // prettier-ignore
  const [addedPlan] = (await db.as(as.owner, `select add_plan($1, 'ליווי', $2) as id`, [contactId, JSON.stringify(parts_)])) as { id: string }[] // prettier-ignore
  const plan = addedPlan!.id
  const link = { kind: 'plan', planId: plan, productId, days: 7, name: 'נועה', email: 'noa@example.com' }
  const { url } = await invoke<{ url: string }>('charge-by-link', link, 'owner')
  await pay(url)
  return { plan, link }
}

describe.each(['cardcom', 'payplus'] as const)('plans charged through %s', (provider) => {
  beforeAll(async () => void (await db.sql('select choose_gateway($1)', [provider])))

  test('the first month saves the card, and later months are announced and charged to it', async () => {
    const { plan } = await planWithCard(2)
    expect(await monthsOf(plan)).toEqual([{ number: 1, status: 'paid', paid: 50_000, tries: 0 }])
    expect(await cardOf(plan)).toEqual({ state: 'active', last4: '0008' })
    await run()
    expect(await monthsOf(plan)).toHaveLength(1)
    await daysLater(plan, 27)
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { number: 2, status: 'pending', tries: 0 }])
    expect(await mails(plan)).toEqual(['plan_ahead'])
    await daysLater(plan, 3)
    await run()
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { status: 'paid', paid: 50_000, tries: 1 }])
    expect(await dealsOf(plan)).toHaveLength(2)
    const [document] = await db.sql(
      `select count(*)::int as n from payment_attempts a join orders o on o.id = a.order_id join charges c on c.id = o.charge_id
       where c.plan_id = $1 and a.document_number is not null`,
      [plan],
    )
    expect(document).toEqual({ n: 2 })
  })

  test('a contact in the bin is not charged, and after a restore overdue charges are announced before they are charged', async () => {
    const { plan } = await planWithCard(3)
    await daysLater(plan, 27)
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { number: 2, status: 'pending' }])
    await bin(plan, `now() - interval '2 days'`)
    await daysLater(plan, 30)
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { number: 2, status: 'pending', tries: 0 }])
    expect(await dealsOf(plan)).toHaveLength(1)
    await bin(plan, 'null')
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { number: 2, status: 'pending', tries: 0 }])
    await daysLater(plan, 5)
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { status: 'paid', tries: 1 }, { status: 'paid', tries: 1 }])
  })

  test('a declined month is retried twice, and a new card pays it and the later months', async () => {
    const { plan, link } = await planWithCard(3)
    await daysLater(plan, 30)
    await db.sql('select private.order_plan_charges()')
    await rename(plan, 'decline נועה')
    await run()
    await run()
    expect(await monthsOf(plan)).toMatchObject([{}, { status: 'failed', tries: 1 }])
    for (const [days, tries] of [
      [2, 1],
      [1, 2],
      [3, 2],
      [1, 3],
    ] as const) {
      // prettier-ignore
      await daysLater(plan, days)
      await run()
      expect((await monthsOf(plan))[1], `${days} days later`).toMatchObject({ tries })
    }
    expect(await cardOf(plan)).toMatchObject({ state: 'failed' })
    expect(await failuresOf(plan)).toEqual([1, 2, 3].map((tries) => ({ tries, amount: 50_000 })))
    expect((await mails(plan)).filter((key) => key === 'plan_failed').length).toBeGreaterThan(0)
    await daysLater(plan, 10)
    await run()
    expect((await monthsOf(plan))[1]).toMatchObject({ tries: 3, paid: 0 })
    const { url } = await invoke<{ url: string }>('charge-by-link', link, 'owner')
    await pay(url)
    expect(await cardOf(plan)).toMatchObject({ state: 'active' })
    expect((await monthsOf(plan))[1]).toMatchObject({ status: 'paid', paid: 50_000 })
    await daysLater(plan, 30)
    await run()
    expect((await monthsOf(plan))[2]).toMatchObject({ status: 'paid', tries: 1 })
    expect(await dealsOf(plan)).toHaveLength(3)
  })

  test('a charge without a response is retried with its reference, and its payment page is refused until the response', async () => {
    const { plan, link } = await planWithCard(2)
    await daysLater(plan, 30)
    // At PayPlus the search for an earlier charge comes first, so the simulated error affects the search.
    fake.faults.push('server_error')
    await run()
    const { url } = await invoke<{ url: string }>('charge-by-link', link, 'owner')
    expect(await pay(url)).toBe('charging_now')
    await run()
    expect((await monthsOf(plan))[1]).toMatchObject({ status: 'pending', tries: 1 })
    await db.sql(
      `update payment_attempts set created_at = now() - interval '11 minutes' where by_token and state = 'created'`,
    )
    await run()
    expect((await monthsOf(plan))[1]).toMatchObject({ status: 'paid', tries: 1 })
    expect(await dealsOf(plan)).toHaveLength(2)
  })
})

test.each(['declined', 'not answered'])(
  'a charge that was %s before its contact was deleted is announced after the restore, then charged on its new due day',
  async (before) => {
    const { plan } = await planWithCard(2)
    await daysLater(plan, 30)
    await db.sql('select private.order_plan_charges()')
    const [month] = await db.sql<{ id: string }>(
      'select o.id from orders o join charges c on c.id = o.charge_id where c.plan_id = $1 and c.number = 2',
      [plan],
    )
    const order = month!.id
    // The announcement of the charge was sent.
    await db.sql(`update scheduled_messages set status = 'sent' where context_id = $1 and status = 'scheduled'`, [
      order,
    ])
    if (before === 'declined') await rename(plan, 'decline נועה')
    else fake.faults.push('server_error')
    await chargeOrder(parts, order)
    await rename(plan, 'נועה לדוגמה')
    await bin(plan, `now() - interval '4 days'`)
    await daysLater(plan, 4)
    await db.sql(
      `update payment_attempts set created_at = now() - interval '4 days' where order_id = $1 and state = 'created'`,
      [order],
    )
    await bin(plan, 'null')
    await chargeOrder(parts, order)
    expect((await monthsOf(plan))[1]).toMatchObject({ paid: 0, tries: 1 })

    const [announced] = await db.sql<{ days: number; ahead: number }>(
      `select c.due_on - private.today() as days, c.due_on - private.israel_day(s.planned_at) as ahead
       from scheduled_messages s join message_rules r on r.id = s.rule_id and r.template_key = 'plan_ahead'
       join orders o on o.id = s.context_id join charges c on c.id = o.charge_id where o.id = $1 and s.status = 'scheduled'`,
      [order],
    )
    expect(announced).toMatchObject({ ahead: 3 })
    const { plan_ahead: compose } = composeOrderMails({
      siteUrl,
      renderMail: async ({ kind }) => ({ subject: kind, html: '', text: '' }),
    })
    const mail = await transaction((tx) => compose(tx, { contextId: order, to: 'noa@example.com' } as DueMessage))
    expect(mail).toMatchObject({ subject: 'plan_ahead' })

    await daysLater(plan, announced!.days)
    await chargeOrder(parts, order)
    expect((await monthsOf(plan))[1]).toMatchObject({ status: 'paid', tries: before === 'declined' ? 2 : 1 })
    expect(await dealsOf(plan)).toHaveLength(2)
  },
)

test.each(['days later', 'on the same day'])(
  'an announcement that fell due while the contact was in the bin is sent after a restore %s, before the charge',
  async (restored) => {
    const { plan } = await planWithCard(2)
    // The announcement was due yesterday.
    await daysLater(plan, 28)
    await db.sql('select private.order_plan_charges()')
    await bin(plan, restored === 'days later' ? `now() - interval '2 days'` : 'now()')
    await sendDue()
    expect(await messagesOf(plan, 2, 'plan.ahead')).toMatchObject([{ status: 'skipped', skip_reason: 'gone' }])

    await bin(plan, 'null')
    const messages = await messagesOf(plan, 2, 'plan.ahead')
    expect(messages).toMatchObject([{ status: 'scheduled', skip_reason: null }])
    const [{ id, order, days } = { id: '', order: '', days: 0 }] = messages
    await chargeOrder(parts, order)
    expect((await monthsOf(plan))[1]).toMatchObject({ paid: 0, tries: 0 })

    await db.sql(`update scheduled_messages set send_at = now() - interval '1 second' where id = $1`, [id])
    await sendDue()
    expect(await messagesOf(plan, 2, 'plan.ahead')).toMatchObject([{ id, status: 'sending' }])
    await daysLater(plan, days)
    await chargeOrder(parts, order)
    expect((await monthsOf(plan))[1]).toMatchObject({ status: 'paid', tries: 1 })
  },
)

test('an announcement withheld while the contact was in the bin is scheduled again for the later date', async () => {
  const { plan } = await planWithCard(2)
  await daysLater(plan, 28)
  await db.sql('select private.order_plan_charges()')
  await sendDue()
  const [written] = await messagesOf(plan, 2, 'plan.ahead')
  expect(written).toMatchObject({ status: 'sending' })
  await bin(plan, `now() - interval '2 days'`)
  await db.sql(
    `select count(*) from messages m, lateral withhold_messages(array[m.mail_id]) w where m.scheduled_id = $1`,
    [written!.id],
  )
  expect(await messagesOf(plan, 2, 'plan.ahead')).toMatchObject([{ status: 'skipped', skip_reason: 'gone' }])
  await bin(plan, 'null')
  const states = (await messagesOf(plan, 2, 'plan.ahead')).map(({ status }) => status)
  expect(states.toSorted()).toEqual(['scheduled', 'skipped'])
})

test('a receipt whose time passed while the contact was in the bin is not sent after the restore', async () => {
  const { plan } = await planWithCard(2)
  await bin(plan, `now() - interval '2 days'`)
  await db.sql(
    `update orders o set fulfilled_at = o.fulfilled_at - interval '2 days' from charges c where c.id = o.charge_id and c.plan_id = $1`,
    [plan],
  )
  await sendDue()
  await bin(plan, 'null')
  expect(await messagesOf(plan, 1, 'order.paid')).toMatchObject([{ status: 'skipped', skip_reason: 'gone' }])
})

test('a month paid to staff is not charged, and a stopped card is never charged', async () => {
  const { plan } = await planWithCard(3)
  await daysLater(plan, 30)
  await db.sql('select private.order_plan_charges()')
  await db.sql(
    `insert into payments (contact_id, method, amount_agorot) select contact_id, 'bit', 50000 from payment_plans where id = $1`,
    [plan],
  )
  await run()
  expect((await monthsOf(plan))[1]).toMatchObject({ status: 'cancelled', tries: 0 })
  await db.as(as.owner, 'select switch_plan_card($1, false)', [plan])
  await daysLater(plan, 30)
  await run()
  expect(await monthsOf(plan)).toHaveLength(2)
  expect(await dealsOf(plan)).toHaveLength(1)
})

test('months that fell due before a card was saved are announced before they are charged', async () => {
  const { plan } = await planWithCard(3, 40)
  await run()
  expect(await monthsOf(plan)).toEqual([{ number: 1, status: 'paid', paid: 50_000, tries: 0 }])
  const [second] = await db.sql<{ days: number }>(
    'select due_on - private.today() as days from charges where plan_id = $1 and number = 2',
    [plan],
  )
  await daysLater(plan, second!.days - 3)
  await run()
  expect(await monthsOf(plan)).toMatchObject([{}, { number: 2, status: 'pending', tries: 0 }])
  expect(await mails(plan)).toEqual(['plan_ahead'])
  await daysLater(plan, 3)
  await run()
  expect(await monthsOf(plan)).toMatchObject([{}, { number: 2, status: 'paid', tries: 1 }])
})

test('a new card pays a month of a stopped plan without restarting the plan', async () => {
  const { plan, link } = await planWithCard(3)
  await db.as(as.owner, 'select switch_plan_card($1, false)', [plan])
  const { url } = await invoke<{ url: string }>('charge-by-link', link, 'owner')
  await pay(url, { card: '4580000000000000' })
  expect(await monthsOf(plan)).toMatchObject([{}, { status: 'paid' }])
  expect(await cardOf(plan)).toEqual({ state: 'stopped', last4: '0000' })
  await daysLater(plan, 70)
  await run()
  expect(await monthsOf(plan)).toHaveLength(2)
})

test('a declined card is retried on the third day, as its mail announces, at any hour', async () => {
  const { plan } = await planWithCard(2)
  await daysLater(plan, 40)
  await db.sql('select private.order_plan_charges()')
  await rename(plan, 'decline נועה')
  await run()
  const lastTry = (at: string) =>
    db.sql(
      `update payment_attempts a set settled_at = (private.today()::timestamp ${at}) at time zone 'Asia/Jerusalem'
       from orders o join charges c on c.id = o.charge_id where a.order_id = o.id and c.plan_id = $1 and a.by_token`,
      [plan],
    )
  await lastTry(`- interval '2 days'`)
  await run()
  expect((await monthsOf(plan))[1]).toMatchObject({ tries: 1 })
  await lastTry(`- interval '2 days 1 minute'`)
  await run()
  expect((await monthsOf(plan))[1]).toMatchObject({ tries: 2 })
})

test('an error while one card is charged does not stop the charges of other plans', async () => {
  const [broken, other] = [await planWithCard(2), await planWithCard(2)]
  // The failing charge is processed first.
  await daysLater(broken.plan, 31)
  await daysLater(other.plan, 30)
  await db.sql('select private.order_plan_charges()')
  await rename(broken.plan, 'תקלה')
  const failing: typeof gateways = {
    ...gateways,
    async of(...args) {
      const gateway = await gateways.of(...args)
      if (!gateway) return undefined
      const chargeToken = async (charge: TokenCharge) => {
        if (charge.customer.name === 'תקלה') throw new Error('broken')
        return gateway.chargeToken(charge)
      }
      return { ...gateway, chargeToken }
    },
  }
  await expect(chargePlans({ ...parts, gateways: failing })({}, undefined as never)).rejects.toThrow('broken')
  expect((await monthsOf(other.plan))[1]).toMatchObject({ status: 'paid', paid: 50_000 })
})

test('a charge without a response for a day is flagged as a staff task until the response, even if its card was stopped', async () => {
  const { plan } = await planWithCard(2)
  await daysLater(plan, 30)
  await db.sql('select private.order_plan_charges()')
  const [month] = await db.sql<{ id: string; task: string }>(
    `select o.id, private.order_task_name(o.number, 'provider_silent') as task
     from orders o join charges c on c.id = o.charge_id where c.plan_id = $1 and c.number = 2`,
    [plan],
  )
  fake.faults.push('server_error')
  await chargeOrder(parts, month!.id)
  await db.as(as.owner, 'select switch_plan_card($1, false)', [plan])
  const tasks = () => db.sql('select status from tasks where name = $1', [month!.task])
  for (const hours of [23, 25, 26]) {
    await db.sql(`update payment_attempts set created_at = now() - make_interval(hours => $2) where order_id = $1`, [month!.id, hours]) // prettier-ignore
    await run()
    expect(await tasks(), `${hours} hours`).toEqual(hours < 24 ? [] : [{ status: 'To Do' }])
  }
  // The late response completes the task.
  const [silent] = await db.sql<{ id: string }>('select id from payment_attempts where order_id = $1', [month!.id])
  const answer = { state: 'declined', reason: 'declined', transactionId: crypto.randomUUID() }
  expect(await make.move(month!.id, { kind: 'answer', attempt: silent!.id, answer })).toMatchObject({ attention: null })
  expect(await tasks()).toEqual([{ status: 'Done' }])
})

test('no sequence of job runs, payment pages, provider errors and days charges a month twice', async () => {
  const step = fc.oneof(
    fc.constant('run' as const),
    fc.constant('runs at once' as const),
    fc.constant('page' as const),
    fc.constant('fault' as const),
    fc.constant('later' as const),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 8 }),
      fc.constantFrom('cardcom', 'payplus'),
      async (steps, provider) => {
        await db.sql('select choose_gateway($1)', [provider])
        fake.faults.length = 0
        const { plan, link } = await planWithCard(2)
        await daysLater(plan, 30)
        for (const one of steps) {
          if (one === 'run') await run()
          if (one === 'fault') fake.faults.push('server_error')
          if (one === 'later')
            await db.sql(`update payment_attempts set created_at = created_at - interval '11 minutes' where by_token`)
          if (one === 'page') {
            const linked = await invoke<{ url?: string }>('charge-by-link', link, 'owner').catch(() => ({
              url: undefined,
            }))
            if (linked.url) await pay(linked.url).catch(() => undefined)
          }
          if (one === 'runs at once') {
            await run()
            const orders = await db.sql<{ id: string }>('select o.id from orders o join charges c on c.id = o.charge_id where c.plan_id = $1', [plan]) // prettier-ignore
            await Promise.all(orders.flatMap(({ id }) => [chargeOrder(parts, id), chargeOrder(parts, id)]))
          }
        }
        fake.faults.length = 0
        await db.sql(`update payment_attempts set created_at = created_at - interval '11 minutes' where by_token`)
        await run()
        const paid = (await monthsOf(plan)).filter(({ paid: sum }) => sum > 0)
        expect(paid.every(({ paid: sum }) => sum === 50_000)).toBe(true)
        expect(await dealsOf(plan)).toHaveLength(paid.length)
      },
    ),
    { numRuns: 8 },
  )
})
