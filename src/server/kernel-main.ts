// npm run kernel: the kernel's APIs on an empty or external database, without the product's tables.
import { composePlainMail } from '#kernel/auth/mail/default-mails.ts'
import { kernelSchema } from '#kernel/migrations.ts'
import { setDefaultGrants } from '#kernel/postgres/default-grants.ts'
import type pg from 'pg'
import { type Config, readConfig } from './config.ts'
import { listen, mountKernelApis, openInstallation } from './installation/installation.ts'
import { runUntilStopped, printLine } from './installation/lifecycle.ts'
import { startWorker } from './worker.ts'

await runUntilStopped(async () => {
  const config = readConfig()
  const installation = await openInstallation(config, kernelSchema)
  await using running = installation.running
  const { app, connect, log } = installation
  if (config.defaultGrants !== undefined) await setDefaultGrants(connect('postgres'), config.defaultGrants)
  const kernel = await mountKernelApis(installation, config, { functions: [], composeMail: composePlainMail })
  const worker = await startWorker({
    connect,
    smtp: config.smtp,
    upkeep: kernel.upkeep,
    log,
    ...(config.isLocal && { showLink: printLine }),
  })
  running.defer(() => worker.stop())
  await listen(app, config, running)
  printLine(
    `The kernel listens at ${config.apiUrl} (auth/v1, rest/v1, storage/v1, functions/v1, realtime/v1). Its keys: ${config.dataFolder}/api-keys.json`,
  )
  if (config.databaseUrl === undefined) printLine(connectLine(connect('postgres'), config))
  const all = running.move()
  return { stop: () => all.disposeAsync() }
})

/** How to run SQL against the embedded database. A public installation does not print the password, because terminals are logged. */
function connectLine({ host, user, password, database }: pg.ClientConfig, { isLocal, dataFolder }: Config) {
  const secret = isLocal ? `:${encodeURIComponent(String(password))}` : ''
  const line = `connect: postgres://${user}${secret}@localhost/${database}?host=${encodeURIComponent(host!)}`
  return isLocal ? line : `${line} (password: ${dataFolder}/keys.json)`
}
