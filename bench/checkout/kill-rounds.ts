// Buys with a node that is killed at a step of each round. Compares the records of the database, the provider and the
// document service.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMorning } from '#integrations/documents/morning.fake.ts'
import { startGateways } from '#integrations/gateways/gateways.fake.ts'
import { makeSealingKey } from '#platform/sealing/sealing.server.ts'
import type { TestDatabase } from '../../test/open-database.ts'
import { openKillableProcess } from '../kills/killable-process.ts'
import type { PaymentKillStep } from './kill-steps.ts'

export type PaymentKillReport = {
  rounds: number
  deaths: number
  /** Steps at which the node was not killed. */
  unreached: string[]
  /** Deviations from exactly one record each, by step. */
  wrong: string[]
}

type Round = { step: PaymentKillStep; provider: 'cardcom' | 'payplus' }
type Placed = { url: string }

const limitMs = 120_000
const oneOfEach = {
  orders: 1,
  paid: 1,
  ledger: 1,
  charges: 1,
  enrolments: 1,
  events: 1,
  documents: 1,
  issued: 1,
  deals: 1,
}

export async function measurePaymentKills(db: TestDatabase, rounds: readonly Round[]): Promise<PaymentKillReport> {
  await using running = new AsyncDisposableStack()
  const [fake, morning] = [await startGateways(), await startMorning()]
  running.defer(() => fake.stop())
  running.defer(() => morning.stop())
  const storageFolder = mkdtempSync(join(tmpdir(), 'maslul-blobs-'))
  running.defer(() => rmSync(storageFolder, { recursive: true, force: true }))
  const [port, key] = [await freePort(), makeSealingKey()]
  const { cardcom, payplus } = fake
  const node = openKillableProcess<PaymentKillStep>({
    program: 'payment-process.ts',
    options: {
      login: db.login,
      port,
      storageFolder,
      standIn: { cardcom, payplus },
      morning: morning.settings,
      sealingKey: { id: key.id, key: Buffer.from(key.key).toString('hex') },
    },
    beforeRevival: fiveMinutesLater,
  })
  running.defer(() => node.kill())
  for (const api of [fake, morning])
    api.onRequest((path, when) => node.pass((step) => 'api' in step && step.when === when && step.api.test(path)))
  await db.sql('update gateway_settings set issues_documents = false')
  const sold = await addProduct()

  const unreached: string[] = []
  const wrong: string[] = []
  for (const [round, { step, provider }] of rounds.entries()) {
    await db.sql('select choose_gateway($1)', [provider])
    const email = `buyer${round}@example.com`
    await node.begin(step)
    const url = await place(round, email)
    await fake.pay(url)
    await settle(email).catch((error: unknown) => {
      throw new Error(`After ${step.name}, ${provider}`, { cause: error })
    })
    if (!node.hasDied()) {
      unreached.push(`${step.name}, ${provider}`)
      await node.kill()
    }
    const found = await figures(email)
    for (const [what, count] of Object.entries(oneOfEach))
      if (found[what] !== count) wrong.push(`${step.name}, ${provider}: ${what} ${found[what]}, not ${count}`)
  }
  return { rounds: rounds.length, deaths: rounds.length - unreached.length, unreached, wrong }

  async function addProduct() {
    const slug = `kill-${randomUUID().slice(0, 8)}`
    const [row] = await db.sql<{ price: string }>(
      `with product as (insert into products (slug, name, is_active, call_way) values ($1, 'bench', true, 'buy') returning id)
       insert into prices (product_id, amount_agorot, active_from, seats) select id, 69000, now() - interval '1 day', 1000 from product
       returning id as price`,
      [slug],
    )
    return { slug, price: row!.price }
  }

  /** A buyer who retries until the payment page of the provider opens. */
  async function place(round: number, email: string): Promise<string> {
    const body = JSON.stringify({
      slug: sold.slug,
      priceId: sold.price,
      installments: 1,
      name: 'נועה לדוגמה',
      email,
      phone: `0523${String(round).padStart(6, '0')}`,
      terms: 'on',
    })
    const headers = { 'content-type': 'application/json' }
    for (;;) {
      await node.revive()
      const answer = await fetch(`http://127.0.0.1:${port}/functions/v1/place-order`, { method: 'POST', headers, body })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as Placed }))
        .catch(() => undefined)
      if (answer?.status === 201) return answer.body.url
      if (answer) throw new Error(`The order was refused: ${JSON.stringify(answer)}`)
    }
  }

  /** Simulates a restart after five minutes: checks are due, and claims of the dead node have expired. */
  async function fiveMinutesLater() {
    await db.sql(`update graphile_worker._private_jobs set run_at = run_at - interval '5 minutes'`)
    await db.sql(
      `update tax_documents set claimed_until = claimed_until - interval '5 minutes', next_try_at = next_try_at - interval '5 minutes'
       where status <> 'issued'`,
    )
  }

  /** Waits until the document of the order exists and every notification was delivered or lost. */
  async function settle(email: string) {
    const startedAt = performance.now()
    for (;;) {
      await node.revive()
      await fake.settled()
      const [due] = await db.sql<{ documents: number; jobs: number }>(
        `select (select count(*)::int from tax_documents d join orders o on o.id = d.order_id where o.email = $1 and d.status = 'issued') as documents,
           (select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
             where t.identifier in ('check_payment', 'issue_tax_document') and j.run_at < now() and j.attempts < j.max_attempts) as jobs`,
        [email],
      )
      if (due!.documents > 0 && due!.jobs === 0) return
      if (performance.now() - startedAt > limitMs) throw new Error(`Still due: ${JSON.stringify(due)}`)
      await sleep(50)
    }
  }

  async function figures(email: string): Promise<Record<string, number>> {
    const [row] = await db.sql<Record<string, number>>(
      `with known as (select * from orders where email = $1)
       select (select count(*)::int from known) as orders, (select count(*)::int from known where status = 'paid' and paid_agorot = 69000) as paid,
         (select count(*)::int from payments p join known o on o.id = p.order_id) as ledger,
         (select count(*)::int from charges c join known o on o.id = c.order_id) as charges,
         (select count(*)::int from enrolments e join known o on o.contact_id = e.contact_id) as enrolments,
         (select count(*)::int from domain_events d join known o on o.id = d.entity_id where d.type = 'order.paid') as events,
         (select count(*)::int from tax_documents d join known o on o.id = d.order_id) as documents`,
      [email],
    )
    const own = await db.sql<{ reference: string }>(
      `select d.reference from tax_documents d join orders o on o.id = d.order_id where o.email = $1
       union all select a.reference from payment_attempts a join orders o on o.id = a.order_id where o.email = $1`,
      [email],
    )
    const references = own.map(({ reference }) => reference)
    return {
      ...row,
      issued: morning.documents.filter(({ description }) => references.some((one) => description.includes(one))).length,
      deals: [...fake.book.deals.values()].filter(
        ({ code, reference }) => code === '0' && references.includes(reference),
      ).length,
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
