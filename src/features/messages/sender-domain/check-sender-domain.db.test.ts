import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDns } from '#integrations/dns.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { testDatabase } from '../../../../test/database.ts'
import { makeActors } from '../../../../test/actors.ts'
import { testDnsServer } from '../../../../test/dns-server.ts'
import { checkSenderDomain } from './check-sender-domain.server.ts'
import type { Finding, SenderDomainCheck } from './sender-domain.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const dns = await testDnsServer()
afterAll(dns.close)
const keyOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')
const key = keyOf(2048)

type Options = { host?: string; from?: string; selector?: string; timeoutMs?: number }

async function check({
  host = 'smtp.gmail.com',
  from = 'office@example.co.il',
  selector,
  timeoutMs = 30_000,
}: Options = {}) {
  const functions = [
    checkSenderDomain({ sender: { from, host }, startLookup: openDns({ servers: [dns.address], timeoutMs }) }),
  ]
  const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })
  const response = (await invoke(
    'check-sender-domain',
    { ...(selector !== undefined && { selector }) },
    { caller: { userId: ids.owner, claims: as.owner } },
  )) as Response | SenderDomainCheck
  return response instanceof Response ? ((await response.json()) as SenderDomainCheck) : response
}
const finding = async (about: Finding['about'], options?: Options) => {
  const { findings } = await check(options)
  return findings.find((one) => one.about === about)!
}
const spf = (record: string | string[]) => (dns.zone['example.co.il'] = { TXT: [record].flat() })
const dkim = (record: string, selector = 'google') =>
  (dns.zone[`${selector}._domainkey.example.co.il`] = { TXT: [record] })
const dmarc = (record: string | string[], domain = 'example.co.il') =>
  (dns.zone[`_dmarc.${domain}`] = { TXT: [record].flat() })

beforeEach(async () => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  await db.sql('delete from sender_domains')
  dns.zone['_spf.google.com'] = { TXT: ['v=spf1 ip4:192.0.2.0/24 ~all'] }
  spf(['site-verification=1', 'v=spf1 include:_spf.google.com -all'])
  dkim(`v=DKIM1; k=rsa; p=${key}`)
  dmarc('v=DMARC1; p=reject; rua=mailto:office@example.co.il')
})

test('a domain with three correct records has no error', async () => {
  const { findings, selector, domain } = await check()
  expect(findings.map(({ about, status, code }) => [about, status, code])).toEqual([
    ['spf', 'ok', 'spf_ok'],
    ['dkim', 'ok', 'dkim_ok'],
    ['dmarc', 'ok', 'dmarc_ok'],
  ])
  expect([selector, domain]).toEqual(['google', 'example.co.il'])
})

test('a domain without records gets the record to add for each', async () => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  const { findings } = await check()
  expect(findings).toEqual([
    {
      about: 'spf',
      status: 'fault',
      code: 'spf_missing',
      found: [],
      add: { host: 'example.co.il', value: 'v=spf1 include:_spf.google.com ~all', replaces: false },
    },
    { about: 'dkim', status: 'unknown', code: 'dkim_not_found', found: [], add: null },
    {
      about: 'dmarc',
      status: 'fault',
      code: 'dmarc_missing',
      found: [],
      add: {
        host: '_dmarc.example.co.il',
        value: 'v=DMARC1; p=none; rua=mailto:office@example.co.il',
        replaces: false,
      },
    },
  ])
})

test.each<[string, string | string[], string, string | undefined]>([
  ['names another sender', 'v=spf1 mx -all', 'spf_sender_missing', 'v=spf1 mx include:_spf.google.com -all'],
  [
    'is there twice',
    ['v=spf1 mx ~all', 'v=spf1 ip4:192.0.2.9 -all'],
    'spf_several',
    'v=spf1 mx ip4:192.0.2.9 include:_spf.google.com -all',
  ],
  ['is broken', 'v=spf1 includes:_spf.google.com -all', 'spf_invalid', 'v=spf1 include:_spf.google.com ~all'],
  ['includes a domain without a record', 'v=spf1 include:gone.example -all', 'spf_include_broken', undefined],
  [
    'allows every server',
    'v=spf1 include:_spf.google.com +all',
    'spf_allows_all',
    'v=spf1 include:_spf.google.com ~all',
  ],
  ['has no end', 'v=spf1 include:_spf.google.com', 'spf_without_end', 'v=spf1 include:_spf.google.com ~all'],
  ['ends neutral', 'v=spf1 include:_spf.google.com ?all', 'spf_without_end', 'v=spf1 include:_spf.google.com ~all'],
  [
    'does not include, but refuses',
    'v=spf1 -include:_spf.google.com ~all',
    'spf_sender_missing',
    'v=spf1 -include:_spf.google.com include:_spf.google.com ~all',
  ],
])('an SPF record that %s gets its finding and the record to add', async (_, record, code, value) => {
  spf(record)
  const { code: found, add } = await finding('spf')
  expect([found, add?.value]).toEqual([code, value])
})

