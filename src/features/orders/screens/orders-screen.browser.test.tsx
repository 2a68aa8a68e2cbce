import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { unique } from '../../../../test/browser/make-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { callFunction } from '#client/call-function.ts'
import { invoke } from '#client/invoke.ts'
import { type OrderPlaced, refusals } from '../orders.ts'

/** Places a visitor's order of the demo product. */
async function place(name: string) {
  const { anonKey } = inject('product')
  const { data: offers } = await backendAs('owner').rpc('offers').eq('slug', 'bayit-meuzan').throwOnError()
  const placed = await callFunction<OrderPlaced>('place-order', anonKey, {
    slug: 'bayit-meuzan',
    priceId: offers[0]!.price!.id,
    installments: 1,
    name,
    email: `${crypto.randomUUID()}@example.com`,
    phone: `05${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`,
    terms: 'on',
  })
  if (!('data' in placed)) throw new Error('The order was not placed')
  return placed.data
}

/** Places an order and pays it at the fake provider. */
async function buy(name: string) {
  const { order, url } = await place(name)
  await fetch(url!.replace('/page/', '/pay/'), {
    method: 'POST',
    mode: 'no-cors',
    body: new URLSearchParams({ card: '4580280000000008', cvv: '123', installments: '1', method: 'card' }),
  })
  await callFunction('open-order', inject('product').anonKey, { order, check: true })
}

test('a paid order is found by search, and the refund form accepts the amount due by law', async () => {
  const name = `רוכשת ${unique('בהזמנות')}`
  await buy(name)
  await openScreen('/crm/payments', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש הזמנה' }).fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: 'החזר', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/655\.5.*בתוך 14 ימים.*דמי ביטול.*34\.5/)
  await dialog.getByRole('button', { name: /^לקחת את הסכום/ }).click()
  await expect.element(dialog.getByLabelText(/^סכום להחזר/)).toHaveValue('655.5')
  await dialog.getByLabelText(/^למה/).fill('ביטול בתוך 14 ימים')
  await dialog.getByRole('button', { name: 'ביצוע ההחזר' }).click()
  await page.getByRole('link', { name: 'זוכו', exact: true }).click()
  await expect.element(row).toMatchTextContent(/655\.5.*זוכתה בחלקה/)
})

test('the remaining amount of a partly paid order is recorded on the order', async () => {
  const name = `רוכשת ${unique('בחלקים')}`
  await place(name)
  const owner = backendAs('owner')
  const read = async () =>
    (await owner.from('orders').select('id, amount_agorot, status').eq('name', name).single().throwOnError()).data
  const { id: orderId, amount_agorot: amount } = await read()
  const part = { amountAgorot: 10_000, method: 'transfer', reason: 'ההעברה הראשונה הגיעה' }
  await invoke(owner, 'move-order', { kind: 'paid_by_hand', orderId, payment: crypto.randomUUID(), ...part })
  await openScreen('/crm/payments', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש הזמנה' }).fill(name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect.element(row).toMatchTextContent(/שולמה בחלקה/)
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: 'רישום תשלום', exact: true }).click()
  await expect.element(dialog.getByLabelText(/^סכום בשקלים/)).toHaveValue(String((amount - 10_000) / 100))
  await dialog.getByLabelText(/^על סמך מה/).fill('גם ההעברה השנייה הגיעה')
  await dialog.getByRole('button', { name: 'רישום התשלום' }).click()
  await expect.poll(async () => (await read()).status).toBe('paid')
})

