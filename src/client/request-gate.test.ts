import { expect, test, vi } from 'vitest'
import { openRequestGate } from './request-gate.ts'

function open(token: () => string | undefined = () => undefined) {
  const sent: { path: string; authorization: string | null }[] = []
  const gate = openRequestGate({ key: 'visitor', token }, async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    sent.push({ path, authorization: new Headers(init?.headers).get('authorization') })
    return new Response()
  })
  const ask = (path: string, as = 'visitor') =>
    gate.fetch(`http://localhost:3000${path}`, { headers: { authorization: `Bearer ${as}` } })
  return { gate, sent, ask }
}

test('an open gate passes every request unchanged', async () => {
  const { sent, ask } = open()
  await ask('/rest/v1/tasks')
  expect(sent).toEqual([{ path: '/rest/v1/tasks', authorization: 'Bearer visitor' }])
})

test("requests behind a closed gate are sent with the new session's token, and auth requests pass", async () => {
  const { gate, sent, ask } = open()
  gate.close()
  const answer = ask('/rest/v1/tasks')
  const passed = vi.fn()
  void gate.passed().then(passed)
  await ask('/auth/v1/token')
  expect(sent).toEqual([{ path: '/auth/v1/token', authorization: 'Bearer visitor' }])
  expect(passed).not.toHaveBeenCalled()
  gate.open('fresh')
  await answer
  expect(sent.at(-1)).toEqual({ path: '/rest/v1/tasks', authorization: 'Bearer fresh' })
  expect(passed).toHaveBeenCalledOnce()
})

test('when the user signs out instead, held requests are aborted', async () => {
  const { gate, sent, ask } = open()
  gate.close()
  const answer = ask('/rest/v1/tasks')
  gate.open(null)
  await expect(answer).rejects.toThrow(TypeError)
  expect(sent).toEqual([])
})

test('requests of a known session carry its token before it is in storage', async () => {
  const { sent, ask } = open(() => 'noa')
  await ask('/rest/v1/tasks')
  await ask('/rest/v1/tasks', 'newer')
  await ask('/auth/v1/settings')
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer noa', 'Bearer newer', 'Bearer visitor'])
})
