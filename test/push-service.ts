// A push service and one browser, on localhost: decrypts messages (RFC 8291) and verifies the sender's signature (RFC 8292).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import type { PushTarget } from '#integrations/web-push.ts'

type Received = { content: unknown; headers: NodeJS.Dict<string | string[]>; subject: string | undefined }

/** `answer` returns the status for each message; default: 201. */
export async function startPushService() {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  const service = { answer: { status: 201, headers: {} as Record<string, string> } }
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse) {
    const { status, headers } = service.answer
    const body = await buffer(request)
    if (status === 201)
      received.push({
        content: JSON.parse(decrypt(body).toString()),
        headers: request.headers,
        subject: await verify(request.headers.authorization ?? '', origin),
      })
    response.writeHead(status, headers).end(status === 201 ? '' : 'a reason')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target: PushTarget = {
    endpoint: `${origin}/send/browser`,
    keys: { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
  }

  /** Decrypts one record of aes128gcm (RFC 8188), with the key of RFC 8291. */
  function decrypt(body: Buffer) {
    const salt = body.subarray(0, 16)
    const senderKey = body.subarray(21, 21 + body[20]!)
    const sealed = body.subarray(21 + body[20]!)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
    const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(senderKey), auth, info, 32))
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2))
  }

  return { service, received, target, stop: () => server.close() }
}

/** Verifies a VAPID header and returns its subject. */
async function verify(header: string, audience: string) {
  const { t: token = '', k: key = '' } = Object.fromEntries(
    header
      .replace(/^vapid /, '')
      .split(', ')
      .map((part) => [part.slice(0, 1), part.slice(2)]),
  ) as { t?: string; k?: string }
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), { audience })
  return payload.sub
}
