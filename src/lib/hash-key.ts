// Server only.
import { createHash } from 'node:crypto'

/** The hash under which the database stores the key of a link or a cookie: SHA-256, hexadecimal. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')
