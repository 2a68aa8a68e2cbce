// Server only.
import { createHash } from 'node:crypto'

/** What the database stores of the key in a link or a cookie: SHA-256, hexadecimal. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')
