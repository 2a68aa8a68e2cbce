// The values that answers are stored as. Money is in agorot, a day 'YYYY-MM-DD', a choice the key of its option.

/** Free text in place of an option. */
export type OtherText = { other: string }
export type AddressAnswer = { city: string; street: string; house: string; apartment?: string; zip?: string }
export type BankAnswer = { bank: string; branch: string; account: string }
/** `id` names the stored file. */
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

/** By the key of the field. A field without an answer is missing. */
export type Answers = Record<string, Answer>

export const isOther = (value: unknown): value is OtherText =>
  typeof value === 'object' && value !== null && 'other' in value
