import { beforeEach, expect, test, vi } from 'vitest'
import { removeSentDraft, storeDraft, readDraft } from './drafts.ts'

class BrowserMemory {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

beforeEach(() => void vi.stubGlobal('localStorage', new BrowserMemory()))

const day = 86_400_000

test('a draft is readable for two weeks, by its author and for its record only', () => {
  expect(storeDraft('dana', 'contact 1', { mode: 'call', text: 'דיברנו' }, 0)).toBe(true)
  expect(readDraft('dana', 'contact 1', 14 * day - 1)).toEqual({ mode: 'call', text: 'דיברנו' })
  expect(readDraft('dana', 'contact 1', 14 * day)).toBeUndefined()
  expect(readDraft('dana', 'contact 2', 1)).toBeUndefined()
  expect(readDraft('amit', 'contact 1', 1)).toBeUndefined()
})

test('a sent text is deleted from the drafts when its response arrives after the page was left', () => {
  storeDraft('dana', 'contact 1', { mode: 'note', text: 'סיכום ' })
  removeSentDraft('dana', 'contact 1', 'סיכום ')
  expect(readDraft('dana', 'contact 1')).toBeUndefined()
})

test('text typed after sending remains a draft', () => {
  storeDraft('dana', 'contact 1', { mode: 'note', text: 'סיכום, ועוד משפט' })
  removeSentDraft('dana', 'contact 1', 'סיכום')
  expect(readDraft('dana', 'contact 1')).toEqual({ mode: 'note', text: 'סיכום, ועוד משפט' })
})
