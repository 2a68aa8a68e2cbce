// The contract of a gateway, tested over HTTP against the fake of both providers.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/time/dates.ts'
import { openCardCom } from './cardcom.ts'
import type { Gateway, NewPage } from './gateway.ts'
import { isUncertain } from './gateway.ts'
import { startGateways } from './gateways.fake.ts'
import { openManual } from './manual.ts'
import { openPayPlus } from './payplus.ts'

const fake = await startGateways({ lateMs: 20, slowMs: 3_600_000 })

/** The notices received by our side. */
const arrived: { path: string; raw: Uint8Array; headers: Headers }[] = []
const inbox = createServer((request, response) => {
  void buffer(request).then((raw) => {
    arrived.push({ path: request.url!, raw, headers: new Headers(request.headers as Record<string, string>) })
    response.writeHead(200).end()
  })
}).listen(0, '127.0.0.1')
await once(inbox, 'listening')
const site = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`
afterAll(async () => {
  await fake.stop()
  inbox.close()
})

let made = 0
const page = (known: Partial<NewPage> = {}): NewPage => {
  const reference = known.reference ?? `pay_${++made}`
  return {
    reference,
    amountAgorot: 69_000,
    title: 'בית מאוזן',
    installments: { most: 3, chosen: 1 },
    customer: { name: 'נועה לדוגמה', email: 'noa@example.com', phone: '+972500000011' },
    document: 'invoice_receipt',
    isVatFree: false,
    saveToken: false,
    minutes: 15,
    urls: {
      success: `${site}/payment-success`,
      failure: `${site}/payment-error`,
      cancel: `${site}/payment-error?cancelled=1`,
      notice: `${site}/notice/${reference}`,
    },
    ...known,
  }
}

const dialects: [string, (change?: { key?: string; timeoutMs?: number }) => Gateway][] = [
  [
    'CardCom',
    ({ key = fake.cardcom.apiName, ...change } = {}) => openCardCom({ ...fake.cardcom, ...change, apiName: key }),
  ],
  [
    'PayPlus',
    ({ key = fake.payplus.apiKey, ...change } = {}) => openPayPlus({ ...fake.payplus, ...change, apiKey: key }),
  ],
]

describe.each(dialects)('%s', (_name, open) => {
  const gateway = open()
  const value = async <T>(answer: Promise<{ ok: true; value: T } | { ok: false; fault: string; detail: string }>) => {
    const result = await answer
    if (!result.ok) throw new Error(`${result.fault}: ${result.detail}`)
    return result.value
  }
  const opened = async (known: Partial<NewPage> = {}) => {
    const opening = page(known)
    const { providerRef, url } = await value(gateway.create(opening))
    return { ...opening, providerRef, url: url! }
  }
  const noticesOf = (reference: string) => arrived.filter(({ path }) => path === `/notice/${reference}`)

  test('an unpaid page is pending', async () => {
    const { providerRef } = await opened()
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'pending' })
    expect(await value(gateway.verify(crypto.randomUUID()))).toMatchObject({ state: 'pending' })
  })

  test('a paid page is verified with amount, currency, terminal, reference, card and document', async () => {
    const { url, providerRef, reference } = await opened()
    const back = await fake.pay(url, { installments: '3' })
    expect(back.pathname).toBe('/payment-success')
    const deal = await value(gateway.verify(providerRef))
    expect(deal).toMatchObject({
      state: 'paid',
      amountAgorot: 69_000,
      currency: 'ILS',
      terminal: gateway.terminal,
      reference,
      installments: 3,
      last4: '0008',
      method: 'card',
      document: { number: expect.stringMatching(/^\d+$/), url: expect.stringContaining('/doc/') },
    })
    expect(deal.transactionId).toBeTruthy()
    expect(deal.token).toBeUndefined()
    expect((await fetch(url)).status).toBe(410)
  })

  test('a notice contains the reference of the page, and whether the provider signed it', async () => {
    const { url, reference, providerRef } = await opened()
    await fake.pay(url)
    await fake.settled()
    const [notice, ...more] = noticesOf(reference)
    expect(more).toEqual([])
    const read = gateway.parseNotice(notice!.raw, notice!.headers)
    expect(read).toMatchObject({ reference, providerRef })
    expect(read.authentic).toBe(gateway.provider === 'cardcom' ? 'unsigned' : 'signed')
  })

  test.each([
    ['Bit', 'bit', 'bit'],
    ['Apple Pay', 'apple-pay', 'apple_pay'],
    ['Google Pay', 'google-pay', 'google_pay'],
  ])('%s always pays in a single instalment', async (_wallet, method, verified) => {
    const { url, providerRef } = await opened({ installments: { most: 3, chosen: 3 } })
    expect(await (await fetch(url)).text()).toContain(`value="${method}"`)
    await fake.pay(url, { method, installments: '3' })
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'paid', method: verified, installments: 1 })
  })

  test.each([
    ['an amount above 5,000 ₪', { amountAgorot: 500_100 }, {}, 'declined'],
    ['a foreign card with instalments', {}, { card: '4580000000000000', installments: '2' }, 'declined'],
    ['an unknown card', {}, { card: '4111111111111111' }, 'declined'],
    ['CVV 999', {}, { cvv: '999' }, 'three_d_secure'],
  ])('%s is declined with a reason and the raw code', async (_what, known, typed, reason) => {
    const { url, providerRef } = await opened(known)
    expect((await fake.pay(url, typed)).pathname).toBe('/payment-error')
    const deal = await value(gateway.verify(providerRef))
    expect(deal).toMatchObject({ state: 'declined', reason, rawCode: expect.stringMatching(/\d/) })
    expect(deal.document).toBeUndefined()
    // The payer may go back and pay the same page with a different card.
    await fake.pay(url, { card: '4580280000000008', cvv: '123', installments: '1' })
    if (!('amountAgorot' in known)) expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'paid' })
  })

  test('a cancelled page stays pending, and the payer is redirected to the cancel URL', async () => {
    const { url, providerRef } = await opened()
    expect((await fake.pay(url, { method: 'cancel' })).search).toBe('?cancelled=1')
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'pending' })
  })

  test.each([
    ['timeout', 0],
    ['dup', 3],
    ['late', 1],
  ])('%s is paid with %i notices', async (name, count) => {
    const { url, reference, providerRef } = await opened()
    await fake.pay(url, { name })
    await fake.settled()
    expect(noticesOf(reference)).toHaveLength(count)
    expect(new Set(noticesOf(reference).map(({ raw }) => Buffer.from(raw).toString())).size).toBe(Math.min(count, 1))
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'paid' })
  })

  test('a payment claimed by a forged notice is not verified', async () => {
    const { url, reference, providerRef } = await opened()
    await fake.pay(url, { name: 'forge' })
    await fake.settled()
    const [notice] = noticesOf(reference)
    const { authentic } = gateway.parseNotice(notice!.raw, notice!.headers)
    expect(authentic).toBe(gateway.provider === 'cardcom' ? 'unsigned' : 'forged')
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'pending' })
  })

  test('a malformed notice is forged', () => {
    for (const text of ['', 'null', '<html>', '{"transaction":1}', '[]'])
      expect(gateway.parseNotice(Buffer.from(text), new Headers())).toEqual({ authentic: 'forged' })
  })

  test('verification returns the provider’s amount when it differs from the requested one', async () => {
    const { url, providerRef } = await opened()
    await fake.pay(url, { name: 'altered' })
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'paid', amountAgorot: 68_900 })
  })

  test('a payment whose document failed is still paid', async () => {
    const { url, providerRef } = await opened()
    await fake.pay(url, { name: 'docfail' })
    expect(await value(gateway.verify(providerRef))).toMatchObject({ state: 'paid', document: 'failed' })
  })

  test('an expired page responds with 410', async () => {
    const { url } = await opened({ customer: { name: 'expire', email: 'a@example.com' } })
    expect((await fetch(url)).status).toBe(410)
  })

  test('the sum of refunds cannot exceed the payment', async () => {
    const { url, providerRef, reference } = await opened()
    await fake.pay(url)
    const { transactionId } = await value(gateway.verify(providerRef))
    const refund = (amountAgorot: number) =>
      gateway.refund({ transactionId: transactionId!, amountAgorot, reference: `${reference}_r` })
    expect((await value(refund(20_000))).refundId).toBeTruthy()
    expect((await value(refund(49_000))).refundId).toBeTruthy()
    expect(await refund(1)).toMatchObject({ ok: false, fault: 'refused' })
    expect(await gateway.refund({ transactionId: '1', amountAgorot: 1, reference: 'x' })).toMatchObject({
      fault: 'refused',
    })
  })

  test('a saved card is charged once per reference', async () => {
    const { url, providerRef } = await opened({ saveToken: true })
    await fake.pay(url)
    const { token } = await value(gateway.verify(providerRef))
    expect(token).toMatchObject({ expiryMonth: 12 })
    const charge = { ...page(), token: token! }
    const first = await value(gateway.chargeToken(charge))
    expect(first).toMatchObject({ state: 'paid', amountAgorot: 69_000, reference: charge.reference })
    expect(await value(gateway.chargeToken(charge))).toMatchObject({ transactionId: first.transactionId })
    const failing = { ...page({ customer: { name: 'decline', email: 'a@example.com' } }), token: token! }
    expect(await value(gateway.chargeToken(failing))).toMatchObject({ state: 'declined', reason: 'declined' })
    const unknown = { ...page(), token: { ...token!, token: 'unknown' } }
    expect(await gateway.chargeToken(unknown)).toMatchObject({ ok: false, fault: 'refused' })
  })

  test('the list of a day contains its payments and refunds, but no failed deals', async () => {
    const { url, providerRef } = await opened()
    await fake.pay(url, { card: '1' })
    await fake.pay(url)
    const { transactionId } = await value(gateway.verify(providerRef))
    const { refundId } = await value(
      gateway.refund({ transactionId: transactionId!, amountAgorot: 100, reference: 'r' }),
    )
    const list = await value(gateway.listDay(dayOf(new Date())))
    const own = list.filter((line) => [transactionId, refundId].includes(line.transactionId))
    expect(own).toEqual([
      { transactionId, kind: 'payment', amountAgorot: 69_000, currency: 'ILS' },
      { transactionId: refundId, kind: 'refund', amountAgorot: 100, currency: 'ILS' },
    ])
    expect(await value(gateway.listDay('2020-01-01'))).toEqual([])
  })

  test.each([
    ['html', 'malformed'],
    ['empty', 'malformed'],
    ['server_error', 'server_error'],
    ['redirect_loop', 'redirected'],
    ['slow', 'timeout'],
  ] as const)('for every call, a provider response %s is reported as %s', async (how, fault) => {
    const impatient = open({ timeoutMs: how === 'slow' ? 150 : 10_000 })
    const calls = [
      () => impatient.create(page()),
      () => impatient.verify('x'),
      () => impatient.refund({ transactionId: '1', amountAgorot: 1, reference: 'r' }),
      () => impatient.chargeToken({ ...page(), token: { token: 't', expiryMonth: 1, expiryYear: 2030 } }),
      () => impatient.listDay('2026-01-01'),
    ]
    for (const call of calls) {
      fake.faults.push(how)
      const answer = await call()
      expect(answer).toMatchObject({ ok: false, fault })
      expect(!answer.ok && isUncertain(answer)).toBe(true)
    }
  })

  test('calls with a wrong key are unauthorized and certainly had no effect', async () => {
    const stranger = open({ key: 'wrong' })
    for (const answer of [
      await stranger.create(page()),
      await stranger.verify('x'),
      await stranger.listDay('2026-01-01'),
    ]) {
      expect(answer).toMatchObject({ ok: false, fault: 'unauthorized' })
      expect(!answer.ok && isUncertain(answer)).toBe(false)
    }
  })

  test('the fake gateway refuses to create a payment page for a site with a public address', async () => {
    const urls = { ...page().urls, notice: 'https://example.com/notice' }
    expect(await gateway.create(page({ urls }))).toMatchObject({ ok: false, fault: 'refused' })
  })

  test('the payment page escapes the title, lists the instalments and states that it is a simulation', async () => {
    const { url } = await opened({ title: '<b>בית</b>' })
    const html = await (await fetch(url)).text()
    expect(html).toContain('הדמיה של חברת סליקה')
    expect(html).toContain('&lt;b&gt;בית&lt;/b&gt;')
    expect(html.match(/<option /g)).toHaveLength(3)
    expect(await (await fetch(url.replace('/page/', '/nothing/'))).text()).toBe('')
  })
})

/** Verifies a payment page, or makes another call, at a provider that responds with this body. */
async function verifyAt(
  open: (baseUrl: string) => Gateway,
  body: object,
  call: (gateway: Gateway) => ReturnType<Gateway['verify']> = (gateway) => gateway.verify('x'),
) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await call(open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  server.close()
  server.closeAllConnections()
  return answer
}

test('a paid deal of PayPlus whose card has no expiry date saves no card', async () => {
  const deal = { transaction_uid: 't', status_code: '000', amount: 690, currency_code: 'ILS', token_uid: 'card' }
  for (const expiry of [{}, { expiry_month: '', expiry_year: '' }, { expiry_month: '13', expiry_year: '30' }]) {
    const body = { results: { status: 'success' }, data: { ...deal, ...expiry } }
    const answer = await verifyAt((baseUrl) => openPayPlus({ ...fake.payplus, baseUrl }), body)
    expect(answer).toMatchObject({ ok: true, value: { state: 'paid', amountAgorot: 69_000 } })
    expect(answer.ok && answer.value.token).toBeUndefined()
  }
})

test('a paid deal of CardCom whose card has no expiry date saves no card', async () => {
  const deal = { ResponseCode: 0, TranzactionId: 7, Amount: 690, CoinId: 1 }
  for (const card of [
    { Token: 'card', CardMonth: null, CardYear: null },
    { Token: 'card', CardMonth: 0, CardYear: 0 },
    { Token: null, CardMonth: 12, CardYear: 2030 },
    {},
  ]) {
    const body = { ResponseCode: 0, TokenInfo: card, TranzactionInfo: deal }
    const answer = await verifyAt((baseUrl) => openCardCom({ ...fake.cardcom, baseUrl }), body)
    expect(answer).toMatchObject({ ok: true, value: { state: 'paid', amountAgorot: 69_000 } })
    expect(answer.ok && answer.value.token).toBeUndefined()
  }
})

test('a declined deal of CardCom without a number has no transaction', async () => {
  const deal = { ResponseCode: 33, Description: 'סירוב', TranzactionId: 0, Amount: 690, CoinId: 1 }
  const body = { ResponseCode: 33, TerminalNumber: 9999, TranzactionInfo: deal }
  const answer = await verifyAt((baseUrl) => openCardCom({ ...fake.cardcom, baseUrl }), body)
  expect(answer).toMatchObject({ ok: true, value: { state: 'declined', rawCode: '33' } })
  expect(answer.ok && answer.value.transactionId).toBeUndefined()
})

test('a charge that CardCom reports as made before, but does not find, is uncertain', async () => {
  const body = { ResponseCode: 608, Description: 'ExternalUniqTranId exists already' }
  const charge = { ...page(), token: { token: 't', expiryMonth: 1, expiryYear: 2030 } }
  const open = (baseUrl: string) => openCardCom({ ...fake.cardcom, baseUrl })
  const answer = await verifyAt(open, body, (gateway) => gateway.chargeToken(charge))
  expect(!answer.ok && isUncertain(answer)).toBe(true)
})

test('an unreachable provider is reported as unreachable', async () => {
  const unreachable = await startGateways()
  await unreachable.stop()
  expect(await openCardCom(unreachable.cardcom).verify('x')).toMatchObject({ ok: false, fault: 'unreachable' })
})

test('a manual payment has no page, stays pending, and cannot be refunded by the gateway', async () => {
  const manual = openManual()
  expect(await manual.create(page({ reference: 'pay_hand' }))).toEqual({
    ok: true,
    value: { providerRef: 'pay_hand', url: null },
  })
  expect(await manual.verify('pay_hand')).toEqual({ ok: true, value: { state: 'pending' } })
  expect(await manual.refund({ transactionId: '1', amountAgorot: 1, reference: 'r' })).toMatchObject({
    fault: 'refused',
  })
})

test('a document of the fake states that it is not an accounting document', async () => {
  const pdf = await (await fetch(`${fake.origin}/doc/20001.pdf`)).text()
  expect(pdf).toContain('not an accounting document')
})
