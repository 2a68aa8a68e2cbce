// A day of a campaign on several nodes: visitors, an open room, staff, and outgoing mails. One node is killed and
// another one restarted.
import { setTimeout as sleep } from 'node:timers/promises'
import { addAudience, addCampaign } from '../campaigns/audience.ts'
import { requestWithRetry, type Request } from '../load/requests.ts'
import { type Latencies, atRate, openRecorder } from '../load/latencies.ts'
import { openCluster } from './cluster.ts'
import { findProblems } from './find-problems.ts'
import { addStaff, openForm, openStaff, openVisitors } from './people.ts'
import { openRoom } from './room.ts'

export type DayOptions = {
  nodes: number
  minutes: number
  visitorsPerHour: number
  sockets: number
  staff: number
  recipients: number
}

export type DayReport = {
  latencies: Record<string, Latencies>
  /** Requests that were retried because a node was unavailable. */
  repeated: number
  /** Sockets that were disconnected before the day was over. */
  displaced: number
  campaignSeconds: number
  /** Mails that the mail server accepted twice, always with the same Message-ID. */
  takenAgain: number
  /** Everything lost, duplicated or failed: nothing is allowed. */
  problems: string[]
}

const limitMs = 10 * 60_000

export async function runDay(options: DayOptions, print: (text: string) => void): Promise<DayReport> {
  const { nodes, minutes, visitorsPerHour, sockets, recipients } = options
  const cluster = await openCluster(nodes)
  try {
    const team = await addStaff(cluster, options.staff)
    const room = await openRoom(cluster, sockets)
    await openForm(cluster)
    const list = await addAudience(cluster.db, recipients)
    const campaign = await addCampaign(cluster.db, list)
    await room.connect()
    print(
      `  ${nodes} nodes, ${sockets} sockets, ${options.staff} staff, ${recipients} recipients, ${visitorsPerHour} visitors an hour`,
    )

    const recorders = new Map<string, ReturnType<typeof openRecorder>>()
    let repeated = 0
    /** A request including its retries, as measured by its sender. */
    const ask = (kind: string, request: Request, isDone?: (status: number) => boolean) => {
      const recorder = recorders.get(kind) ?? openRecorder()
      recorders.set(kind, recorder)
      return recorder.time(
        async () => void (repeated += (await requestWithRetry(cluster.url, request, isDone)).repeated),
      )
    }
    const visitors = openVisitors(cluster, ask)
    const staff = openStaff(cluster, team, ask)
    let isOver = false
    const visiting = atRate((n) => visitors.visit(n), { perSecond: visitorsPerHour / 3600, seconds: minutes * 60 })
    const working = staff.work(() => isOver)
    const talking = room.talk(() => isOver)

    const owner = { apikey: cluster.anonKey, authorization: `Bearer ${team[0]!}` }
    const body = { campaign: campaign.id, at: new Date().toISOString(), seen_version: campaign.version }
    await requestWithRetry(cluster.url, {
      method: 'POST',
      path: '/rest/v1/rpc/schedule_campaign',
      headers: owner,
      body,
    })
    const began = performance.now()
    const shareIsOut = async (share: number) => {
      while ((await out()) < share * recipients) {
        if (performance.now() - began > limitMs + minutes * 60_000)
          throw new Error(`The campaign stops at ${await out()}`)
        await sleep(200)
      }
    }
    const out = async () =>
      (
        await cluster.sql<{ n: number }>(
          `select count(*)::int as n from scheduled_messages where context_type = 'campaign' and context_id = $1 and status = 'sent'`,
          [campaign.id],
        )
      )[0]!.n

    if (nodes > 1) {
      await shareIsOut(0.2)
      await cluster.stopNode(1, 'SIGKILL')
      print(`  node 2 killed when ${await out()} messages were out`)
      const revived = sleep(3000).then(() => cluster.startNode(1))
      await shareIsOut(0.4)
      print(`  node 3 restarts when ${await out()} messages are out`)
      await cluster.stopNode(2, 'SIGTERM')
      await cluster.startNode(2)
      await revived
      print(`  all nodes are back when ${await out()} messages are out`)
    }
    await shareIsOut(1)
    const campaignSeconds = (performance.now() - began) / 1000
    await visiting
    isOver = true
    await Promise.all([working, talking])
    await room.settle()

    const latencies = Object.fromEntries([...recorders].map(([kind, recorder]) => [kind, recorder.latencies()]))
    const { problems, takenAgain } = await findProblems(cluster, {
      campaign: campaign.id,
      recipients,
      visitors,
      staff,
      room,
    })
    const failed = Object.entries(latencies).flatMap(([kind, { failed: all }]) =>
      all.map((error) => `${kind}: ${error}`),
    )
    return {
      latencies,
      repeated,
      displaced: room.displaced(),
      campaignSeconds,
      takenAgain,
      problems: [...failed, ...problems],
    }
  } catch (error) {
    throw new Error(`The day ended early. The log: ${cluster.log().slice(-2000)}`, { cause: error })
  } finally {
    await cluster.close()
  }
}
