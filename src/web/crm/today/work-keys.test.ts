import { expect, test } from 'vitest'
import { workKeyOf } from './work-keys.ts'

const plain = { repeat: false, ctrlKey: false, metaKey: false, altKey: false }

test('focus mode keys are matched by physical position and ignore browser shortcuts', () => {
  expect(workKeyOf({ ...plain, code: 'KeyJ' })).toBe('next')
  expect(workKeyOf({ ...plain, code: 'Escape' })).toBe('leave')
  expect(workKeyOf({ ...plain, code: 'KeyQ' })).toBeUndefined()
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(workKeyOf({ ...plain, code: 'KeyS', [modifier]: true })).toBeUndefined()
})

test.each([
  ['KeyJ', 'next'],
  ['ArrowUp', 'previous'],
  ['KeyD', undefined],
  ['KeyS', undefined],
  ['KeyW', undefined],
  ['Escape', undefined],
])('holding %s triggers %s', (code, action) => {
  expect(workKeyOf({ ...plain, code, repeat: true })).toBe(action)
})
