import { expect, test } from 'vitest'
import { createReader, readable, type ReaderState, sentencesOf } from './reader.ts'

type Spoken = { text: string; lang: string; voice: unknown; onend: () => void; onerror: () => void }

/** A recorder in place of a voice: it says nothing and remembers everything. */
function recorder(voices: { lang: string }[] = [{ lang: 'en-US' }, { lang: 'he-IL' }]) {
  const said: Spoken[] = []
  const calls: string[] = []
  const states: ReaderState[] = []
  let waiting: (() => void) | undefined
  const reader = createReader({
    speech: {
      speak: (spoken: unknown) => void said.push(spoken as Spoken),
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
  return { reader, said, calls, states, silence: () => waiting?.() }
}

// spec §8 and §9
test('of a page the text is read in one line, cut at twelve thousand characters', () => {
  expect(readable('  שלום \n\n\t עולם  ')).toBe('שלום עולם')
  expect(readable('א'.repeat(13_000))).toHaveLength(12_000)
})

test('a text is read sentence by sentence, in Hebrew, and then it is quiet', () => {
  const { reader, said, states } = recorder()
  reader.read('שלום לכם. מה שלומכם?')
  expect(said.map(({ text, lang }) => [text, lang])).toEqual([['שלום לכם.', 'he-IL']])
  expect(said[0]!.voice).toEqual({ lang: 'he-IL' })
  said[0]!.onend()
  expect(said[1]!.text).toBe('מה שלומכם?')
  said[1]!.onend()
  expect(said).toHaveLength(2)
  expect(states).toEqual(['playing', 'idle'])
})

test('a sentence that never ends is read in pieces that end with a word', () => {
  const pieces = sentencesOf('מילה '.repeat(200))
  expect(pieces.every((piece) => piece.length <= 180 && !piece.endsWith('מי'))).toBe(true)
  expect(pieces.join(' ').replace(/\s+/g, ' ')).toBe('מילה '.repeat(200).trim())
  expect(sentencesOf('א'.repeat(400)).map((piece) => piece.length)).toEqual([180, 180, 40])
})

test('reading, pausing, going on and stopping lead from state to state as they should, and nowhere else', () => {
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

test('an error of the voice ends the reading', () => {
  const { reader, said, states } = recorder()
  reader.read('שלום. עולם.')
  said[0]!.onerror()
  expect(states).toEqual(['playing', 'idle'])
})

test('what a stopped voice reports late does not disturb the next reading', () => {
  const { reader, said } = recorder()
  reader.read('ראשון. שני.')
  reader.stop()
  reader.read('שלישי.')
  said[0]!.onend()
  said[0]!.onerror()
  expect(reader.state()).toBe('playing')
  expect(said.map(({ text }) => text)).toEqual(['ראשון.', 'שלישי.'])
})

test('a voice that never says that it ended is given up', () => {
  const { reader, silence } = recorder()
  reader.read('שלום.')
  silence()
  expect(reader.state()).toBe('idle')
})

test('while it is paused no clock runs', () => {
  const { reader, silence } = recorder()
  reader.read('שלום.')
  reader.pause()
  silence()
  expect(reader.state()).toBe('paused')
})

test('nothing to read is nothing to play', () => {
  const { reader, states } = recorder()
  reader.read('  \n ')
  expect(states).toEqual([])
})
