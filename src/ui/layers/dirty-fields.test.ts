import { expect, test } from 'vitest'
import { dirtyFields } from './dirty-fields.ts'

const field = (value: string, type = 'text') => ({ isConnected: true, textContent: '', value, type })

test('what was typed holds its window until it is emptied or gone', () => {
  const fields = dirtyFields()
  expect(fields.holds()).toBe(false)
  const name = field('נועה')
  fields.note(name)
  expect(fields.holds()).toBe(true)
  name.value = ''
  expect(fields.holds()).toBe(false)
  const amount = field('300')
  fields.note(amount)
  amount.isConnected = false
  expect(fields.holds()).toBe(false)
  fields.note({ isConnected: true, textContent: 'טקסט שנכתב בעורך' })
  expect(fields.holds()).toBe(true)
  fields.forget()
  expect(fields.holds()).toBe(false)
})

test('words of a search hold nothing', () => {
  const fields = dirtyFields()
  fields.note(field('נועה', 'search'))
  expect(fields.holds()).toBe(false)
})
