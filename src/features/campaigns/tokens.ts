// Merge tags between double braces: contact name, business name, and a fallback after a bar.
import { salutationName } from '#lib/hebrew/salutation-name.ts'

export const campaignTokens = { firstName: 'השם הפרטי', businessName: 'שם העסק' } as const
export type CampaignValues = Partial<Record<keyof typeof campaignTokens, string | undefined>>

const token = /[ \t]*\{\{(\w+)(?:\|([^{}|]*))?\}\}/g

/** Replaces tokens by their values, or by the fallback after the bar. Without either, the space before the token is removed too. */
export const fillCampaign = (text: string, values: CampaignValues): string =>
  text.replace(token, (found, name: string, otherwise = '') => {
    const value = (Object.hasOwn(values, name) && values[name as keyof CampaignValues]) || (otherwise as string)
    return value ? (found.startsWith(' ') ? ' ' : '') + value : ''
  })

/** Tokens of a text that are not defined. */
export const unknownTokens = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map((found) => found[1]!)
    .filter((inside) => !/^(firstName|businessName)(\|[^{}|"\\]{1,40})?$/.test(inside))

/** A contact whose name is an e-mail address has no first name. */
export const firstNameOf = (firstName: string): string | undefined =>
  firstName.includes('@') ? undefined : salutationName(firstName) || undefined
