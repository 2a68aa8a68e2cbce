import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

const { app } = await testSite({ arrivalSeconds: { plain: 0.2, withFile: 0.2 } })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address() as { port: number }

/** Sends a form one byte at a time and returns the response before the server closes the connection. */
async function drip(path: string, type = 'application/x-www-form-urlencoded') {
  const socket = connect(address.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: site.test\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\n`)
  while (!socket.destroyed && !answer.includes('\r\n\r\n')) {
    socket.write('a')
    await sleep(10)
  }
  socket.destroy()
  return answer
}

test.each(['/contact', '/setup', '/auth/join'])('a form sent slowly to %s is aborted with 408', async (path) => {
  expect(await drip(path)).toMatch(/^HTTP\/1.1 408 /)
})

test('a form with a photo sent slowly is aborted with 408', async () => {
  expect(await drip('/reviews', 'multipart/form-data; boundary=x')).toMatch(/^HTTP\/1.1 408 /)
})