test('ending a charge without a response requires a reason, and a refusal preserves the typed reason', async () => {
  const name = `רוכשת ${unique('בלי מענה')}`
  await place(name)
  const service = backendAsService()
  const { data: order } = await service.from('orders').select('id').eq('name', name).single().throwOnError()
  const { id: orderId } = order
  const { data: attempt } = await service
    .from('payment_attempts')
    .insert({
      order_id: orderId,
      provider: 'cardcom',
      is_stand_in: true,
      terminal: '1000',
      reference: `pay_${crypto.randomUUID()}`,
      secret_hash: 'x',
      amount_agorot: 10_000,
      by_token: true,
    })
    .select('id')
    .single()
    .throwOnError()
  const state = async () =>
    (await service.from('payment_attempts').select('state').eq('id', attempt.id).single().throwOnError()).data.state
  await service.rpc('move_order', { about: orderId, fact: { kind: 'silent', attempt: attempt.id } }).throwOnError()
  await openScreen('/crm/payments?shown=all', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש הזמנה' }).fill(name)
  await page.getByRole('row').filter({ hasText: name }).getByRole('button').click()
  const end = dialog.getByRole('button', { name: 'סגירת החיוב', exact: true })
  await end.click()
  await expect.element(page.getByRole('heading', { name: 'לסגור את החיוב?' })).toBeVisible()
  await end.click()
  const reason = dialog.getByLabelText(/^על סמך מה/)
  await expect.element(reason).toBeInvalid()
  await reason.fill('לא מופיע אצל חברת הסליקה')
  expect(await violationsOf()).toEqual([])
  await end.click()
  // The provider has a day to respond.
  await expect.element(dialog.getByText(refusals.charge_not_silent)).toBeVisible()
  await expect.element(reason).toHaveValue('לא מופיע אצל חברת הסליקה')
  expect(await state()).toBe('created')
})

test('a refund without a response is listed in the comparison tab until staff settle it', async () => {
  const name = `רוכשת ${unique('בלי תשובה')}`
  await buy(name)
  const owner = backendAs('owner')
  const read = async () =>
    (await owner.from('orders').select('status, payment_attempts(id)').eq('name', name).single().throwOnError()).data
  // A job polls the provider.
  await expect.poll(async () => (await read()).status).toBe('paid')
  const order = await read()
  // The fake provider does not respond to a refund of this amount.
  const refund = {
    refund: crypto.randomUUID(),
    attemptId: order.payment_attempts[0]!.id,
    amountAgorot: 1313,
    reason: 'ביטול עסקה',
  }
  await expect(invoke(owner, 'refund-order', refund)).rejects.toMatchObject({ code: 'refund_unknown' })
  await openScreen('/crm/payments?shown=books', 'owner')
  const refunds = page.getByRole('region', { name: 'החזרים בלי תשובה' })
  const row = refunds.getByRole('row').filter({ hasText: name })
  await expect.element(row).toMatchTextContent(/13\.13/)
  expect(await violationsOf()).toEqual([])
  await row.getByRole('button', { name: /^רישום מה קרה/ }).click()
  await dialog.getByRole('button', { name: 'רישום', exact: true }).click()
  await expect.element(dialog.getByText('יש לבחור מה קרה')).toBeVisible()
  await dialog.getByLabelText(/^מה קרה/).selectOptions('done')
  await dialog.getByLabelText(/^על סמך מה/).fill('הזיכוי מופיע אצל חברת הסליקה')
  expect(await violationsOf()).toEqual([])
  await dialog.getByRole('button', { name: 'רישום', exact: true }).click()
  await expect.element(page.getByText('מצב ההחזר נרשם')).toBeVisible()
  await expect.element(row).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'זוכו', exact: true }).click()
  await expect.element(page.getByRole('row').filter({ hasText: name })).toMatchTextContent(/13\.13.*זוכתה בחלקה/)
})

test('after a refused refund the same form requests another one', async () => {
  const name = `רוכשת ${unique('אחרי סירוב')}`
  await buy(name)
  const owner = backendAs('owner')
  const read = async () =>
    (await owner.from('orders').select('id, status, order_refunds(id)').eq('name', name).single().throwOnError()).data
  await expect.poll(async () => (await read()).status).toBe('paid')
  await openScreen('/crm/payments', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש הזמנה' }).fill(name)
  await page.getByRole('row').filter({ hasText: name }).getByRole('button').click()
  await dialog.getByRole('button', { name: 'החזר', exact: true }).click()
  const amount = dialog.getByLabelText(/^סכום להחזר/)
  const submit = dialog.getByRole('button', { name: 'ביצוע ההחזר' })
  // The fake provider does not respond to a refund of this amount.
  await amount.fill('13.13')
  await dialog.getByLabelText(/^למה/).fill('ביטול עסקה')
  await submit.click()
  await expect.element(dialog.getByText(refusals.refund_unknown)).toBeVisible()
  const { id: orderId, order_refunds: refunds } = await read()
  const settled = { orderId, refund: refunds[0]!.id, status: 'refused', reason: 'אין זיכוי אצל חברת הסליקה' }
  await invoke(owner, 'settle-refund', settled)
  await submit.click()
  await expect.element(dialog.getByText(refusals.refund_refused)).toBeVisible()
  await amount.fill('33.5')
  await submit.click()
  await expect.poll(async () => (await read()).status).toBe('partially_refunded')
})

test('the sections and tables of the revenue tab are regions with accessible names', async () => {
  await buy(`רוכשת ${unique('בהכנסות')}`)
  await openScreen('/crm/payments?shown=revenue', 'owner')
  await expect.element(page.getByRole('region', { name: 'טבלה: לפי מוצר', exact: true })).toBeVisible()
  const names = page.getByRole('region').elements().map((region) => region.getAttribute('aria-label')).filter(Boolean) // prettier-ignore
  expect(names).toEqual(expect.arrayContaining(['לפי מוצר', 'לפי מקור', 'לפי חודש']))
  expect(new Set(names).size).toBe(names.length)
  expect(await violationsOf()).toEqual([])
})

test('a page number beyond the last page shows the last page', async () => {
  await openScreen('/crm/payments?shown=all&page=99', 'owner')
  await expect.element(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
})

test('an empty list shows that nothing matches', async () => {
  await openScreen(`/crm/payments?shown=all&q=${unique('אין')}&page=99`, 'owner')
  await expect.element(page.getByText('אין הזמנה שמתאימה לסינון הזה')).toBeVisible()
})

test('switching tabs preserves search text that is not yet in the URL', async () => {
  const { router } = await openScreen('/crm/payments', 'owner')
  const tab = page.getByRole('link', { name: 'זוכו', exact: true })
  await expect.element(tab).toBeVisible()
  await page.getByRole('searchbox', { name: 'חיפוש הזמנה' }).fill('נועה')
  // The tab is clicked before the debounced text reaches the URL.
  ;(tab.element() as HTMLElement).click()
  await expect
    .poll(() => router.state.location.search)
    .toBe(`?${new URLSearchParams({ q: 'נועה', shown: 'refunded' })}`)
  await expect.element(page.getByRole('searchbox', { name: 'חיפוש הזמנה' })).toHaveValue('נועה')
})