test('nested SPF includes and redirects are resolved, and a record that includes itself does not loop', async () => {
  spf('v=spf1 include:one.example -all')
  dns.zone['one.example'] = { TXT: ['v=spf1 include:one.example include:two.example ~all'] }
  dns.zone['two.example'] = { TXT: ['v=spf1 redirect=_spf.google.com'] }
  expect(await finding('spf')).toMatchObject({ code: 'spf_ok' })
})

test('an SPF record that requires over ten lookups is an error, and the check stops at the limit', async () => {
  spf(`v=spf1 ${Array.from({ length: 11 }, (_, n) => `include:s${n}.example`).join(' ')} -all`)
  for (let n = 0; n < 11; n++) dns.zone[`s${n}.example`] = { TXT: ['v=spf1 ip4:192.0.2.1 ~all'] }
  dns.asked.length = 0
  expect(await finding('spf')).toMatchObject({ status: 'fault', code: 'spf_too_many_lookups', add: null })
  expect(dns.asked).not.toContain('s10.example')
})

test('a self-hosted mail server is recognised by its addresses: as ip4, ip6, a or mx', async () => {
  const host = 'mail.hosting.example'
  dns.zone[host] = { A: ['198.51.100.7'], AAAA: ['2001:db8::7'] }
  const verdict = async (record: string) => {
    spf(record)
    const { code, add } = await finding('spf', { host })
    return add?.value ?? code
  }
  expect(await verdict('v=spf1 ip4:198.51.100.0/24 -all')).toBe('spf_ok')
  expect(await verdict('v=spf1 ip6:2001:db8::/32 -all')).toBe('spf_ok')
  dns.zone['web.example'] = { A: ['198.51.100.7'], MX: [host] }
  expect(await verdict('v=spf1 a:web.example -all')).toBe('spf_ok')
  expect(await verdict('v=spf1 mx:web.example -all')).toBe('spf_ok')
  expect(await verdict('v=spf1 ip4:203.0.113.1 -all')).toBe(
    'v=spf1 ip4:203.0.113.1 ip4:198.51.100.7 ip6:2001:db8::7 -all',
  )
  dns.zone['_spf.hosting.example'] = { TXT: ['v=spf1 ip4:203.0.113.0/24 ~all'] }
  expect(await verdict('v=spf1 include:_spf.hosting.example -all')).toBe('spf_ok')
})

test('the sending address of an internal relay is unknown, so its record is not reported as wrong', async () => {
  spf('v=spf1 ip4:203.0.113.1 -all')
  expect(await finding('spf', { host: '10.0.0.5' })).toMatchObject({ status: 'unknown', code: 'spf_sender_unknown' })
})

test.each([
  ['p=', 'dkim_revoked', 'fault'],
  ['v=DKIM1; p=bm8ga2V5', 'dkim_invalid', 'fault'],
  [`v=DKIM2; p=${key}`, 'dkim_invalid', 'fault'],
  [`v=DKIM1; p=${keyOf(768)}`, 'dkim_weak', 'fault'],
  [`v=DKIM1; t=y; p=${key}`, 'dkim_testing', 'warning'],
  [`k=rsa; p=${key.slice(0, 40)} ${key.slice(40)}`, 'dkim_ok', 'ok'],
  [`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`, 'dkim_ok', 'ok'],
])('the DKIM record %.40s is %s', async (record, code, status) => {
  dkim(record)
  expect(await finding('dkim')).toMatchObject({ code, status })
})

