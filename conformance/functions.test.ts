import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { address, publicKey, visitor } from './clients.ts'

test('a visitor calls a function that is open to everybody', async () => {
  const { data, error } = await visitor().functions.invoke('ask-for-contact', {
    body: { name: 'בדיקה לדוגמה', phone: '050-0000077', topic: 'coaching', message: 'שלום', marketingConsent: false },
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({ ticketNumber: expect.anything() })
})

test('wrong input is answered with the field and a Hebrew sentence', async () => {
  const { error } = await visitor().functions.invoke('ask-for-contact', {
    body: { name: 'בדיקה', phone: '12', topic: 'coaching', marketingConsent: false },
  })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  const answer = (error as FunctionsHttpError).context as Response
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    fields: { phone: expect.stringMatching(/[א-ת]/) },
  })
})

test('a function that does not exist is a failure of the relay', async () => {
  const { error } = await visitor().functions.invoke('no-such-function', { body: {} })
  expect(error).toBeInstanceOf(FunctionsRelayError)
})

test('a body that is not JSON has its code', async () => {
  const answer = await fetch(`${address}/functions/v1/ask-for-contact`, {
    method: 'POST',
    headers: { apikey: publicKey, 'content-type': 'application/json' },
    body: '{',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid_json' })
})

test('every answer carries the request id that the log knows', async () => {
  const answer = await fetch(`${address}/functions/v1/no-such-function`, {
    method: 'POST',
    headers: { apikey: publicKey },
  })
  expect(answer.headers.get('x-request-id')).toMatch(/\S{8,}/)
})
