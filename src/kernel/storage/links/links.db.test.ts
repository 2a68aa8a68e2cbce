import * as jose from 'jose'
import { expect, test } from 'vitest'
import { bothStores } from '../stores.fixture.ts'

for (const { where, url, db, tokens, storage: inside, service, visitor, signedIn, ask } of await bothStores()) {
  const at = (path: string) => `${url}${path}`

  test(`a signed URL opens one file without a session until it expires, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const path = `${sub}/דו״ח & עוד.txt`
    await storage.from('private').upload(path, 'שלום', { contentType: 'text/plain' })
    const { data, error } = await storage.from('private').createSignedUrl(path, 60, { download: 'שם אחר.txt' })
    expect(error).toBeNull()
    const answer = await fetch(data!.signedUrl)
    expect([answer.status, await answer.text()]).toEqual([200, 'שלום'])
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('שם אחר.txt'))
    const expires = Date.parse(answer.headers.get('expires')!)
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThanOrEqual(Date.now() + 61_000)
    expect(answer.headers.get('cache-control')).toBeNull()
    expect((await fetch(data!.signedUrl, { headers: { range: 'bytes=0-1' } })).status).toBe(206)
    expect((await fetch(data!.signedUrl, { method: 'HEAD' })).status).toBe(200)

    const other = await storage.from('private').upload(`${sub}/other.txt`, 'x')
    expect(other.error).toBeNull()
    const moved = data!.signedUrl.replace(encodeURIComponent('דו״ח'), 'x')
    expect(await (await fetch(moved)).json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
    const claims = { scope: 'download' as const, url: `private/${path}` }
    const expired = await inside.links.sign(claims, -1)
    expect(await (await fetch(at(`/object/sign/private/${encodeURI(path)}?token=${expired}`))).json()).toEqual({
      statusCode: '400',
      error: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
      code: 'InvalidJWT',
    })
  })

  test(`a signed URL works for a key with a question mark, ${where}`, async () => {
    const stored = await ask('object/hidden/why%3F.txt', { method: 'POST', body: 'because' })
    expect(stored.status).toBe(200)
    const { data } = await service.from('hidden').createSignedUrl('why%3F.txt', 60)
    expect(await (await fetch(data!.signedUrl)).text()).toBe('because')
  })

  test(`many links are signed in one request, each with its own result, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    await storage.from('private').upload(`${sub}/א.txt`, 'one')
    const { data } = await storage.from('private').createSignedUrls([`${sub}/א.txt`, `${sub}/b`, 'else/c'], 60)
    expect(data!.map(({ path, error }) => [path, error])).toEqual([
      [`${sub}/א.txt`, null],
      [`${sub}/b`, 'Either the object does not exist or you do not have access to it'],
      ['else/c', 'Either the object does not exist or you do not have access to it'],
    ])
    expect(data![1]).toMatchObject({ signedUrl: null })
    expect(await (await fetch(data![0]!.signedUrl!)).text()).toBe('one')
  })

  test(`an upload link allows one upload on behalf of its creator, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const path = `${sub}/מכתב.txt`
    const { data, error } = await storage.from('private').createSignedUploadUrl(path)
    expect(error).toBeNull()
    const sent = await visitor
      .from('private')
      .uploadToSignedUrl(path, data!.token, 'שלום', { metadata: { by: 'link' } })
    expect(sent.data).toEqual({ path, fullPath: `private/${path}` })
    expect((await storage.from('private').info(path)).data).toMatchObject({ metadata: { by: 'link' } })
    expect(await db.sql('select owner_id from storage.objects where name = $1', [path])).toEqual([{ owner_id: sub }])

    const again = await visitor.from('private').uploadToSignedUrl(path, data!.token, 'x', { upsert: true })
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    const replacing = await storage.from('private').createSignedUploadUrl(path, { upsert: true })
    const form = await visitor.from('private').uploadToSignedUrl(path, replacing.data!.token, new Blob(['new']))
    expect(form.error).toBeNull()
    expect(await (await storage.from('private').download(path)).data!.text()).toBe('new')

    const elsewhere = await visitor.from('private').uploadToSignedUrl(`${sub}/b`, data!.token, 'x')
    expect(elsewhere.error).toMatchObject({ statusCode: '400', message: 'Invalid signature' })
    const plain = await fetch(replacing.data!.signedUrl, { method: 'PUT', body: 'from anywhere' })
    expect([plain.status, await plain.json()]).toEqual([200, { Key: `private/${path}` }])
  })

  test(`the limits of a bucket also apply to upload links, ${where}`, async () => {
    const { sub, storage } = await signedIn()
    const { data } = await storage.from('logos').createSignedUploadUrl(`${sub}/a.png`)
    const wrong = await storage.from('logos').uploadToSignedUrl(`${sub}/a.png`, data!.token, 'x')
    expect(wrong.error).toMatchObject({ statusCode: '415' })
    const large = new Blob([new Uint8Array(1001)], { type: 'image/png' })
    expect((await storage.from('logos').uploadToSignedUrl(`${sub}/a.png`, data!.token, large)).error).toMatchObject({
      statusCode: '413',
    })
  })

  test(`a link is not opened by other tokens, and a link token is valid only for its link, ${where}`, async () => {
    await service.from('hidden').upload('secret', 'x', { upsert: true })
    const claims = { url: 'hidden/secret', scope: 'download', exp: Math.floor(Date.now() / 1000) + 60 }
    const [header, payload] = (await inside.links.sign({ scope: 'download', url: claims.url }, 60)).split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const upload = { scope: 'upload' as const, url: claims.url, owner: null, upsert: true }
    const sign = (secret: string) =>
      new jose.SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
    const forged = {
      none: '',
      nonsense: 'nonsense',
      'without a signature': `${encode({ alg: 'none' })}.${encode(claims)}.`,
      'with another signature': `${header}.${payload}.${'A'.repeat(43)}`,
      'of an upload': await inside.links.sign(upload, 60),
      'a session': await tokens.signIn(claims),
      'the public key': tokens.anonKey,
      'the secret key': tokens.serviceRoleKey,
      'signed with the public key': await sign(tokens.anonKey),
    }
    for (const [what, token] of Object.entries(forged)) {
      const answer = await fetch(at(`/object/sign/hidden/secret?token=${token}`))
      expect([what, answer.status, (await answer.json()).code]).toEqual([what, 400, expect.stringMatching(/^Invalid(JWT|Signature)$/)]) // prettier-ignore
    }
    const download = await inside.links.sign({ scope: 'download', url: 'hidden/secret' }, 60)
    const put = await fetch(at(`/object/upload/sign/hidden/secret?token=${download}`), { method: 'PUT', body: 'x' })
    expect(await put.json()).toMatchObject({ code: 'InvalidSignature', message: 'Token is not scoped for upload' })
    const asSession = await fetch(at('/object/hidden/secret'), {
      headers: { apikey: tokens.anonKey, authorization: `Bearer ${download}` },
    })
    expect(await asSession.json()).toMatchObject({ statusCode: '403', message: 'signature verification failed' })
  })

  test(`a request for a link cannot set claims beyond its path and options, ${where}`, async () => {
    await service.from('hidden').upload('secret', 'x', { upsert: true })
    const body = { expiresIn: 60, role: 'service_role', scope: 'upload', url: 'hidden/other', upsert: true, owner: 'x' }
    const answer = await ask('object/sign/hidden/secret', { method: 'POST', body: JSON.stringify(body) })
    const { signedURL } = await answer.json()
    expect(jose.decodeJwt(new URL(at(signedURL)).searchParams.get('token')!)).toEqual({
      scope: 'download',
      url: 'hidden/secret',
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
  })
}
