// Runs the worker's script as a browser does, with the scope of a registration.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(new URL('portal-shell-worker.js', import.meta.url), 'utf8')
const origin = 'https://maslul.example'
type Asked = { method?: string; mode?: string; url: string }

function run(scope: string) {
  const received: string[] = []
  const self = {
    registration: { scope: origin + scope },
    location: { origin },
    addEventListener: (type: string) => void received.push(type),
  }
  const keyOf = runInNewContext(`const shellFiles = [], shellVersion = 'v'\n${script}\nshellKeyOf`, { self, URL }) as (
    request: Asked,
  ) => string | undefined
  return {
    received,
    keyOf: ({ method = 'GET', mode = 'cors', url }: Asked) => keyOf({ method, mode, url: new URL(url, origin).href }),
  }
}

test('fetch events are handled for the portal only: the registration for push messages has no fetch listener', () => {
  expect(run('/crm').received).toEqual([])
  expect(run('/client-portal').received).toEqual(['install', 'activate', 'fetch'])
})

test('the shell cache contains the portal page, the built files and the logo only', () => {
  const { keyOf } = run('/client-portal')
  const page = (url: string) => keyOf({ mode: 'navigate', url })
  expect([page('/client-portal'), page('/client-portal/tasks?a=1')]).toEqual(['/client-portal', '/client-portal'])
  for (const url of ['/', '/crm', '/client-login', '/client-portals', '/client-invitation/1?token=t']) {
    expect(page(url), url).toBeUndefined()
  }
  expect([keyOf({ url: '/assets/app-1.js' }), keyOf({ url: '/brand.css?v=1' })]).toEqual([
    '/assets/app-1.js',
    '/brand.css?v=1',
  ])
  const logo = '/storage/v1/object/public/business-logos/owner/logo-1.png'
  expect(keyOf({ mode: 'no-cors', url: logo })).toBe(logo)
  for (const url of [
    '/storage/v1/object/public/pictures/a',
    '/auth/v1/token',
    '/rest/v1/tasks',
    '/functions/v1/ask',
    '/storage/v1/object/a',
    '/health',
  ]) {
    expect(keyOf({ url }), url).toBeUndefined()
  }
  expect(keyOf({ method: 'POST', url: '/assets/app-1.js' })).toBeUndefined()
  expect(keyOf({ url: 'https://elsewhere.example/assets/app-1.js' })).toBeUndefined()
})
