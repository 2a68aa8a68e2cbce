// A process that accepts orders and provider notifications and runs their jobs, for tests that kill it. Its options are JSON in the first
// argument.
import Fastify from 'fastify'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { requestMetadata } from '#features/leads/record-consent.server.ts'
import { paymentNotice } from '#features/orders/payment-notice.server.ts'
import { placeOrder } from '#features/orders/place-order.server.ts'
import type { StandInSettings } from '#features/gateways/open-gateways.server.ts'
import type { MorningSettings } from '#integrations/documents/morning.ts'
import { composePlainMail } from '#kernel/auth/mail/default-mails.ts'
import { runJobs } from '#kernel/jobs/runner.ts'
import { createTokens, makeKeySet } from '#kernel/jwt.ts'
import { mountKernel } from '#kernel/kernel.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import { createSealing } from '#platform/sealing/sealing.server.ts'
import { openDocuments } from '#server/documents.ts'
import { openGateways } from '#server/gateways.ts'
import { killAt, type StatementStep } from './kill-at.ts'

export type PaymentProcessOptions = {
  login: { host: string; password: string; database: string }
  port: number
  storageFolder: string
  standIn: StandInSettings
  morning: MorningSettings
  /** The sealing key, in hexadecimal. */
  sealingKey: { id: string; key: string }
  dieAt?: StatementStep
}

const options = JSON.parse(process.argv[2]!) as PaymentProcessOptions
const { login, port, storageFolder, standIn, morning, sealingKey, dieAt } = options
if (dieAt) killAt(dieAt)
const { host, password, database } = login
const connect: Connect = (user) => ({ host, user, password, database })
const siteUrl = `http://127.0.0.1:${port}`
const sealFor = createSealing([{ id: sealingKey.id, key: Buffer.from(sealingKey.key, 'hex') }])

const payments = openGateways({ connect, sealFor, standIn })
const documents = openDocuments({ connect, sealFor, standIn: morning })
const { gateways } = payments.parts
const app = Fastify({ logger: false })
await mountKernel(app, {
  connect,
  tokens: await createTokens(await makeKeySet(), `${siteUrl}/auth/v1`),
  siteUrl,
  apiUrl: siteUrl,
  storageFolder,
  requireKey: false,
  functions: [
    placeOrder({ gateways, matchContact, requestMetadata, siteUrl, apiUrl: siteUrl }),
    paymentNotice(gateways),
  ],
  composeMail: composePlainMail,
  log: app.log,
})
await app.listen({ port, host: '127.0.0.1' })
await runJobs({
  config: connect('worker'),
  tasks: { ...payments.tasks, ...documents.tasks },
  pollMs: 100,
  checkEveryMs: 300,
})
process.on('disconnect', () => process.exit())
process.send!('working')
