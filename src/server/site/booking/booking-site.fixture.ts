// The booking pages of a demo host, requested like a visitor without JavaScript does.
import { expect } from 'vitest'
import { elements, partsOf } from '../../../../test/rendered-html.ts'
import { monthSpan } from '#features/booking/public/free-days.ts'
import { dayOf } from '#lib/time/dates.ts'
import { testSite } from '../../../../test/site-app.ts'

export const path = '/book/hila/hekerut'
export const person = { name: 'דנה לדוגמה', phone: '050-0000076', email: 'dana@example.com' }
export const nextMonth = monthSpan(dayOf(new Date())).next

/** The hidden fields and the offered start times of the form with this action URL. */
export function formOf(body: string, action: string) {
  const form = elements(body, 'form').find(({ attributes }) => attributes['action']?.split('#')[0] === action)!
  const inputs = partsOf(form.inside).attributes('input')
  return {
    hidden: Object.fromEntries(
      inputs.filter(({ type }) => type === 'hidden').map(({ name, value }) => [name!, value ?? '']),
    ) as Record<string, string>,
    starts: inputs.filter(({ name }) => name === 'start').map(({ value }) => value!),
  }
}

export const freeDays = (body: string) =>
  partsOf(body)
    .attributes('button')
    .filter(({ name, class: classes }) => name === 'day' && classes?.includes('day'))
    .map(({ value }) => value!)

export async function bookingSite() {
  const { app, db } = await testSite()
  const get = (url: string) => app.inject({ url: url.split('#')[0]! })
  const post = (url: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: url.split('#')[0]!,
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: 'http://site.test/book/hila' },
      payload: new URLSearchParams(fields).toString(),
    })

  /** Returns the slots of the nth free day of the next month, which is within the booking window of the type. */
  async function slotsOfDay(n: number) {
    const day = freeDays((await get(`${path}?month=${nextMonth.slice(0, 7)}`)).body)[n]!
    return formOf((await get(`${path}?day=${day}`)).body, `${path}/hold`)
  }

  /** Holds a slot and returns the fields of the next page. */
  async function hold(start: string, hidden: Record<string, string>) {
    const held = await post(`${path}/hold`, { ...hidden, start })
    expect(held.statusCode).toBe(303)
    return formOf((await get(held.headers.location!)).body, path).hidden
  }

  async function book(n: number, fields: Record<string, string> = person) {
    const { hidden, starts } = await slotsOfDay(n)
    const details = await hold(starts[0]!, hidden)
    const response = await post(path, { ...details, ...fields })
    expect(response.statusCode).toBe(200)
    const booked = await post(path, { ...formOf(response.body, path).hidden })
    expect(booked.statusCode).toBe(303)
    return { start: starts[0]!, manage: booked.headers.location!.split('?')[0]!, location: booked.headers.location! }
  }

  /**
   * Returns the slots to which an appointment can be moved, on the nth free day of the next month. The first days of
   * the month may be within the cancellation notice.
   */
  async function slotsToMoveTo(manage: string, n: number) {
    const day = freeDays((await get(`${manage}?move=1&month=${nextMonth.slice(0, 7)}`)).body)[n]!
    return formOf((await get(`${manage}?move=1&day=${day}`)).body, `${manage}/move`)
  }

  return { app, db, get, post, slotsOfDay, slotsToMoveTo, hold, book }
}
