// A node that serves the rooms of webinars, for tests that kill it. Its options are JSON in the first argument.
import Fastify from 'fastify'
import { enterWebinar, readWebinarRoom, sayInWebinar } from '#features/webinars/room/room.server.ts'
import { composePlainMail } from '#kernel/auth/mail/default-mails.ts'
import { createTokens, type KeySet } from '#kernel/jwt.ts'
import { mountKernel } from '#kernel/kernel.ts'
import type { Connect } from '#kernel/postgres/connection.ts'

export type RoomProcessOptions = {
  login: { host: string; password: string; database: string }
  /** The same key on all nodes. */
  keys: KeySet
  port: number
  storageFolder: string
}

const { login, keys, port, storageFolder } = JSON.parse(process.argv[2]!) as RoomProcessOptions
const { host, password, database } = login
const connect: Connect = (user) => ({ host, user, password, database })
const siteUrl = 'http://room.test'
const tokens = await createTokens(keys, `${siteUrl}/auth/v1`)
const enter = enterWebinar((claims, seconds) => tokens.sign({ role: 'anon', ...claims }, seconds))
const app = Fastify({ logger: false })
await mountKernel(app, {
  connect,
  tokens,
  siteUrl,
  apiUrl: siteUrl,
  storageFolder,
  functions: [enter, readWebinarRoom, sayInWebinar],
  composeMail: composePlainMail,
  log: app.log,
})
await app.listen({ port, host: '127.0.0.1' })
process.on('disconnect', () => process.exit())
process.send!('working')
