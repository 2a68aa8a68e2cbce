import { expect, test } from 'vitest'
import { createReader, normalizeText, type ReaderState, sentencesOf } from './reader.ts'

type Spoken = { text: string; lang: string; voice: unknown; onend: () => void; onerror: () => void }

/** A silent fake speech engine that records its calls. */
function recorder(voices: { lang: string }[] = [{ lang: 'en-US' }, { lang: 'he-IL' }]) {
  const utterances: Spoken[] = []
  const calls: string[] = []
  const states: ReaderState[] = []
  let waiting: (() => void) | undefined
  const reader = createReader({
    speech: {
      speak: (spoken: unknown) => void utterances.push(spoken as Spoken),
      cancel: () => void calls.push('cancel'),
      pause: () => void calls.push('pause'),
      resume: () => void calls.push('resume'),
      getVoices: () => voices as SpeechSynthesisVoice[],
    },
    utterance: (text) => ({ text }) as unknown as SpeechSynthesisUtterance,
    onState: (state) => states.push(state),
    after(_ms, work) {
      waiting = work
      return () => (waiting = undefined)
    },
  })
  return { reader, utterances, calls, states, silence: () => waiting?.() }
}

// spec §8 and §9
test('page text is collapsed to one line and cut at twelve thousand characters', () => {
  expect(normalizeText('  שלום \n\n\t עולם  ')).toBe('שלום עולם')
  expect(normalizeText('א'.repeat(13_000))).toHaveLength(12_000)
})

test('text is spoken sentence by sentence in Hebrew, then the state returns to idle', () => {
  const { reader, utterances, states } = recorder()
  reader.read('שלום לכם. מה שלומכם?')
  expect(utterances.map(({ text, lang }) => [text, lang])).toEqual([['שלום לכם.', 'he-IL']])
  expect(utterances[0]!.voice).toEqual({ lang: 'he-IL' })
  utterances[0]!.onend()
  expect(utterances[1]!.text).toBe('מה שלומכם?')
  utterances[1]!.onend()
  expect(utterances).toHaveLength(2)
  expect(states).toEqual(['playing', 'idle'])
})

test('a sentence over the utterance limit is split at word boundaries', () => {
  const pieces = sentencesOf('מילה '.repeat(200))
  expect(pieces.every((piece) => piece.length <= 180 && !piece.endsWith('מי'))).toBe(true)
  expect(pieces.join(' ').replace(/\s+/g, ' ')).toBe('מילה '.repeat(200).trim())
  expect(sentencesOf('א'.repeat(400)).map((piece) => piece.length)).toEqual([180, 180, 40])
})

test('play, pause, resume and stop allow only the specified state transitions', () => {
  const { reader, states, calls } = recorder()
  reader.pause()
  reader.resume()
  expect(reader.state()).toBe('idle')
  reader.read('שלום.')
  reader.read('עוד פעם.')
  reader.resume()
  expect(reader.state()).toBe('playing')
  reader.pause()
  expect(reader.state()).toBe('paused')
  reader.pause()
  reader.resume()
  expect(reader.state()).toBe('playing')
  reader.pause()
  reader.stop()
  expect(states).toEqual(['playing', 'paused', 'playing', 'paused', 'idle'])
  expect(calls).toEqual(['cancel', 'pause', 'resume', 'pause', 'cancel'])
})

test('a speech error returns the state to idle', () => {
  const { reader, utterances, states } = recorder()
  reader.read('שלום. עולם.')
  utterances[0]!.onerror()
  expect(states).toEqual(['playing', 'idle'])
})

test('a late event of a cancelled utterance does not affect the next reading', () => {
  const { reader, utterances } = recorder()
  reader.read('ראשון. שני.')
  reader.stop()
  reader.read('שלישי.')
  utterances[0]!.onend()
  utterances[0]!.onerror()
  expect(reader.state()).toBe('playing')
  expect(utterances.map(({ text }) => text)).toEqual(['ראשון.', 'שלישי.'])
})

test('an utterance that never ends is abandoned after the timeout', () => {
  const { reader, silence } = recorder()
  reader.read('שלום.')
  silence()
  expect(reader.state()).toBe('idle')
})

test('the timeout does not run while reading is paused', () => {
  const { reader, silence } = recorder()
  reader.read('שלום.')
  reader.pause()
  silence()
  expect(reader.state()).toBe('paused')
})

test('empty text does not start the reader', () => {
  const { reader, states } = recorder()
  reader.read('  \n ')
  expect(states).toEqual([])
})
