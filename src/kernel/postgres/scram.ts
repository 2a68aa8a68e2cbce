import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** The SCRAM verifier of a password. Sent instead of the password, so that no server log contains it. Passwords are plain ASCII. */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`
}
