import { expect, test } from 'vitest'
import { unanswered } from './unanswered.ts'

const asked = (contact_id: string, created_at: string) => ({ contact_id, created_at })

test('a request waits until somebody has done something with the person after it', () => {
  const requests = [asked('noa', '2026-11-20T10:00:00Z'), asked('itay', '2026-11-20T09:00:00Z')]
  expect(unanswered(requests, [])).toEqual(requests)
  expect(unanswered(requests, [{ contact_id: 'noa', happened_at: '2026-11-20T10:05:00Z' }])).toEqual([requests[1]])
  expect(unanswered(requests, [{ contact_id: 'noa', happened_at: '2026-11-20T09:59:00Z' }])).toEqual(requests)
})

test('who asked twice waits once, since the last time', () => {
  const requests = [asked('noa', '2026-11-20T10:00:00Z'), asked('noa', '2026-11-19T10:00:00Z')]
  expect(unanswered(requests, [])).toEqual([requests[0]])
})

test('who was answered and asks again waits again', () => {
  const requests = [asked('noa', '2026-11-20T10:00:00Z'), asked('noa', '2026-11-18T10:00:00Z')]
  expect(unanswered(requests, [{ contact_id: 'noa', happened_at: '2026-11-19T10:00:00Z' }])).toEqual([requests[0]])
})
