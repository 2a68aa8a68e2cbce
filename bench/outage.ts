// Does the site survive an outage of its database? PostgreSQL is stopped for 5 s repeatedly, and the LISTEN connection becomes half-open.
import { measureOutage } from './outage/outage.ts'

const rounds = Number(process.argv[3] ?? 20)
const report = await measureOutage({ rounds, gapMs: 5000, halfOpenWrites: 20 })
const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!
const highest = (list: number[]) => Math.max(...list)

process.stdout.write(`${rounds} outages of 5 s
connections before ${report.connectionsBefore}, after ${[...new Set(report.connectionsAfter)].join(', ')}
public pages by status ${JSON.stringify(report.pages)}
writes acknowledged ${report.acknowledged}, lost ${report.lost}, slowest ${Math.round(report.slowestWriteMs)} ms
a write: median ${median(report.writeMs).toFixed(1)} ms; with a half-open LISTEN connection median ${median(report.halfOpenWriteMs).toFixed(1)} ms, highest ${highest(report.halfOpenWriteMs).toFixed(1)} ms
log lines ${report.logLines}; SIGTERM while the database is away: ended after ${Math.round(report.stopMs)} ms
`)
const isGood =
  report.connectionsAfter.every((count) => count === report.connectionsBefore) &&
  Object.keys(report.pages).join() === '200' &&
  report.lost === 0 &&
  report.slowestWriteMs < 5000 &&
  highest(report.halfOpenWriteMs) - median(report.writeMs) < 300
if (!isGood) process.exitCode = 1
