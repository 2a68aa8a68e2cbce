// Verifies webhook signatures in the format of Standard Webhooks.
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceMs = 5 * 60_000

type Hook = { headers: Headers; body: string; secrets: readonly string[]; now?: Date }

/** Checks before the body is read that the headers contain a signature, and a timestamp within the last five minutes. */
export function mayBeSigned(headers: Headers, now = new Date()): boolean {
  const timestamp = headers.get('webhook-timestamp') ?? ''
  if (!headers.get('webhook-id') || !headers.get('webhook-signature') || !/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() - Number(timestamp) * 1000) <= toleranceMs
}

/** Whether one of the secrets (`v1,whsec_` and a key in base64) signed these bytes within the last five minutes. */
export function isSignedHook({ headers, body, secrets, now = new Date() }: Hook): boolean {
  if (!mayBeSigned(headers, now)) return false
  const signatures = headers.get('webhook-signature')!.split(' ')
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`
  return secrets.some((secret) => signatures.some((signature) => isSame(signature, signatureOf(secret, signed))))
}

/** The signature of an id, a timestamp and a body. */
export function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^v1,whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
