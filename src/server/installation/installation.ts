// The parts common to every start, with or without the product: data folder, keys, database, and an app with the kernel's APIs.
import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { pino } from 'pino'
import { loadFunctions } from '#kernel/functions/load-folder.ts'
import { limitArrival } from '#kernel/http/arrival-limit.ts'
import { logSerializers } from '#kernel/http/log-serializers.ts'
import { mountRequestLog } from '#kernel/http/request-log.ts'
import { serverOptions } from '#kernel/http/server-options.ts'
import { type Kernel, type KernelOptions, mountKernel } from '#kernel/kernel.ts'
import type { Tokens } from '#kernel/jwt.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { Schema } from '#kernel/postgres/migrate.ts'
import type { ReplicaReads } from '#kernel/rest/replica-reads.ts'
import { StartupError } from '#lib/startup-error.ts'
import { createSealing, type SealFor } from '#platform/sealing/sealing.server.ts'
import type { Config } from '../config.ts'
import { openDataFolder } from './data-folder.ts'
import { type Database, openDatabase } from './database.ts'
import { readBackupKeys } from './backup-keys.ts'
import { drain } from './drain.ts'
import { openKeys } from './keys.ts'
import { release } from '../version.ts'
import { foldLines } from '../watch/fold-lines.ts'
import { mountTraces } from '../watch/traces.ts'

export type Installation = {
  /** Has no routes yet: mountKernelApis and the callers add them. */
  app: FastifyInstance
  tokens: Tokens
  /** Encrypts secrets before they are stored in the database. */
  sealFor: SealFor
  connect: Connect
  cluster: Database['cluster']
  replica: Database['replica']
  log: FastifyBaseLogger
  /** Disposed in reverse order. Parts started later register here. */
  running: AsyncDisposableStack
}

/** Opens the data folder, the keys and the migrated database. On failure everything started is stopped. */
export async function openInstallation(config: Config, schema: Schema): Promise<Installation> {
  await using running = new AsyncDisposableStack()
  const terminal = pino.destination({ dest: 2, sync: true })
  const lines = foldLines((line) => void terminal.write(line))
  running.defer(() => lines.end())
  const log: FastifyBaseLogger = pino({ level: config.logLevel, serializers: logSerializers }, lines)
  openDataFolder(config)
  const { tokens, passwords, sealingKeys } = await openKeys(config)
  // Without a backup key no task would remove the archived WAL segments.
  const archivesWal = config.backup.target !== undefined && readBackupKeys(config.dataFolder) !== undefined
  const database = await openDatabase({
    ...config,
    archivesWal,
    passwords,
    schema: { ...schema, version: release },
    log,
  })
  const { connect, cluster, replica } = database
  running.defer(() => database.stop())
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    ...serverOptions(log),
  })
  mountRequestLog(app)
  limitArrival(app)
  const traces = mountTraces(app, { settings: config.traces, version: release, log })
  running.defer(() => traces.stop())
  return { app, tokens, sealFor: createSealing(sealingKeys), connect, cluster, replica, log, running: running.move() }
}

type KernelParts = Pick<KernelOptions, 'functions' | 'composeMail' | 'afterWrite'> & {
  /** Reads that the replica may serve. */
  replicaReads?: Omit<ReplicaReads, 'replica'>
}

/** Mounts the kernel's APIs with the configured settings, and the functions of the configured folder. */
export async function mountKernelApis(
  { app, tokens, connect, replica, log, running }: Installation,
  config: Config,
  { replicaReads, ...parts }: KernelParts,
): Promise<Kernel> {
  const own = config.functionsFolder === undefined ? [] : await loadFunctions(config.functionsFolder)
  const kernel = await mountKernel(app, {
    ...parts,
    functions: [...parts.functions, ...own],
    connect,
    tokens,
    siteUrl: config.siteUrl,
    apiUrl: config.apiUrl,
    storageFolder: join(config.dataFolder, 'storage'),
    storage: config.storage,
    requireKey: config.requireKey,
    auth: config.auth,
    rest: { ...config.rest, ...(replica && replicaReads && { replica: { replica, ...replicaReads } }) },
    realtime: config.realtime,
    ...(config.clientIpHeader && { clientIpHeader: config.clientIpHeader }),
    log,
  })
  running.defer(() => kernel.stop())
  running.defer(() => app.close())
  return kernel
}

/** Accept queue: a thousand viewers may open their link within one second, and a dropped connection is retried after 1 to 3 seconds. */
const backlog = 4096

/**
 * Starts listening, and logs the warnings of the configuration. Throws StartupError if the address is not available. Registered last, it
 * stops first, so that no request reaches parts that are already disposed.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, warnings }: Pick<Config, 'host' | 'port' | 'warnings'>,
  running: AsyncDisposableStack,
) {
  try {
    await app.listen({ host, port, backlog })
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
  running.defer(() => drain(app))
  for (const warning of warnings) app.log.warn(warning)
}