test('a given selector is checked alone, stored once its key is found, and may be pasted as a host name', async () => {
  dkim('v=DKIM1; t=y; p=' + key, 'own2026')
  expect(await finding('dkim', { selector: 'absent' })).toMatchObject({ status: 'fault', code: 'dkim_missing' })
  expect(await check()).toMatchObject({ selector: 'google' })
  expect(await check({ selector: 'OWN2026._domainkey.example.co.il' })).toMatchObject({ selector: 'own2026' })
  const { findings, selector } = await check()
  expect(selector).toBe('own2026')
  expect(findings[1]!.add).toEqual({
    host: 'own2026._domainkey.example.co.il',
    value: `v=DKIM1; p=${key}`,
    replaces: true,
  })
  delete dns.zone['own2026._domainkey.example.co.il']
  expect(await check()).toMatchObject({ selector: 'google' })
})

test.each<[string | string[], string, string, string | undefined]>([
  ['v=DMARC1; p=none; pct=50', 'dmarc_monitoring', 'warning', 'v=DMARC1; p=quarantine; pct=50'],
  ['v=DMARC1; p=quarantine; pct=20', 'dmarc_partial', 'warning', 'v=DMARC1; p=quarantine'],
  ['v=DMARC1; p=maybe', 'dmarc_invalid', 'fault', 'v=DMARC1; p=quarantine; rua=mailto:office@example.co.il'],
  [
    ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
    'dmarc_several',
    'fault',
    'v=DMARC1; p=quarantine; rua=mailto:office@example.co.il',
  ],
])('the DMARC record %s is %s', async (record, code, status, value) => {
  dmarc(record)
  const found = await finding('dmarc')
  expect([found.code, found.status, found.add?.value]).toEqual([code, status, value])
})

test('a subdomain inherits the policy of its parent domain, whose subdomain policy has precedence', async () => {
  const from = 'office@mail.example.co.il'
  dns.zone['mail.example.co.il'] = { TXT: ['v=spf1 include:_spf.google.com -all'] }
  expect(await finding('dmarc', { from })).toMatchObject({ code: 'dmarc_ok' })
  dmarc('v=DMARC1; p=reject; sp=none')
  expect(await finding('dmarc', { from })).toMatchObject({ code: 'dmarc_monitoring', add: null })
})

test('a strict policy is an error while neither SPF nor DKIM authenticates the domain', async () => {
  spf('v=spf1 mx -all')
  expect(await finding('dmarc')).toMatchObject({ code: 'dmarc_ok' })
  dkim('p=')
  expect(await finding('dmarc')).toMatchObject({ status: 'fault', code: 'dmarc_unaligned' })
})

test('with a provider’s return path, SPF does not authenticate the domain', async () => {
  const host = 'smtp.sendgrid.net'
  dns.zone['sendgrid.net'] = { TXT: ['v=spf1 ip4:192.0.2.0/24 ~all'] }
  spf('v=spf1 include:sendgrid.net -all')
  dkim('p=', 's1')
  delete dns.zone['google._domainkey.example.co.il']
  expect((await check({ host })).findings.map(({ code }) => code)).toEqual([
    'spf_ok',
    'dkim_revoked',
    'dmarc_unaligned',
  ])
  delete dns.zone['s1._domainkey.example.co.il']
  expect(await finding('dmarc', { host })).toMatchObject({ status: 'unknown', code: 'dmarc_alignment_unknown' })
})

test('a failing or unresponsive DNS server is not an error of the domain, and the other records are still checked', async () => {
  dns.zone['example.co.il'] = 'fails'
  expect((await check()).findings.map(({ code }) => code)).toEqual(['dns_unavailable', 'dkim_ok', 'dmarc_ok'])
  dns.zone['_dmarc.example.co.il'] = 'silent'
  expect(await finding('dmarc', { timeoutMs: 100 })).toMatchObject({ status: 'unknown', code: 'dns_unavailable' })
})

test('a mailbox of a mail service has no records to fix', async () => {
  const codes = async (options: Options) => (await check(options)).findings.map(({ code }) => code)
  expect(await codes({ from: 'family@gmail.com' })).toEqual(['mailbox_of_a_service'])
  expect(await codes({ from: 'family@gmail.com', host: 'smtp.sendgrid.net' })).toEqual(['mailbox_of_another_service'])
  expect(dns.asked).not.toContain('gmail.com')
})

test('an invalid selector is refused, and without a mail server no record is checked', async () => {
  await expect(check({ selector: 'a b' })).rejects.toMatchObject({ code: 'invalid_input' })
  const functions = [checkSenderDomain({ sender: undefined, startLookup: openDns({ servers: [dns.address] }) })]
  const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })
  await expect(
    invoke('check-sender-domain', {}, { caller: { userId: ids.owner, claims: as.owner } }),
  ).rejects.toMatchObject({ code: 'mail_not_configured' })
})
