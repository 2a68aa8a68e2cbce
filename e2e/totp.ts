import { createHmac } from 'node:crypto'

/** The current TOTP code of a secret (RFC 6238), and the time of the next one. */
export function codeOf(secret: string, at = Date.now()) {
  const key = Buffer.from(
    Array.from(secret.replaceAll(' ', ''))
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)!
      .map((bits) => Number.parseInt(bits, 2)),
  )
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const start = digest.at(-1)! & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
