import { cannotParse } from '../rest-error.ts'

/** Reads one parameter of the address from left to right. Whatever does not fit is refused with its place. */
export class Scanner {
  readonly text: string
  readonly what: string
  at = 0

  /** `what` names the parameter in the refusal, as in "failed to parse select parameter (…)". */
  constructor(text: string, what: string) {
    this.text = text
    this.what = what
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

  end() {
    if (!this.done) this.fail('end of input')
  }

  skipSpace() {
    this.match(/[ \t]*/y)
  }

  fail(expecting: string): never {
    const next = this.text[this.at]
    const found = next === undefined ? 'unexpected end of input' : `unexpected "${next === '"' ? '\\"' : next}"`
    throw cannotParse(this.what, this.text, this.at, `${found} expecting ${expecting}`)
  }

  /** A name of a column, relation or alias: letters, digits, _ $, spaces and dashes inside; anything at all between double quotes. */
  name(expecting = 'field name (* or [a..z0..9_$])'): string {
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
