// Parses fields with several controls: address, bank account, stored file.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { answerProblem, type ParsedAnswer } from './answer-problems.ts'
import { type Entries, textAt } from './entries.ts'

/** Controls of an address and of a bank account, in order. */
export const addressParts = ['city', 'street', 'house', 'apartment', 'zip'] as const
export const bankParts = ['bank', 'branch', 'account'] as const

const partsOf = <Part extends string>(key: string, entries: Entries, names: readonly Part[]) =>
  Object.fromEntries(names.map((name) => [name, oneLine(textAt(entries, `${key}.${name}`)).slice(0, 100)])) as Record<
    Part,
    string
  >
const isEmpty = (parts: Record<string, string>) => Object.values(parts).every((text) => text === '')

export function parseAddress(key: string, entries: Entries): ParsedAnswer {
  const parts = partsOf(key, entries, addressParts)
  if (isEmpty(parts)) return { value: undefined }
  const { city, street, house, apartment, zip } = parts
  if (!city || !street || !house) return answerProblem('address_incomplete')
  if (zip && !/^\d{7}$/.test(zip)) return answerProblem('zip_invalid')
  return { value: { city, street, house, ...(apartment && { apartment }), ...(zip && { zip }) } }
}

/** Digits as on a cheque: bank and branch up to three, the account four to nine. Check digits differ by bank and are not validated. */
export function parseBankAccount(key: string, entries: Entries): ParsedAnswer {
  const parts = partsOf(key, entries, bankParts)
  if (isEmpty(parts)) return { value: undefined }
  const [bank, branch, account] = bankParts.map((name) => parts[name].replaceAll(/[\s\-/]/g, ''))
  if (!/^(?!0+$)\d{1,3}$/.test(bank!)) return answerProblem('bank_invalid')
  if (!/^(?!0+$)\d{1,3}$/.test(branch!)) return answerProblem('branch_invalid')
  if (!/^(?!0+$)\d{4,9}$/.test(account!)) return answerProblem('account_invalid')
  return { value: { bank: String(Number(bank)), branch: String(Number(branch)), account: account! } }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The file was uploaded before: the entries contain its id. The server checks that it exists. */
export function parseFile(key: string, entries: Entries): ParsedAnswer {
  const id = textAt(entries, key)
  if (id === '') return { value: undefined }
  const bytes = Number(textAt(entries, `${key}.bytes`))
  if (!uuid.test(id) || !Number.isSafeInteger(bytes) || bytes <= 0) return answerProblem('file_invalid')
  return { value: { id, name: oneLine(textAt(entries, `${key}.name`)).slice(0, 200), bytes } }
}
