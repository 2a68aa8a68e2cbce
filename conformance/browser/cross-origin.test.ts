import { expect, test } from 'vitest'
import { address, loginOf, publicKey } from '../clients.ts'
import { openChromium } from './chromium.ts'

const { origin, window } = await openChromium()

test('a page of another origin can use every API with the official client', async () => {
  const page = await (await window()).tab()
  const seen = await page.evaluate(async ({ email, password }) => {
    const { client } = inPage
    await client.auth.signInWithPassword({ email, password })
    const counted = await client.from('contacts').select('id', { count: 'exact', head: true })
    const ranged = await client.from('contacts').select('id').range(0, 1)
    const wrong = await client.from('no_such_table').select()
    const missing = await client.storage.from('no-such-bucket').download('file.png')
    const called = await client.functions.invoke('ask-for-contact', {
      body: { name: 'בדיקה', phone: '12', topic: 'coaching', marketingConsent: false },
      headers: { 'x-region': 'any' },
    })
    const refused = called.error as { context: Response } | null
    const channel = client.channel('room')
    const joined = await new Promise<string>((resolve) => void channel.subscribe(resolve))
    await client.removeAllChannels()
    return {
      count: counted.count,
      rows: ranged.data?.length,
      wrong: wrong.error?.code,
      missing: missing.error?.name,
      called: refused?.context.status,
      joined,
    }
  }, loginOf('owner'))
  expect(seen).toEqual({
    count: expect.any(Number),
    rows: 2,
    wrong: 'PGRST205',
    missing: 'StorageApiError',
    called: 422,
    joined: 'SUBSCRIBED',
  })
})

const readable = ['content-range', 'preference-applied']

test('a script of another origin can read the headers that the client needs', async () => {
  const page = await (await window()).tab()
  const headers = await page.evaluate(
    async ([base, key, names]) => {
      const response = await fetch(`${base}/rest/v1/consent_texts?select=*&limit=1`, {
        headers: { apikey: key, prefer: 'count=exact', 'x-client-info': 'a test', 'accept-profile': 'public' },
      })
      return { status: response.status, ...Object.fromEntries(names.map((name) => [name, response.headers.get(name)])) }
    },
    [address, publicKey, readable] as const,
  )
  expect(headers).toEqual({
    status: expect.any(Number),
    'content-range': expect.stringMatching(/\/\d+$/),
    'preference-applied': 'count=exact',
  })
})

const requestedHeaders = [
  'authorization, x-client-info, apikey, content-type, x-supabase-api-version',
  'prefer, range, accept-profile, content-profile, x-retry-count',
  'x-upsert, x-metadata, cache-control, x-region',
  'traceparent, tracestate, baggage',
]

test.each(['/auth/v1/token', '/auth/v1/factors/1', '/rest/v1/contacts', '/storage/v1/object/a/b', '/functions/v1/any'])(
  'preflight allows the headers that the client sends to %s',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
      for (const headers of requestedHeaders) {
        const response = await fetch(address + path, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': headers,
          },
        })
        expect(response.ok).toBe(true)
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('access-control-max-age')).toBe('86400')
        const allowed = `${response.headers.get('access-control-allow-methods')}, ${response.headers.get('access-control-allow-headers')}`
        for (const name of [method, ...headers.split(', ')]) expect(allowed.toLowerCase()).toContain(name.toLowerCase())
      }
  },
)

test('a page of another origin can read refusals of the gateway', async () => {
  const page = await (await window()).tab()
  const read = await page.evaluate(async (base) => {
    const answers = await Promise.all([
      fetch(`${base}/rest/v1/contacts`),
      fetch(`${base}/auth/v1/user`, { headers: { apikey: 'not a key' } }),
      fetch(`${base}/auth/v1/nothing-here`, { headers: { apikey: 'not a key' } }),
    ])
    return answers.map((response) => response.status)
  }, address)
  expect(read).toEqual([401, 401, 401])
})
