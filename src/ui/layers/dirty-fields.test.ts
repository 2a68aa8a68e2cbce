import { expect, test } from 'vitest'
import { dirtyFields } from './dirty-fields.ts'

const field = (value: string, type = 'text') => ({ isConnected: true, textContent: '', value, type })

test('a field is dirty until it is emptied or removed', () => {
  const fields = dirtyFields()
  expect(fields.isDirty()).toBe(false)
  const name = field('נועה')
  fields.markTouched(name)
  expect(fields.isDirty()).toBe(true)
  name.value = ''
  expect(fields.isDirty()).toBe(false)
  const amount = field('300')
  fields.markTouched(amount)
  amount.isConnected = false
  expect(fields.isDirty()).toBe(false)
  fields.markTouched({ isConnected: true, textContent: 'טקסט שנכתב בעורך' })
  expect(fields.isDirty()).toBe(true)
  fields.reset()
  expect(fields.isDirty()).toBe(false)
})

test('a search field is never dirty', () => {
  const fields = dirtyFields()
  fields.markTouched(field('נועה', 'search'))
  expect(fields.isDirty()).toBe(false)
})
