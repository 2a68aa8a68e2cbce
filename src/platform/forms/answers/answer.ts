// Stored answer values. Money is in agorot, a date 'YYYY-MM-DD', a choice the key of its option.

/** Free text instead of an option. */
export type OtherText = { other: string }
export type AddressAnswer = { city: string; street: string; house: string; apartment?: string; zip?: string }
export type BankAnswer = { bank: string; branch: string; account: string }
/** `id` identifies the stored file. */
export type FileAnswer = { id: string; name: string; bytes: number }
export type TableRow = Record<string, string | number>

export type Answer =
  | string
  | number
  | boolean
  | OtherText
  | (string | OtherText)[]
  | AddressAnswer
  | BankAnswer
  | FileAnswer
  | Record<string, string>
  | TableRow[]

/** Answers by field key; fields without an answer are absent. */
export type Answers = Record<string, Answer>

export const isOther = (value: unknown): value is OtherText =>
  typeof value === 'object' && value !== null && 'other' in value
