// Supervises the server: start, restart after a crash, stop. Pools reconnect by themselves.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { StartupError } from '#lib/startup-error.ts'
import { stopOrphan } from './orphan.ts'
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts'
import { clusterIn } from './cluster.ts'
import { isStillExiting, operatorMessage } from './operator-message.ts'

const fastShutdownMs = 20_000
const maxBackoffMs = 10_000

type SupervisorOptions = ServerOptions & { log?: Pick<BaseLogger, 'info' | 'warn' | 'error'> }

/** Resolves when the server accepts connections. Throws StartupError when it does not start. */
export async function supervise(options: SupervisorOptions): Promise<{ stop(): Promise<void> }> {
  const { folder, log } = options
  let stopping = false
  let running: RunningServer | undefined
  let restarting = Promise.resolve()

  const start = async () => {
    running = await startWhenFree(options)
    void running.ended.then((how) => {
      if (stopping) return
      log?.error(`PostgreSQL ended by itself (${how}) and is started again. What it said last: ${folder}/postgres.log`)
      running = undefined
      restarting = restart()
    })
  }
  /** Retries until the server runs or is stopped: the cause, such as a full disk, may be fixed at run time. */
  const restart = async () => {
    let lastMessage = ''
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, maxBackoffMs)) {
      try {
        await start()
        log?.warn('PostgreSQL runs again.')
        return
      } catch (error) {
        const { message } = error as Error
        if (message !== lastMessage) log?.error(`${message} Trying again until it works.`)
        lastMessage = message
        await sleep(pause)
      }
    }
  }

  await start()
  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping = true
    await restarting
    if (running) await end(running, log)
  }
  return { stop: () => (stopped ??= stop()) }
}

/**
 * Processes of a killed server exit within moments, and until then a new server is refused.
 * A process killed during startup may have left a server whose pid file appears only now.
 */
async function startWhenFree(options: ServerOptions): Promise<RunningServer> {
  for (const timeout = Date.now() + 60_000; ; await sleep(50)) {
    try {
      await stopOrphan(clusterIn(options.folder))
      return await startServer(options)
    } catch (error) {
      if (error instanceof StartupError) throw error
      const message = (error as Error).message
      if (!isStillExiting(message) || Date.now() > timeout)
        throw new StartupError(operatorMessage(message, options.folder), { cause: error })
    }
  }
}

async function end(running: RunningServer, log: SupervisorOptions['log']) {
  running.signal('SIGINT')
  const late = setTimeout(() => {
    log?.warn('PostgreSQL took too long to stop and is cut off; its log repairs what is open at the next start.')
    running.signal('SIGQUIT')
  }, fastShutdownMs)
  await running.ended
  clearTimeout(late)
}
