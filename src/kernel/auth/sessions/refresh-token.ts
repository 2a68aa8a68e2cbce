// A refresh token carries its session id and a counter, signed with the session's own key. So no token is stored.
// base64url of: 0 ‖ session uuid (16 bytes) ‖ counter (uvarint) ‖ HMAC-SHA256 (first 16 bytes) ‖ SHA-256 of all before (first 4 bytes)
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const version = 0
const signatureBytes = 16
const checksumBytes = 4

export type RefreshToken = { sessionId: string; counter: number; signed: Buffer; signature: Buffer }

export function makeRefreshToken(sessionId: string, counter: number, key: string): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  const signed = Buffer.concat([Buffer.from([version]), id, uvarint(counter)])
  const body = Buffer.concat([signed, signatureOf(signed, key)])
  return Buffer.concat([body, checksumOf(body)]).toString('base64url')
}

/** Parses a token, or returns undefined when it is malformed. The signature is not verified here. */
export function readRefreshToken(token: string): RefreshToken | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, -checksumBytes)
  if (bytes.length < 1 + 16 + 1 + signatureBytes + checksumBytes || bytes.length > 64 || bytes[0] !== version)
    return undefined
  if (!checksumOf(body).equals(bytes.subarray(-checksumBytes))) return undefined
  const signed = body.subarray(0, -signatureBytes)
  const counter = readUvarint(signed.subarray(17))
  if (counter === undefined) return undefined
  const sessionId = signed.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter, signed, signature: body.subarray(-signatureBytes) }
}

export const isSignedWith = ({ signed, signature }: RefreshToken, key: string) =>
  timingSafeEqual(signatureOf(signed, key), signature)

const signatureOf = (signed: Buffer, key: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest().subarray(0, signatureBytes)

const checksumOf = (body: Buffer) => createHash('sha256').update(body).digest().subarray(0, checksumBytes)

function uvarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}

function readUvarint(bytes: Buffer): number | undefined {
  let value = 0
  for (const [i, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 0x80 ** i
    if (byte < 0x80) return i === bytes.length - 1 && Number.isSafeInteger(value) ? value : undefined
  }
  return undefined
}
