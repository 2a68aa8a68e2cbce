// Are the seats of a product ever oversold? 200 concurrent buyers of a product with 50 seats, over HTTP from a running
// server, with the API of each provider. Expected: 50 orders with a payment page, 150 refusals with a reason. Measures
// the latency of both. Then every page is paid. `--buyers N`, `--seats N`.
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerOf } from './crm/owner.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: { buyers: { type: 'string', default: '200' }, seats: { type: 'string', default: '50' } },
})
const [buyers, seats] = [Number(values.buyers), Number(values.seats)]
const print = (text: string) => process.stdout.write(`${text}\n`)
const share = (times: number[], at: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * at)]!
/** A payment is detected by its notification, or by the check after two minutes. */
const paidWithinMs = 150_000

const installation = await makeInstallation({ DEMO: '0', LOG_LEVEL: 'error' }, 'src/server/main.ts')
const { child } = await installation.start()
let people = 0

type Sold = { slug: string; price: string; product: string }
async function addProduct(slug: string): Promise<Sold> {
  const [row] = await installation.sql<{ price: string; product: string }>(
    `with product as (insert into products (slug, name, is_active, call_way) values ($1, 'bench', true, 'buy') returning id)
     insert into prices (product_id, amount_agorot, active_from, seats) select id, 69000, now() - interval '1 day', $2 from product
     returning id as price, product_id as product`,
    [slug, seats],
  )
  return { slug, ...row! }
}

type Answer = { status: number; ms: number; body: { code?: string; message?: string; url?: string | null } }
let pressedAgain = 0
/** A buyer retries when the site reports that it is overloaded. */
async function buy(sold: Sold): Promise<Answer> {
  const number = String(++people).padStart(6, '0')
  const began = performance.now()
  for (let presses = 1; ; presses++) {
    const answer = await press(sold, number)
    if (answer.status !== 503 || presses === 20) return { ...answer, ms: performance.now() - began }
    pressedAgain++
    await sleep(500)
  }
}

async function press({ slug, price }: Sold, number: string) {
  const response = await fetch(`${installation.url}/functions/v1/place-order`, {
    method: 'POST',
    // The service key is exempt from the rate limit per IP.
    headers: { apikey: installation.serviceKey(), 'content-type': 'application/json' },
    body: JSON.stringify({
      slug,
      priceId: price,
      shownAgorot: 69_000,
      name: 'bench',
      email: `buyer${number}@example.com`,
      phone: `0521${number}`,
      terms: 'on',
    }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const pay = (url: string) =>
  fetch(url.replace('/page/', '/pay/'), {
    method: 'POST',
    body: new URLSearchParams({ card: '4580280000000008', cvv: '123', installments: '1', method: 'card' }),
    redirect: 'manual',
  })

const figures = async ({ product }: Sold) =>
  (
    await installation.sql<{ paid: number; enrolled: number; ledger: number }>(
      `select (select count(*)::int from orders where product_id = $1 and status = 'paid') as paid,
         (select count(*)::int from enrolments where product_id = $1) as enrolled,
         (select count(*)::int from payments p join orders o on o.id = p.order_id where o.product_id = $1) as ledger`,
      [product],
    )
  )[0]!

try {
  await ownerOf(installation)
  for (const provider of ['cardcom', 'payplus']) {
    await installation.sql('update gateway_settings set is_chosen = (provider = $1)', [provider])
    const sold = await addProduct(`bench-${provider}`)
    pressedAgain = 0
    const answers = await Promise.all(Array.from({ length: buyers }, () => buy(sold)))
    const placed = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ body }) => body.code === 'no_places_left')
    const others = answers.filter((answer) => !placed.includes(answer) && !refused.includes(answer))
    const times = answers.map(({ ms }) => ms)
    print(
      `${provider}: ${buyers} buyers at once for ${seats} places: ${placed.length} may pay, ${refused.length} read that no place is left, ${others.length} others; median ${share(times, 0.5).toFixed(0)} ms, p99 ${share(times, 0.99).toFixed(0)} ms; ${pressedAgain} presses met an overloaded server`,
    )
    for (const { status, body } of others.slice(0, 5)) print(`  ${status} ${JSON.stringify(body)}`)
    await Promise.all(placed.flatMap(({ body }) => (body.url ? [pay(body.url)] : [])))
    const until = performance.now() + paidWithinMs
    while ((await figures(sold)).paid < placed.length && performance.now() < until) await sleep(200)
    const { paid, enrolled, ledger } = await figures(sold)
    print(`  paid: ${paid}, enrolled: ${enrolled}, entries in the ledger: ${ledger}`)
    const isRight =
      placed.length === seats && refused.length === buyers - seats && [paid, enrolled, ledger].every((n) => n === seats)
    if (!isRight) process.exitCode = 1
  }
} finally {
  await stop(child)
  installation.remove()
}
