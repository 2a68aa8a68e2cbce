// What may stand between double braces in a letter: a name, the business, and after a bar what to say where there is none.
import { salutationName } from '#lib/hebrew/salutation-name.ts'

export const campaignTokens = { firstName: 'השם הפרטי', businessName: 'שם העסק' } as const
export type CampaignValues = Partial<Record<keyof typeof campaignTokens, string | undefined>>

const token = /[ \t]*\{\{(\w+)(?:\|([^{}|]*))?\}\}/g

/** Puts values in place of the tokens. Where there is none, its words after the bar; where there are none either, not even a space stays. */
export const fillCampaign = (text: string, values: CampaignValues): string =>
  text.replace(token, (found, name: string, otherwise = '') => {
    const value = (Object.hasOwn(values, name) && values[name as keyof CampaignValues]) || (otherwise as string)
    return value ? (found.startsWith(' ') ? ' ' : '') + value : ''
  })

/** The tokens of a text that nothing stands for. */
export const unknownTokens = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map((found) => found[1]!)
    .filter((inside) => !/^(firstName|businessName)(\|[^{}|"\\]{1,40})?$/.test(inside))

/** A contact who is known by nothing but an address has no first name. */
export const firstNameOf = (firstName: string): string | undefined =>
  firstName.includes('@') ? undefined : salutationName(firstName) || undefined
