import { cannotParse } from '../errors/rest-error.ts'

/** Reads one parameter of the address from left to right. Whatever does not fit is refused with its place. */
export class Scanner {
  readonly text: string
  readonly what: string
  /** What the caller wrote, when the text read has more than that. */
  readonly shown: string
  at = 0

  /** `what` names the parameter in the refusal, as in "failed to parse select parameter (…)". */
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

  /** Takes what the pattern (with flag y) matches here; its groups, or null. */
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

  /** Where the end was possible too, the letter stands in single quotes, as upstream's parser has it. */
  fail(expecting: string, letter = this.#letter()): never {
    const quote = expecting.endsWith('end of input') ? "'" : '"'
    const found =
      letter === undefined ? 'unexpected end of input' : `unexpected ${quote}${escaped(letter, quote)}${quote}`
    throw cannotParse(this.what, this.shown, this.at, `${found} expecting ${expecting}`)
  }

  #letter() {
    const point = this.text.codePointAt(this.at)
    return point === undefined ? undefined : String.fromCodePoint(point)
  }

  /** A name of a column, relation or alias: letters, digits, _ $, spaces and dashes inside; anything at all between double quotes. */
  name(expecting = fieldName): string {
    const quoted = this.quoted()
    // No name of the database can hold a zero byte, and no statement either.
    if (quoted?.includes('\0')) this.fail(expecting)
    if (quoted !== undefined) return quoted
    // A dash belongs to the name unless it begins an arrow.
    const found = this.match(/[\p{L}\p{N}\p{M}_ $]+(?:-(?!>)[\p{L}\p{N}\p{M}_ $]+)*/uy)
    const name = found?.[0].trim()
    if (!name) this.fail(expecting)
    return name
  }

  /** A double-quoted text with backslash escapes, or undefined when there is none here. */
  quoted(): string | undefined {
    return this.match(/"((?:[^"\\]|\\.)*)"/sy)?.[1]?.replace(/\\(.)/gs, '$1')
  }
}

export const fieldName = 'field name (* or [a..z0..9_$])'

const escaped = (letter: string, quote: string) => (letter === quote || letter === '\\' ? `\\${letter}` : letter)
