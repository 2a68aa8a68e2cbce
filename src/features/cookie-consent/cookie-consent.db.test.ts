import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { recordCookieChoice } from './cookie-consent.server.ts'
import { everything, preferencesOf } from './preferences.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { invoke } = createFunctions({
  pool: db.authenticator,
  functions: [recordCookieChoice],
  log: pino({ level: 'silent' }),
})
const record = (input: object, userId?: string) =>
  invoke('record-cookie-choice', input, {
    caller: userId ? { userId, claims: { role: 'authenticated', sub: userId } } : { claims: { role: 'anon' } },
  })
const choice = () => ({ id: crypto.randomUUID(), ...preferencesOf(everything, new Date()), page: '/' })
const rowOf = async (id: string) => (await db.sql('select * from cookie_choices where id = $1', [id]))[0]

test("a visitor's choice is recorded without personal data", async () => {
  const submitted = choice()
  await record(submitted)
  expect(await rowOf(submitted.id)).toMatchObject({ user_id: null, marketing: true, version: '1.0', page: '/' })
  expect(Object.keys((await rowOf(submitted.id))!)).not.toContain('ip')
})

test('after sign-in the record belongs to the user, and no other user can claim or change it', async () => {
  const submitted = choice()
  expect(await record(submitted)).toEqual({ taken: false })
  expect(await record(submitted, ids.client)).toEqual({ taken: false })
  expect(await record({ ...submitted, marketing: false }, ids.sales)).toEqual({ taken: true })
  expect(await rowOf(submitted.id)).toMatchObject({ user_id: ids.client, marketing: true })
})

test('a timestamp in the future is stored as today', async () => {
  const submitted = { ...choice(), consentDate: '2999-01-01T00:00:00.000Z' }
  await record(submitted)
  expect(((await rowOf(submitted.id)) as { chosen_at: Date }).chosen_at.getTime()).toBeLessThanOrEqual(Date.now())
})

test('users can read their own choices, owners and admins all of them, and no role can write except through the function', async () => {
  const submitted = choice()
  await record(submitted, ids.client)
  expect(await whoMay(db, as, `select from cookie_choices where id = '${submitted.id}'`)).toBe('owner admin client')
  const insert = `insert into cookie_choices values ('${crypto.randomUUID()}', null, true, true, true, '1.0', '/', now()) returning *`
  expect(await whoMay(db, as, insert)).toBe('no role')
  expect(await whoMay(db, as, `update cookie_choices set marketing = false returning *`)).toBe('no role')
  expect(await whoMay(db, as, `delete from cookie_choices returning *`)).toBe('no role')
})
