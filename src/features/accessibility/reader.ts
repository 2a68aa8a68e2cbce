// Reads the page aloud. Spec §4: idle → playing → paused → playing; stop, the end of the text and an error return to idle.
export type ReaderState = 'idle' | 'playing' | 'paused'

/** spec §9 */
export const readerLimits = {
  characters: 12_000,
  /** Maximum utterance length in characters: browsers abort longer utterances midway. */
  sentence: 180,
  /** Timeout per utterance: an engine that reports neither end nor error is abandoned. */
  silenceMs: 60_000,
} as const

/** Normalises text for speech: one line, cut at the limit. */
export const normalizeText = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, readerLimits.characters)

/** Splits text at sentence ends, or at word boundaries when a sentence is too long. */
export function sentencesOf(text: string): string[] {
  const pieces: string[] = []
  for (const sentence of text.match(/[^.!?…:;]+[.!?…:;]*\s*/g) ?? []) {
    let rest = sentence.trim()
    while (rest.length > readerLimits.sentence) {
      const space = rest.lastIndexOf(' ', readerLimits.sentence)
      const end = space > 0 ? space : readerLimits.sentence
      pieces.push(rest.slice(0, end))
      rest = rest.slice(end).trim()
    }
    if (rest) pieces.push(rest)
  }
  return pieces
}

type Speech = Pick<SpeechSynthesis, 'speak' | 'cancel' | 'pause' | 'resume' | 'getVoices'>
type ReaderOptions = {
  speech: Speech
  utterance: (text: string) => SpeechSynthesisUtterance
  onState: (state: ReaderState) => void
  /** Runs `work` after a delay unless the returned function cancels it first. */
  after?: (ms: number, work: () => void) => () => void
}

const isHebrew = ({ lang }: SpeechSynthesisVoice) => /^(he|iw)\b/i.test(lang)

export const hebrewVoice = (speech: Pick<Speech, 'getVoices'>) => speech.getVoices().find(isHebrew)

export function createReader({ speech, utterance, onState, after = cancellableTimeout }: ReaderOptions) {
  let state: ReaderState = 'idle'
  /** Incremented per reading: events of a cancelled utterance arrive late and are ignored. */
  let run = 0
  let giveUp = () => {}

  function become(next: ReaderState) {
    state = next
    onState(next)
  }

  function stop() {
    run++
    giveUp()
    speech.cancel()
    if (state !== 'idle') become('idle')
  }

  function speakNext(sentences: string[], ofRun: number) {
    giveUp()
    if (ofRun !== run) return
    const [sentence, ...rest] = sentences
    if (sentence === undefined) return stop()
    const spoken = utterance(sentence)
    spoken.lang = 'he-IL'
    spoken.voice = hebrewVoice(speech) ?? null
    spoken.onend = () => speakNext(rest, ofRun)
    spoken.onerror = () => ofRun === run && stop()
    giveUp = after(readerLimits.silenceMs, () => ofRun === run && stop())
    speech.speak(spoken)
  }

  return {
    state: () => state,
    /** Starts from the beginning, also from the paused state. Empty text changes nothing. */
    read(text: string) {
      const sentences = sentencesOf(normalizeText(text))
      if (state === 'playing' || sentences.length === 0) return
      stop()
      become('playing')
      speakNext(sentences, run)
    },
    pause() {
      if (state !== 'playing') return
      giveUp()
      speech.pause()
      become('paused')
    },
    resume() {
      if (state !== 'paused') return
      speech.resume()
      become('playing')
    },
    stop,
  }
}

function cancellableTimeout(ms: number, work: () => void) {
  const clock = setTimeout(work, ms)
  return () => clearTimeout(clock)
}
