import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the virus scanner requires a host and port; any other value fails the startup', () => {
  expect(readConfig({}).clamd).toBeUndefined()
  expect(readConfig({ CLAMD_ADDRESS: '127.0.0.1:3310' }).clamd).toEqual({ host: '127.0.0.1', port: 3310 })
  expect(readConfig({ CLAMD_ADDRESS: '[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 })
  for (const wrong of ['127.0.0.1', 'clamd:0', 'clamd:70000', 'tcp://clamd:3310'])
    expect(() => readConfig({ CLAMD_ADDRESS: wrong })).toThrow('has to be a host and a port')
})

test('a replica is configured by a database URL and a lag limit, and any other URL fails the startup', () => {
  const url = 'postgres://replica.internal:5432/postgres'
  expect(readConfig({}).replica).toBeUndefined()
  expect(readConfig({ DATABASE_REPLICA_URL: url }).replica).toEqual({ url, maxLagMs: 200 })
  expect(readConfig({ DATABASE_REPLICA_URL: url, DATABASE_REPLICA_MAX_LAG: '50' }).replica).toEqual({
    url,
    maxLagMs: 50,
  })
  for (const wrong of ['replica.internal', 'http://replica.internal/postgres', 'postgres://replica.internal'])
    expect(() => readConfig({ DATABASE_REPLICA_URL: wrong })).toThrow('DATABASE_REPLICA_URL')
})

test('without settings the demo runs, on localhost only', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://127.0.0.1:3000',
    apiUrl: 'http://127.0.0.1:3000',
    isLocal: true,
    demo: 'plant',
    dataFolder: expect.stringMatching(/\/data$/),
    databaseUrl: undefined,
    smtp: undefined,
    auth: { autoconfirm: false, signupDisabled: false, accessTokenSeconds: 3600 },
  })
})

test('commands on the same machine use the local URL of the server, whatever the public URL is', () => {
  expect(readConfig({ SITE_URL: 'https://example.co.il', PORT: '4000' }).localUrl).toBe('http://127.0.0.1:4000')
  expect(readConfig({ SITE_URL: 'https://example.co.il', HOST: '0.0.0.0' }).localUrl).toBe('http://localhost:3000')
})

test('with a public SITE_URL no demo is seeded, and URLs have no trailing slash', () => {
  const config = readConfig({ SITE_URL: 'https://example.co.il/', API_EXTERNAL_URL: 'https://api.example.co.il/' })
  expect(config).toMatchObject({
    siteUrl: 'https://example.co.il',
    apiUrl: 'https://api.example.co.il',
    isLocal: false,
    demo: 'none',
  })
})

test("a public site without the proxy's client IP header warns that per-client rate limits do not work", () => {
  const site = { SITE_URL: 'https://example.co.il' }
  expect(readConfig(site).warnings).toEqual([expect.stringContaining('GOTRUE_RATE_LIMIT_HEADER is not set')])
  expect(readConfig({ ...site, GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For' }).warnings).toEqual([])
  expect(readConfig({}).warnings).toEqual([])
})

test('HOST=0.0.0.0 results in a URL that a browser can open', () => {
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' })).toMatchObject({
    host: '0.0.0.0',
    siteUrl: 'http://localhost:8080',
    isLocal: true,
  })
  expect(readConfig({ HOST: '::1' }).siteUrl).toBe('http://[::1]:3000')
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', SITE_URL: '', DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    isLocal: true,
    databaseUrl: undefined,
  })
})

test('STORAGE_URL is one URL with a percent-encoded secret', () => {
  const url = 's3://KEY:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/our-files/shop?region=eu-central-1'
  expect(readConfig({ STORAGE_URL: url, FILE_SIZE_LIMIT: '1000' }).storage).toEqual({
    sizeLimit: 1000,
    s3: {
      origin: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'our-files',
      prefix: 'shop/',
      region: 'eu-central-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b+c',
    },
  })
  expect(readConfig({ STORAGE_URL: 's3+http://k:s@localhost:9000/files' }).storage.s3).toMatchObject({
    origin: 'http://localhost:9000',
    bucket: 'files',
    prefix: '',
    region: undefined,
  })
})

test('BACKUP_URL is a folder, with or without a slash at its end, or a bucket', () => {
  for (const folder of ['/mnt/backup/maslul', '/mnt/backup/maslul/', '/mnt//backup/./maslul'])
    expect(readConfig({ BACKUP_URL: folder }).backup.target).toEqual({ folder: '/mnt/backup/maslul' })
  expect(readConfig({ BACKUP_URL: 's3://k:s@s3.example.com/backups' }).backup.target).toMatchObject({
    s3: { bucket: 'backups' },
  })
  expect(() => readConfig({ BACKUP_URL: 'backup/maslul' })).toThrow('BACKUP_URL has to be an absolute path')
})

