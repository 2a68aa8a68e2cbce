import { cannotParse } from '../errors/rest-error.ts'

/** A parser over one query parameter, left to right. A mismatch is refused with its offset. */
export class Scanner {
  readonly text: string
  readonly what: string
  /** The original parameter, when `text` is only a part of it. */
  readonly shown: string
  at = 0

  /** `what` names the parameter in the error message: "failed to parse select parameter (…)". */
  constructor(text: string, what: string, shown = text) {
    this.text = text
    this.what = what
    this.shown = shown
  }

  get done() {
    return this.at >= this.text.length
  }

  sees(word: string) {
    return this.text.startsWith(word, this.at)
  }

  takes(word: string) {
    if (!this.sees(word)) return false
    this.at += word.length
    return true
  }

  /** Consumes a match of the sticky pattern at the cursor; returns its groups, or null. */
  match(pattern: RegExp) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  expect(word: string) {
    if (!this.takes(word)) this.fail(`"${word}"`)
  }

  end(expecting = 'end of input') {
    if (!this.done) this.fail(expecting)
  }

  skipSpace() {
    this.match(/[ \t]*/y)
  }

  /** Where the input could also end, the character is in single quotes, as in upstream's parser. */
  fail(expecting: string, letter = this.#letter()): never {
    const quote = expecting.endsWith('end of input') ? "'" : '"'
    const found =
      letter === undefined ? 'unexpected end of input' : `unexpected ${quote}${escapeLetter(letter, quote)}${quote}`
    throw cannotParse(this.what, this.shown, this.at, `${found} expecting ${expecting}`)
  }

  #letter() {
    const point = this.text.codePointAt(this.at)
    return point === undefined ? undefined : String.fromCodePoint(point)
  }

  /** A column, relation or alias name: letters, digits, _ $, inner spaces and dashes; any text between double quotes. */
  name(expecting = fieldName): string {
    const quoted = this.quoted()
    // Neither PostgreSQL names nor statements can hold a zero byte.
    if (quoted?.includes('\0')) this.fail(expecting)
    if (quoted !== undefined) return quoted
    // A dash belongs to the name unless it begins an arrow.
    const found = this.match(/[\p{L}\p{N}\p{M}_ $]+(?:-(?!>)[\p{L}\p{N}\p{M}_ $]+)*/uy)
    const name = found?.[0].trim()
    if (!name) this.fail(expecting)
    return name
  }

  /** A double-quoted text with backslash escapes; undefined when the next character is no quote. */
  quoted(): string | undefined {
    return this.match(/"((?:[^"\\]|\\.)*)"/sy)?.[1]?.replace(/\\(.)/gs, '$1')
  }
}

export const fieldName = 'field name (* or [a..z0..9_$])'

const escapeLetter = (letter: string, quote: string) => (letter === quote || letter === '\\' ? `\\${letter}` : letter)
