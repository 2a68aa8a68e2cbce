import { expect, test } from 'vitest'
import { bothStores } from '../stores.fixture.ts'

const activeTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/javascript',
  'application/x-javascript',
  'text/javascript1.5',
  'text/jscript',
  'text/livescript',
  'text/css',
  'multipart/x-mixed-replace; boundary=x',
]

for (const { where, url, tokens, storage: inside, logged, service, signedIn, ask } of await bothStores()) {
  test(`only a public bucket is readable without an api key, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await storage
      .from('logos')
      .upload(`${sub}/לוגו.svg`, new Blob([svg], { type: 'image/svg+xml' }), { upsert: true, cacheControl: '0' })
    const { publicUrl } = storage.from('logos').getPublicUrl(`${sub}/לוגו.svg`).data
    const answer = await fetch(publicUrl)
    expect([answer.status, await answer.text()]).toEqual([200, svg])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'max-age=0', 'accept-ranges': 'bytes', 'x-robots-tag': 'none', 'last-modified': expect.stringContaining('GMT'),
    }) // prettier-ignore
    expect((await fetch(publicUrl, { headers: { 'if-none-match': answer.headers.get('etag')! } })).status).toBe(304)
    expect(
      (await fetch(publicUrl, { headers: { 'if-modified-since': answer.headers.get('last-modified')! } })).status,
    ).toBe(304)
    const head = await fetch(publicUrl, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(svg.length)])
    const info = await fetch(publicUrl.replace('/object/public/', '/object/info/public/'))
    expect(await info.json()).toMatchObject({ name: `${sub}/לוגו.svg`, size: svg.length })

    await storage.from('private').upload(`${sub}/a.txt`, 'x')
    const hidden = await fetch(storage.from('private').getPublicUrl(`${sub}/a.txt`).data.publicUrl)
    expect([hidden.status, await hidden.json()]).toEqual([
      400,
      { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
    ])
  })

  test(`a private cached response is not reused for another user, ${where}`, async () => {
    const { sub, token, storage } = await signedIn()
    await storage.from('private').upload(`${sub}/a.txt`, 'x')
    const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
    for (const way of ['', 'authenticated/']) {
      const answer = await fetch(`${url}/object/${way}private/${sub}/a.txt`, { headers })
      expect([answer.headers.get('vary'), await answer.text()]).toEqual(['Authorization, apikey', 'x'])
    }
  })

  test(`a download is named after its key or after the query, in any script, ${where}`, async () => {
    await service.from('hidden').upload('תיקייה/לוגו "1".svg'.replaceAll('"', "'"), 'x', { upsert: true })
    const disposition = async (query: string) =>
      (await ask(`object/hidden/${encodeURI("תיקייה/לוגו '1'.svg")}${query}`)).headers.get('content-disposition')
    expect(await disposition('')).toBeNull()
    expect(await disposition('?download')).toBe(
      `attachment; filename="____ '1'.svg"; filename*=UTF-8''%D7%9C%D7%95%D7%92%D7%95%20%271%27.svg`,
    )
    expect(await disposition(`?download=${encodeURIComponent('דו"ח;\r\nx: y')}`)).toBe(
      `attachment; filename="____;__x: y"; filename*=UTF-8''%D7%93%D7%95%22%D7%97%3B%0D%0Ax%3A%20y`,
    )
  })

  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=5-99', 206, 'bytes 5-9/10', '56789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
  ])(`the range %s returns status %i, ${where}`, async (range, status, contentRange, text) => {
    await service.from('hidden').upload('digits.txt', '0123456789', { upsert: true })
    const answer = await ask('object/hidden/digits.txt', { headers: { range } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      status,
      contentRange,
      text,
    ])
  })

  test(`an error response carries no headers of the requested file, ${where}`, async () => {
    await service.from('hidden').upload('digits.txt', '0123456789', { upsert: true })
    for (const [headers, statusCode, code] of [
      [{ range: 'bytes=10-' }, '416', 'InvalidRange'],
      [{ 'if-match': '"other"' }, '412', 'PreconditionFailed'],
    ] as [Record<string, string>, string, string][]) {
      const answer = await ask('object/hidden/digits.txt', { headers })
      expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
        400,
        null,
        null,
      ])
      expect(await answer.json()).toMatchObject({ statusCode, code })
    }
  })

  test(`a version id matches only the current version, ${where}`, async () => {
    await service.from('hidden').upload('versioned', 'x', { upsert: true })
    const { version } = (await service.from('hidden').info('versioned')).data!
    expect((await service.from('hidden').download('versioned', { versionId: version })).error).toBeNull()
    const other = await service.from('hidden').download('versioned', { versionId: crypto.randomUUID() })
    expect(other.error).toMatchObject({ statusCode: '404' })
  })

  test.each(['image/png+xml', 'application/pdf+xml', 'audio/x+xml', 'text/xml'])(
    `a file of type %s, which can contain scripts, is served with a CSP sandbox, ${where}`,
    async (contentType) => {
      await service.from('hidden').upload('document', '<x/>', { contentType, upsert: true })
      const answer = await ask('object/hidden/document')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    },
  )

  test(`an empty file and an HTML page are served with safe headers, ${where}`, async () => {
    await service.from('hidden').upload('empty', new Blob([]), { upsert: true })
    expect((await (await service.from('hidden').download('empty')).data!.arrayBuffer()).byteLength).toBe(0)
    for (const contentType of activeTypes) {
      await service.from('hidden').upload('page', '<script>alert(1)</script>', { contentType, upsert: true })
      const answer = await ask('object/hidden/page')
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      await answer.text()
    }
  })

  test(`a concurrent download gets one whole version while the file is replaced, ${where}`, async () => {
    const files = service.from('hidden')
    await files.upload('contested', '0'.repeat(1000))
    let isWriting = true
    const reading = Array.from({ length: 4 }, async () => {
      const seen = new Set<string>()
      while (isWriting) {
        const { data, error } = await files.download('contested')
        expect(error).toBeNull()
        seen.add(await data!.text())
      }
      return seen
    })
    for (let i = 1; i < 10; i++) await files.upload('contested', String(i).repeat(1000), { upsert: true })
    isWriting = false
    for (const seen of await Promise.all(reading)) for (const text of seen) expect(text).toBe(text[0]!.repeat(1000))
    expect(logged).toEqual([])
  })

  test(`a missing blob is reported to the client and in the log, ${where}`, async () => {
    await service.from('hidden').upload('lost', 'x')
    const { version } = (await service.from('hidden').info('lost')).data!
    await inside.blobs.remove([version])
    expect((await service.from('hidden').download('lost')).error).toMatchObject({ statusCode: '404' })
  })
  test(`an unreachable blob store is not reported as a missing file, ${where}`, async () => {
    await service.from('hidden').upload('unreachable', 'x')
    const reachable = inside.blobs
    inside.blobs = { ...reachable, read: () => Promise.reject(new Error('the disk is unreachable')) }
    expect((await ask('object/hidden/unreachable')).status).toBe(500)
    inside.blobs = reachable
    expect((await ask('object/hidden/unreachable')).status).toBe(200)
  })
}
