// The parts common to every start, with or without the product: data folder, keys, database, and an app with the kernel's APIs.
import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { pino } from 'pino'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { loadFunctions } from '#kernel/functions/load-folder.ts'
import type { DefinedFunction } from '#kernel/functions/functions.ts'
import { serverOptions } from '#kernel/http/server-options.ts'
import { type Kernel, mountKernel } from '#kernel/kernel.ts'
import type { Tokens } from '#kernel/jwt.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { Schema } from '#kernel/postgres/migrate.ts'
import { StartupError } from '#lib/startup-error.ts'
import type { Config } from '../config.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabase } from './database.ts'
import { openKeys } from './keys.ts'

export type Parts = {
  schema: Schema
  /** A function of the keys: some handlers encrypt with a derived secret. */
  functions: (keys: Pick<Tokens, 'secretFor'>) => readonly DefinedFunction[]
  composeMail: ComposeMail
  afterWrite?: () => Promise<void>
}

export type Installation = {
  app: FastifyInstance
  kernel: Kernel
  tokens: Tokens
  connect: Connect
  log: FastifyBaseLogger
  /** Disposed in reverse order. Parts that are started later register here. */
  running: AsyncDisposableStack
}

/** Starts all parts without listening. On failure everything started is stopped. */
export async function openInstallation(config: Config, parts: Parts): Promise<Installation> {
  await using running = new AsyncDisposableStack()
  const log: FastifyBaseLogger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const own = config.functionsFolder === undefined ? [] : await loadFunctions(config.functionsFolder)
  openDataFolder(config)
  const { tokens, passwords } = await openKeys(config)
  const database = await openDatabase({ ...config, passwords, schema: parts.schema, log })
  running.defer(() => database.stop())

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    ...serverOptions(log),
  })
  const kernel = await mountKernel(app, {
    connect: database.connect,
    tokens,
    siteUrl: config.siteUrl,
    apiUrl: config.apiUrl,
    storageFolder: join(config.dataFolder, 'storage'),
    storage: config.storage,
    functions: [...parts.functions(tokens), ...own],
    requireKey: config.requireKey,
    composeMail: parts.composeMail,
    auth: config.auth,
    rest: config.rest,
    realtime: config.realtime,
    ...(config.clientIpHeader && { clientIpHeader: config.clientIpHeader }),
    ...(parts.afterWrite && { afterWrite: parts.afterWrite }),
    log,
  })
  running.defer(() => kernel.stop())
  running.defer(() => close(app))
  return { app, kernel, tokens, connect: database.connect, log, running: running.move() }
}

/** Starts listening. Throws StartupError if the address is not available. */
export async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`,
      )
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may only be opened by root. Choose one above 1023 in PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${host} is not an address of this machine.`)
    throw new StartupError(`Nothing can listen at ${host}:${port}: ${message}.`, { cause: error })
  }
}

/** Lets running requests finish, for at most 5 seconds. */
async function close(app: FastifyInstance) {
  const late = setTimeout(() => app.server.closeAllConnections(), 5000)
  await app.close()
  clearTimeout(late)
}
