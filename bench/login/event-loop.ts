// Runs inside the server and reports its event loop delay to each connection, then resets the histogram.
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const everyMs = 1
const delay = monitorEventLoopDelay({ resolution: everyMs })
delay.enable()

const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - everyMs)

const server = createServer((socket) => {
  const { max } = delay
  socket.end(JSON.stringify({ p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), most: late(max) }))
  delay.reset()
})
server.listen(process.env['EVENT_LOOP_SOCKET'])
server.unref()
