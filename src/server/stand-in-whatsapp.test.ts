import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openChannels } from './channels.ts'
import { standInForWhatsApp } from './stand-in-whatsapp.ts'

const complete = {
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_TOKEN: 'token',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'sixteen characters',
}

test('in development a local stand-in replaces WhatsApp, and accepts messages', async () => {
  const standIn = await standInForWhatsApp(readConfig({}))
  const { adapters, names } = openChannels(standIn.config)
  expect([...names]).toEqual(['whatsapp'])
  const message = { id: 'b7a4c1de-0000-4000-8000-000000000001', to: '+972500000001', text: 'שלום', channel: 'whatsapp' }
  const mail = { ...message, subject: '', html: '', purpose: 'message', payload: null, createdAt: new Date() }
  expect(await adapters.whatsapp!(mail)).toEqual({ providerId: expect.stringMatching(/^wamid\./) })
  await standIn.stop()
})

test('with WhatsApp configured, no stand-in starts', async () => {
  const config = readConfig(complete)
  expect((await standInForWhatsApp(config)).config).toBe(config)
  expect(config.whatsApp).toMatchObject({ apiUrl: 'https://graph.facebook.com/v23.0', token: 'token' })
})

test.each<[object, RegExp]>([
  [{ WHATSAPP_TOKEN: 'token' }, /WHATSAPP_PHONE_NUMBER_ID, .* belong together/],
  [{ ...complete, WHATSAPP_API_URL: 'http://graph.example.com' }, /WHATSAPP_API_URL has to begin with https/],
  [{ ...complete, WHATSAPP_VERIFY_TOKEN: 'short' }, /WHATSAPP_VERIFY_TOKEN has to have at least 16/],
  [{ ...complete, WHATSAPP_PHONE_NUMBER_ID: '+972-50' }, /WHATSAPP_PHONE_NUMBER_ID has to be the id/],
])('the environment %o fails the startup with a message', (environment, sentence) => {
  expect(() => readConfig({ ...environment })).toThrow(sentence)
})
