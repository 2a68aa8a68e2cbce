// WebVTT captions: the transcript of a video, and its search.

export type Cue = { from: number; to: number; text: string }

const timing = /^(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3}) --> (?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/

/** The cues of a WebVTT file. Blocks without a timing (notes, styles) are omitted. */
export function parseCaptions(vtt: string): Cue[] {
  return vtt
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => timing.test(line))
      if (at === -1) return []
      const [, ...parts] = timing.exec(lines[at]!)!
      const text = lines
        .slice(at + 1)
        .join(' ')
        .replaceAll(/<[^>]*>/g, '')
        .trim()
      return text ? [{ from: secondsOf(parts.slice(0, 4)), to: secondsOf(parts.slice(4)), text }] : []
    })
}

const secondsOf = ([h = '0', m = '0', s = '0', ms = '0']: (string | undefined)[]) =>
  Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000

/** Matches Hebrew text with vowel points (niqqud) without them. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[\u0591-\u05C7]/g, '')
    .toLowerCase()

export const findCues = (cues: readonly Cue[], query: string) =>
  query.trim() ? cues.filter(({ text }) => plain(text).includes(plain(query.trim()))) : [...cues]