test('durations may use upstream’s format', () => {
  expect(
    readConfig({ GOTRUE_SMTP_MAX_FREQUENCY: '90s', GOTRUE_URI_ALLOW_LIST: 'https://a.example/**, https://b.example' })
      .auth,
  ).toMatchObject({
    secondsBetweenMails: 90,
    refreshReuseSeconds: 10,
    redirectAllowList: ['https://a.example/**', 'https://b.example'],
  })
})

test.each([
  [{ PORT: 'three' }, 'PORT has to be a whole number from 1 to 65535.'],
  [{ PORT: '70000' }, 'PORT has to be a whole number from 1 to 65535.'],
  [{ SITE_URL: 'example.co.il' }, 'SITE_URL has to be an address like https://example.co.il.'],
  [{ SITE_URL: 'https://example.co.il/shop' }, 'SITE_URL must not have a path.'],
  [{ DEMO: 'yes' }, 'DEMO has to be 1, 0 or remove.'],
  [{ DEMO: '1', SITE_URL: 'https://example.co.il' }, /^DEMO=1 is for an installation that only this machine can open/],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL has to begin with postgres://.'],
  [{ DATABASE_URL: 'postgres://localhost' }, /^DATABASE_URL has to name a database/],
  [{ STORAGE_URL: 's3://bucket' }, /^STORAGE_URL has to be like s3:/],
  [{ STORAGE_URL: 'https://key:secret@s3.example.com/files' }, /^STORAGE_URL has to be like s3:/],
  [{ STORAGE_URL: 's3://key:secret@s3.example.com' }, /^STORAGE_URL has to be like s3:/],
  [{ STORAGE_URL: 's3://s3.example.com/files' }, /^STORAGE_URL has to be like s3:/],
  [{ STORAGE_URL: 's3://key:%ff@s3.example.com/files' }, /^STORAGE_URL has to be like s3:/],
  [{ STORAGE_URL: 's3://key:secret@s3.example.com/files/%2e%2e%2fother' }, /^STORAGE_URL has to be like s3:/],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET has to have at least 32 characters.'],
  [{ ANON_KEY: 'a.b.c' }, /signed with JWT_SECRET: give it too/],
  [{ GOTRUE_MAILER_AUTOCONFIRM: 'perhaps' }, 'GOTRUE_MAILER_AUTOCONFIRM has to be true or false.'],
  [{ SMTP_HOST: 'mail.example.com' }, /^SMTP_HOST needs SMTP_ADMIN_EMAIL/],
  [{ GOTRUE_HOOK_SEND_SMS_URI: 'https://sms.example.com/send' }, /^GOTRUE_HOOK_SEND_SMS_URI and .* belong together/],
  [{ GOTRUE_HOOK_SEND_SMS_SECRETS: 'v1,whsec_Zm9yZ2Vk' }, /^GOTRUE_HOOK_SEND_SMS_URI and .* belong together/],
  [{ PORT: 'x', DEMO: 'y' }, /^PORT .*\nDEMO .*$/],
])('invalid settings are rejected by name: %j', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('the error message does not contain a rejected secret', () => {
  expect(() => readConfig({ JWT_SECRET: 'hunter2' })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
  )
})

test('IndexNow is disabled without a key, and a key requires a public site', () => {
  expect(readConfig({}).indexNow).toBeUndefined()
  const key = 'a1b2c3d4e5f6'
  expect(readConfig({ SITE_URL: 'https://example.co.il', INDEXNOW_KEY: key }).indexNow).toEqual({
    key,
    url: 'https://api.indexnow.org/indexnow',
  })
  expect(() => readConfig({ INDEXNOW_KEY: key })).toThrow('INDEXNOW_KEY needs a public SITE_URL')
  expect(() => readConfig({ SITE_URL: 'https://example.co.il', INDEXNOW_KEY: 'short' })).toThrow('INDEXNOW_KEY has to')
})

test("the trace collector has a URL, and headers in OpenTelemetry's format", () => {
  expect(readConfig({}).traces).toBeUndefined()
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  expect(readConfig(collector).traces).toEqual({ endpoint: 'http://127.0.0.1:4318', headers: {}, service: 'maslul' })
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-tenant=beit' }
  expect(readConfig({ ...collector, ...headers }).traces?.headers).toEqual({
    authorization: 'Bearer a=b',
    'x-tenant': 'beit',
  })
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a-secret' })).toThrow(
    /^OTEL_EXPORTER_OTLP_HEADERS has to be like/,
  )
})
