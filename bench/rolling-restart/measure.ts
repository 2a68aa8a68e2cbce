// Restarts two nodes one after the other with the next release, while contacts are written through both.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePostgres } from '../outage/postgres-server.ts'
import { openNodes } from './nodes.ts'

type Options = {
  /** The program folders of both releases. */
  former: string
  next: string
  ports: readonly [number, number]
  writers: number
  /** Seconds of load before, between and after the restarts. */
  phaseMs: number
  /** Whether a node of the former release must refuse the database of the next one. */
  isRefused: boolean
}

export type RollingReport = {
  acknowledged: number
  lost: number
  /** Attempts that found no listener; each was retried on the other node. */
  refused: number
  /** Attempts whose connection was closed without a response; each was retried on the other node. */
  cut: number
  /** Responses other than 201 by status. 409: an earlier attempt without a response had succeeded. */
  statuses: Record<number, number>
  slowestMs: number
  restartMs: number[]
  /** The last log line of a node of the former release that starts again. */
  refusal: string
}

export async function measureRollingRestart({
  former,
  next,
  ports,
  writers,
  phaseMs,
  isRefused,
}: Options): Promise<RollingReport> {
  // The pools of two nodes may need more than the default of 100 connections.
  const postgres = await makePostgres(['max_connections=200'])
  const nodes = openNodes({
    databaseUrl: `postgres://postgres:outage@127.0.0.1:${postgres.port}/postgres`,
    ports,
  })
  const acknowledged: string[] = []
  const report = { refused: 0, cut: 0, slowestMs: 0, restartMs: [] as number[] }
  const statuses: Record<number, number> = {}
  let isOn = true

  async function write(first: number) {
    const id = randomUUID()
    const began = performance.now()
    for (let attempt = first; ; attempt++) {
      const outcome = await insertContact(nodes.urls[attempt % 2]!, nodes.serviceKey(), id)
      if (outcome === 201 || outcome === 409) acknowledged.push(id)
      if (outcome === 'refused' || outcome === 'cut') report[outcome]++
      else if (outcome !== 201) statuses[outcome] = (statuses[outcome] ?? 0) + 1
      if (typeof outcome === 'number' && outcome < 500) break
      if (!isOn) return
      await sleep(20)
    }
    report.slowestMs = Math.max(report.slowestMs, performance.now() - began)
  }

  async function writeContinuously() {
    for (let n = 0; isOn; n++) {
      await write(n)
      await sleep(5)
    }
  }

  try {
    await nodes.start(0, former)
    await nodes.start(1, former)
    const load = Array.from({ length: writers }, writeContinuously)
    await sleep(phaseMs)
    for (const index of [0, 1]) {
      await nodes.stop(index)
      report.restartMs.push(await nodes.start(index, next))
      await sleep(phaseMs)
    }
    isOn = false
    await Promise.all(load)
    await nodes.stop(1)
    const refusal = isRefused ? await nodes.refusal(1, former) : ''
    const rows = await postgres.query<{ id: string }>('select id from public.contacts')
    const stored = new Set(rows.map(({ id }) => id))
    const lost = acknowledged.filter((id) => !stored.has(id)).length
    return { acknowledged: acknowledged.length, lost, statuses, refusal, ...report }
  } finally {
    isOn = false
    await Promise.all([0, 1].map((index) => nodes.stop(index, 'SIGKILL')))
    await postgres.remove()
    nodes.remove()
  }
}

async function insertContact(url: string, key: string, id: string): Promise<number | 'refused' | 'cut'> {
  try {
    const response = await fetch(`${url}/rest/v1/contacts`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify({ id, first_name: 'פונה', last_name: 'לדוגמה' }),
      signal: AbortSignal.timeout(30_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? 'refused' : 'cut'
  }
}
