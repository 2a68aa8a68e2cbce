// User-entered text, and Hebrew plurals.
import { unicodeNormalize } from '../unicode-normalize.ts'

// Bidirectional and control characters. Line breaks and tabs are allowed.
// eslint-disable-next-line no-control-regex -- these are the ones to be removed
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Free text that is safe to store and display: no bidi or control characters, no lone surrogates, NFC. */
export const plainText = (text: string) =>
  unicodeNormalize(text.toWellFormed()).replaceAll('\r\n', '\n').replace(controls, '').trim()

/** Like plainText, for a name or a title: one line, single spaces. */
export const oneLine = (text: string) => plainText(text.replaceAll(/[\r\n\t]/g, ' ')).replaceAll(/\s+/g, ' ')

/** Wraps a name of unknown direction in bidi isolates, so that it cannot reorder the surrounding text. */
export const isolate = (text: string) => `\u2068${text}\u2069`
