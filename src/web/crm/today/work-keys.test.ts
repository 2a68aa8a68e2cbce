import { expect, test } from 'vitest'
import { workKeyOf } from './work-keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test('the keys of working through are known by their place, and are no shortcuts of the browser', () => {
  expect(workKeyOf({ ...plain, code: 'KeyJ' })).toBe('next')
  expect(workKeyOf({ ...plain, code: 'Escape' })).toBe('leave')
  expect(workKeyOf({ ...plain, code: 'KeyQ' })).toBeUndefined()
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(workKeyOf({ ...plain, code: 'KeyS', [modifier]: true })).toBeUndefined()
})
